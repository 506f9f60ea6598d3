"""rigbyscene: play, seek and export Rigby2D scenes."""

__version__ = "0.1.0"
