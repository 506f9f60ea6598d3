"""What is heard: each sound made by a function of its own, out of `studio.synth`."""
