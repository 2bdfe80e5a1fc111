"""Pictures as SVG, made by hand from small lists: pure functions, no package, the same bytes for the same input."""
