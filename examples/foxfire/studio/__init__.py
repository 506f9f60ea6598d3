"""A small studio: draw with numpy, pack into atlases, rig, animate, and write it all as skeletons and scenes."""
