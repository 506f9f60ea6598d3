"""Pictures from posed scenes: art, draw lists, and the renderers that turn a draw list into pixels."""
