//! Tile-map platformer physics.
