//! The level on the screen: camera, images, bodies, and what the engine knows, as plain meshes.
