//! What the engine draws of itself, on pictures.

#[path = "../examples/debug/scene.rs"]
mod scene;

#[test]
fn placeholder() {
    let _ = (scene::picture(), scene::level(), scene::SIZE);
}
