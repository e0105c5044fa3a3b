//! Debug drawing of the engine, on pictures.

#[path = "../examples/debug/scene.rs"]
mod scene;
#[path = "../examples/debug/world.rs"]
mod world;

use glam::Vec2;
use roxmltree::Document;
use tilephys_draw::{Color, Picture, Pixels, Rect, View};
use tilephys_inspect::debug_draw::{DebugDraw, Rgba};

const SCALE: f32 = 4.0;

/// The pixel at a point of the level.
fn at(pixels: &Pixels, x: f32, y: f32) -> [u8; 3] {
    let [x, y] = [x, y].map(|v| (v * SCALE) as usize);
    let [r, g, b, _] = pixels.data[y * pixels.width as usize + x];
    [r, g, b]
}

#[test]
fn the_scene_shows_solids_and_open_edges() {
    let pixels = scene::picture().pixels(&View::default().at_scale(SCALE)).expect("a small picture");
    assert_eq!([pixels.width, pixels.height], [scene::SIZE.x as u32 * 4, scene::SIZE.y as u32 * 4]);
    let (air, stone) = (at(&pixels, 300.0, 20.0), at(&pixels, 308.0, 184.0));
    assert_eq!(air, [22, 26, 36]);
    assert!(stone[0] > air[0] + 30 && stone[2] > air[2] + 30, "{stone:?}");
    let is_light = |[r, g, b]: [u8; 3]| r > 150 && g > 150 && b > 150;
    // The top of the floor, but not the seam between two of its tiles, nor where the column stands on it.
    assert!(is_light(at(&pixels, 308.0, 176.0)));
    assert_eq!(at(&pixels, 304.0, 184.0), stone);
    assert!(!is_light(at(&pixels, 216.0, 176.0)));
    // The polygon and the steep slope are filled and have slanted edges.
    assert_eq!(at(&pixels, 264.0, 170.0), stone);
    assert_eq!(at(&pixels, 132.0, 172.0), stone);
    assert!(is_light(at(&pixels, 136.0, 168.0)), "{:?}", at(&pixels, 136.0, 168.0));
    // Water is not solid to the mask and is not drawn; the body that swept over it is.
    assert_eq!(at(&pixels, 30.0, 162.0), air);
    let swept = at(&pixels, 30.0, 174.0);
    assert!(swept[0] > air[0] + 10 && swept[1] > air[1] + 10, "{swept:?}");
    // The path of the body that slides along the ramp leads up beside it.
    let beside = at(&pixels, 224.0, 72.0);
    assert!(beside[0] > air[0] + 10, "{beside:?}");
}

#[test]
fn the_world_shows_bodies_triggers_and_the_lift() {
    let pixels = world::picture().pixels(&View::default().at_scale(SCALE)).expect("a small picture");
    let air = at(&pixels, 300.0, 20.0);
    let (empty, occupied, pool) =
        (at(&pixels, 144.0, 154.0), at(&pixels, 165.0, 160.0), at(&pixels, 260.0, 80.0));
    assert_eq!(empty, occupied, "one trigger");
    assert!(occupied[0] > pool[0] + 30 && pool[0] > air[0] + 15, "{occupied:?} {pool:?}");
    // The rider on the lift with a thin tint, the lift, and its path.
    let (rider, lift) = (at(&pixels, 42.0, 91.0), at(&pixels, 60.0, 102.0));
    assert!(rider[2] > rider[0] + 10 && lift[0] > lift[1] + 10, "{rider:?} {lift:?}");
    assert!((60..104).any(|x| at(&pixels, x as f32, 63.0)[0] > 120), "the upper part of the path");
    // The bullet bounces off the column, whose face is marked.
    let face = at(&pixels, 208.0, 148.0);
    assert!(face[0] > 200 && face[2] < 120, "{face:?}");
}

#[test]
fn the_svg_of_the_scene_has_all_labels() {
    let mut out = Vec::new();
    scene::picture().write_svg(&View::default().at_scale(SCALE), &mut out).expect("memory");
    let text = String::from_utf8(out).expect("UTF-8");
    let document = Document::parse(&text).expect("well-formed");
    let words: Vec<&str> = document.descendants().filter_map(|n| n.attribute("aria-label")).collect();
    for word in ["hit at 0.581", "b - a", "from inside", "mask", "1", "2"] {
        assert!(words.contains(&word), "{word:?} is not among {words:?}");
    }
    for word in ["overlooked", "tie"] {
        assert!(!words.contains(&word), "{words:?}");
    }
}

#[test]
fn lines_boxes_and_polygons_are_drawn_at_their_coordinates() {
    let red = Rgba::rgb(255, 0, 0);
    let mut picture = Picture::new(Rect::new(Vec2::ZERO, Vec2::new(40.0, 20.0)), Some(Color::rgb(0, 0, 0)));
    picture.rect(Vec2::new(2.0, 2.0), Vec2::new(6.0, 6.0), red, true);
    picture.rect(Vec2::new(12.0, 2.0), Vec2::new(6.0, 6.0), red.with_alpha(128), false);
    picture.line(Vec2::new(2.0, 14.5), Vec2::new(18.0, 14.5), red);
    let triangle = [Vec2::new(22.0, 2.0), Vec2::new(38.0, 2.0), Vec2::new(22.0, 18.0)];
    picture.polygon(&triangle, red, true);
    let pixels = picture.pixels(&View::default()).expect("a small picture");
    let at = |x: usize, y: usize| pixels.data[y * 40 + x][0];
    assert_eq!([at(3, 3), at(8, 3), at(15, 5), at(10, 14), at(10, 17)], [255, 0, 0, 255, 0]);
    assert!((60..=130).contains(&at(15, 2)), "{}", at(15, 2));
    assert_eq!([at(24, 4), at(36, 16)], [255, 0]);
}
