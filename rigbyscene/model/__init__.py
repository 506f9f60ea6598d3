"""Frozen data: skeletons, animations, atlases, manifests. Knows neither files nor kernels."""
