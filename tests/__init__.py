"""Tests of Mdexa, and the yardsticks that they compare it with."""
