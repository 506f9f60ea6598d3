"""What is drawn: the palette, the town and quay in layers, the two characters in parts, and the lights."""
