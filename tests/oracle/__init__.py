"""A second implementation of the rules, for comparison only. Nothing of it ships."""
