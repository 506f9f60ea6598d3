"""The skeletons: bones, meshes and constraints of the two characters and the stage, and what they do."""
