"""Films and stills: from anything that draws frames (`source.FrameSource`) to files that are whole or not there.

`export.export_film` and `stills.write_still` are the ways in; `times` turns what users say of rates and ranges into
exact numbers. Nothing in this room opens a window, and nothing looks for ffmpeg before a film is asked for.
"""
