"""What people call the codecs that containers have words of their own for."""

from __future__ import annotations

_NAMES = {
    "avc1": "H.264",
    "hvc1": "H.265",
    "apco": "ProRes 422 Proxy",
    "apcs": "ProRes 422 LT",
    "apcn": "ProRes 422",
    "apch": "ProRes 422 HQ",
    "ap4h": "ProRes 4444",
    "ap4x": "ProRes 4444 XQ",
    "V_VP9": "VP9",
    "V_AV1": "AV1",
    "V_FFV1": "FFV1",
    "GIF89a": "GIF",
    "PNG": "PNG sequence",
    "rgba": "raw RGBA",
    "y4m": "Y4M",
    "mp4a": "AAC",
    "A_AAC": "AAC",
    "A_OPUS": "Opus",
    "tx3g": "timed text",
    "text": "timed text",
    "D_WEBVTT/SUBTITLES": "WebVTT",
    "S_TEXT/WEBVTT": "WebVTT",
    "S_TEXT/UTF8": "SRT",
    "S_TEXT/ASS": "ASS",
}


def codec_name(tag: str) -> str:
    """The usual name of what a container calls `tag`; `tag` itself where it is one already.

    >>> codec_name("mp4a"), codec_name("A_OPUS"), codec_name("WebP")
    ('AAC', 'Opus', 'WebP')
    """
    return _NAMES.get(tag, tag)
