//! Turns Tiled maps into tile grids and objects.
