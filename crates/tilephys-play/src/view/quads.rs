//! Meshes of quads.

use eframe::egui::{Color32, Mesh, Pos2, Rect, Shape, epaint::Vertex, epaint::WHITE_UV};

/// Adds a quad by its corners in order around it.
pub(super) fn push_quad(mesh: &mut Mesh, corners: [Pos2; 4], uvs: [Pos2; 4], color: Color32) {
    let first = mesh.vertices.len() as u32;
    for (pos, uv) in corners.into_iter().zip(uvs) {
        mesh.vertices.push(Vertex { pos, uv, color });
    }
    mesh.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
}

/// Adds a quad of one colour.
pub(super) fn push_plain(mesh: &mut Mesh, corners: [Pos2; 4], color: Color32) {
    push_quad(mesh, corners, [WHITE_UV; 4], color);
}

/// The corners of a rectangle, clockwise from the top left one.
pub(super) fn corners_of(rect: Rect) -> [Pos2; 4] {
    [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()]
}

/// The shape of a mesh; nothing for an empty one.
pub(super) fn shape_of(mesh: Mesh) -> Shape {
    if mesh.is_empty() { Shape::Noop } else { Shape::mesh(mesh) }
}
