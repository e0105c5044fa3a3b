//! Bodies as boxes, and overlays of lines, boxes, polygons and letters.

use super::screen::Screen;
use eframe::egui::{Color32, Mesh, Shape};
use tilephys::draw::Rect;
use tilephys::glam::Vec2;
use tilephys::inspect::debug_draw::{DebugDraw, Rgba};
use tilephys_play::view::{Camera, Overlay, draw_boxes};

const WHITE: Rgba = Rgba::rgb(255, 255, 255);

/// A view of 400 x 300 px around the origin.
const CAMERA: Camera = Camera { center: Vec2::ZERO, zoom: 1.0 };

fn screen() -> Screen {
    Screen::new(400.0, 300.0)
}

fn boxes_of(rects: &[Rect], camera: Camera) -> (Screen, Vec<Shape>) {
    let mut screen = screen();
    let boxes = rects.iter().map(|rect| (*rect, Color32::RED));
    let shapes = screen.frame(|painter| draw_boxes(painter, &camera, boxes.clone()));
    (screen, shapes)
}

fn quads(shapes: &[Shape]) -> usize {
    Screen::meshes(shapes).into_iter().map(|mesh: &Mesh| mesh.vertices.len() / 4).sum()
}

#[test]
fn boxes_on_the_screen_become_one_mesh() {
    let at = |x: f32, y: f32| Rect::new(Vec2::new(x, y), Vec2::new(20.0, 10.0));
    let rects =
        [at(0.0, 0.0), at(-210.0, -155.0), at(-230.0, 0.0), at(0.0, 160.0), at(f32::NAN, 0.0), at(1e30, 0.0)];
    let (screen, shapes) = boxes_of(&rects, CAMERA);
    assert_eq!((Screen::meshes(&shapes).len(), quads(&shapes)), (1, 2));
    let pixels = screen.pixels(&shapes, Color32::BLACK);
    let is_red = |x: usize, y: usize| pixels[y * 400 + x] == Color32::RED;
    assert!(is_red(200, 150) && is_red(219, 159) && is_red(0, 0) && is_red(9, 4));
    assert_eq!(pixels.iter().filter(|pixel| **pixel == Color32::RED).count(), 20 * 10 + 10 * 5);
}

#[test]
fn tiny_boxes_stay_visible_and_many_become_an_image() {
    let camera = Camera { zoom: 0.05, ..CAMERA };
    // Columns of 8 px, each 0.4 points wide and high, and 3 points from the next.
    let rects = |count: usize| -> Vec<Rect> {
        let at =
            |i: usize| Vec2::new((i % 100) as f32 * 60.0 - 2990.0, (i / 100 % 50) as f32 * 60.0 - 1490.0);
        (0..count).map(|i| Rect::new(at(i), Vec2::splat(8.0))).collect()
    };
    for (count, most) in [(5000, 5000), (50_000, 1)] {
        let (screen, shapes) = boxes_of(&rects(count), camera);
        assert_eq!(quads(&shapes), most);
        let pixels = screen.pixels(&shapes, Color32::BLACK);
        assert_eq!(pixels.iter().filter(|pixel| **pixel == Color32::RED).count(), 5000, "{count}");
    }
    // The image has boxes of two points, and none beyond the screen.
    let mut far = rects(10_000);
    far.extend([
        Rect::new(Vec2::new(-4015.0, -3015.0), Vec2::splat(40.0)),
        Rect::new(Vec2::new(3985.0, 2985.0), Vec2::splat(40.0)),
    ]);
    let (screen, shapes) = boxes_of(&far, camera);
    let pixels = screen.pixels(&shapes, Color32::BLACK);
    assert_eq!(pixels.iter().filter(|pixel| **pixel == Color32::RED).count(), 5000 + 1 + 1);
    // A long thin box is no point, and is as thin as a point.
    let (_, shapes) = boxes_of(&[Rect::new(Vec2::ZERO, Vec2::new(2000.0, 2.0)); 3], camera);
    assert_eq!(quads(&shapes), 3);
    let rect = Screen::meshes(&shapes)[0].calc_bounds();
    assert!((rect.height() - 1.0).abs() < 1e-3 && (rect.width() - 100.0).abs() < 1e-3, "{rect:?}");
}

fn overlay_of(camera: Camera, draw: impl Fn(&mut Overlay<'_>)) -> (Screen, Vec<Shape>) {
    let mut screen = screen();
    let shapes = screen.frame(|painter| {
        let mut overlay = Overlay::new(painter, &camera);
        draw(&mut overlay);
        overlay.finish();
    });
    (screen, shapes)
}

#[test]
fn overlays_leave_out_what_is_off_the_screen() {
    let (_, shapes) = overlay_of(CAMERA, |overlay| {
        for far in
            [Vec2::new(500.0, 0.0), Vec2::new(0.0, -400.0), Vec2::splat(f32::NAN), Vec2::splat(f32::INFINITY)]
        {
            overlay.line(far, far + 20.0, WHITE);
            overlay.rect(far, Vec2::splat(9.0), WHITE, true);
            overlay.rect(far, Vec2::splat(9.0), WHITE, false);
            overlay.polygon(&[far, far + Vec2::X, far + Vec2::Y], WHITE, true);
            overlay.text(far, "far", WHITE);
        }
        overlay.polygon(&[], WHITE, true);
        overlay.polygon(&[], WHITE, false);
    });
    assert!(shapes.iter().all(|shape| *shape == Shape::Noop), "{shapes:?}");
}

#[test]
fn overlays_draw_lines_outlines_and_filled_shapes() {
    let lit = |draw: &dyn Fn(&mut Overlay<'_>)| {
        let (screen, shapes) = overlay_of(CAMERA, |overlay| draw(overlay));
        assert!(Screen::meshes(&shapes).len() <= 2, "areas, or lines over their casings");
        let pixels = screen.pixels(&shapes, Color32::BLACK);
        pixels.iter().filter(|pixel| **pixel == Color32::WHITE).count()
    };
    let [from, size] = [Vec2::new(10.25, 20.25), Vec2::new(40.0, 30.0)];
    let line = lit(&|overlay| overlay.line(from, from + Vec2::new(100.0, 0.0), WHITE));
    assert!((100..=205).contains(&line), "{line}");
    let across = lit(&|overlay| overlay.line(from, from + Vec2::splat(100.0), WHITE));
    assert!((150..=310).contains(&across), "{across}");
    assert_eq!(lit(&|overlay| overlay.rect(from, size, WHITE, true)), 40 * 30);
    let outline = lit(&|overlay| overlay.rect(from, size, WHITE, false));
    assert!((140..=320).contains(&outline), "{outline}");
    let corners = [from, from + Vec2::new(40.0, 0.0), from + Vec2::new(40.0, 30.0)];
    let filled = lit(&|overlay| overlay.polygon(&corners, WHITE, true));
    assert!(filled.abs_diff(600) < 45, "{filled}");
    let edges = lit(&|overlay| overlay.polygon(&corners, WHITE, false));
    assert!((110..=260).contains(&edges), "{edges}");
    assert!(lit(&|overlay| overlay.line(from, from, WHITE)) > 0, "a point");
    // On bright art a light line has a dark casing on both sides.
    let (screen, shapes) =
        overlay_of(CAMERA, |overlay| overlay.line(from, from + Vec2::new(100.0, 0.0), WHITE));
    let pixels = screen.pixels(&shapes, Color32::WHITE);
    let dark = pixels.iter().filter(|pixel| pixel.r() < 160).count();
    assert!((190..=320).contains(&dark), "{dark}");
}

/// Texts of shapes, with the heights of their letters.
fn texts(shapes: &[Shape]) -> Vec<(String, f32)> {
    let mut texts = Vec::new();
    for shape in shapes {
        if let Shape::Text(text) = shape {
            texts.push((text.galley.text().to_owned(), text.galley.size().y));
        }
    }
    texts
}

#[test]
fn letters_have_a_constant_size_and_do_not_cover_each_other() {
    let at_zoom = |zoom: f32| {
        let camera = Camera { zoom, ..CAMERA };
        let (_, shapes) = overlay_of(camera, |overlay| {
            for nth in 0..100 {
                overlay.text(Vec2::new(0.0, nth as f32 * 2.0), &nth.to_string(), WHITE);
            }
        });
        texts(&shapes)
    };
    let (close, far) = (at_zoom(16.0), at_zoom(0.5));
    assert_eq!(close[0], far[0]);
    assert_eq!(close.len(), 6, "32 points from one to the next: all on the screen, and one at its edge");
    assert!(far.len() >= 5 && far.len() <= 8, "a point from one to the next: {}", far.len());
    let (_, shapes) = overlay_of(Camera { zoom: 0.02, ..CAMERA }, |overlay| {
        for nth in 0..100_000 {
            let at = Vec2::new((nth % 400) as f32 - 200.0, (nth / 400) as f32 - 125.0);
            overlay.text(at * 40.0, "crowd", WHITE);
        }
    });
    assert!(texts(&shapes).len() <= 256);
}
