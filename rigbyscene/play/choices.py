"""What the window can be asked for before there is one."""

from __future__ import annotations

OVERLAYS = {
    "bones": "Bones",
    "names": "Bone names",
    "meshes": "Meshes",
    "clipping": "Clipping",
    "bounds": "Bounds",
    "frame": "Camera frame",
    "depth": "Depth layers",
    "safe": "Safe areas",
    "timing": "Frame time",
}
"""What can be laid over the picture, each on its own, and what it is called."""
