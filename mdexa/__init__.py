"""Mdexa."""
