//! Levels as meshes and as reduced pictures, against the display list and against pictures of the same places.

use super::screen::{Screen, mean_difference};
use eframe::egui::{Color32, Pos2, Shape};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use tilephys::draw::{DisplayList, Picture, Rect, View};
use tilephys::glam::Vec2;
use tilephys::tiled::{Disk, Files, Level};
use tilephys_play::game::brush_cell;
use tilephys_play::view::{Camera, LevelView};

fn map(name: &str) -> Level {
    tilephys::tiled::load(format!("{}/../../maps/{name}.tmx", env!("CARGO_MANIFEST_DIR"))).expect("it loads")
}

/// Draws all layers, in frames until all pictures are there. Returns the shapes of the last frame, and the number of frames.
fn drawn(screen: &mut Screen, view: &mut LevelView, camera: &Camera) -> (Vec<Shape>, usize) {
    for frame in 1..2000 {
        let shapes = screen.frame(|painter| view.draw(painter, camera, 0.0, 0..usize::MAX));
        if frame > 2 && !screen.wants_repaint {
            return (shapes, frame);
        }
    }
    panic!("pictures are still missing");
}

/// The background of a level, as it is behind all layers.
fn background(view: &LevelView) -> Color32 {
    view.background().unwrap_or(Color32::BLACK)
}

/// The same view in software, without parallax.
fn picture(level: &Level, camera: &Camera, width: f32, height: f32) -> Vec<Color32> {
    let picture = Picture::of_layers(level, &Disk, &|layer| layer.visible);
    let size = Vec2::new(width, height) / camera.zoom;
    let view = View { region: Some(Rect::new(camera.center - size / 2.0, size)), scale: camera.zoom };
    let pixels = picture.pixels(&view).expect("small").data.into_iter();
    pixels.map(|[red, green, blue, alpha]| Color32::from_rgba_unmultiplied(red, green, blue, alpha)).collect()
}

#[test]
fn meshes_are_the_quads_of_the_display_list() {
    for name in ["arena", "cavern", "playground", "yard"] {
        let level = map(name);
        let mut screen = Screen::new(640.0, 400.0);
        let mut view = LevelView::new(&screen.ctx, &level, &Disk);
        assert!(view.warnings().is_empty(), "{:?}", view.warnings());
        let picture = Picture::of_layers(&level, &Disk, &|layer| layer.visible);
        let bounds = view.bounds();
        for (part, zoom) in [(0.5, 2.0), (0.2, 1.37), (0.9, 5.0)] {
            let camera = Camera { center: bounds.min + bounds.size * part, zoom };
            let (shapes, _) = drawn(&mut screen, &mut view, &camera);
            let area = eframe::egui::Rect::from_min_size(Pos2::ZERO, eframe::egui::vec2(640.0, 400.0));
            let mut vertices = Screen::meshes(&shapes)
                .into_iter()
                .flat_map(|mesh| mesh.vertices.iter().map(|vertex| (mesh.texture_id, *vertex)));
            let mut count = 0;
            for quad in DisplayList::quads(picture.list(), camera.shown(area), 0.0) {
                let found: Vec<_> = vertices.by_ref().take(4).collect();
                assert_eq!(found.len(), 4, "{name}: a mesh lacks quads");
                for (corner, (_, vertex)) in quad.corners.into_iter().zip(&found) {
                    assert!((camera.to_screen(area, corner) - vertex.pos).length() < 1e-3, "{name}");
                }
                // Pixels near the middle and the corners of the part.
                let image = &picture.images()[quad.image];
                for (part, x, y) in [(0.5, 1.0, 1.0), (0.02, 0.0, 0.0)] {
                    let [a, b, c] = [0, 1, 2].map(|i| found[i].1.uv);
                    let uv = a + (b - a) * (part + x * 0.01) + (c - b) * (part + y * 0.02);
                    let at = (quad.source.min
                        + quad.source.size * Vec2::new(part + x * 0.01, part + y * 0.02))
                    .as_uvec2();
                    let [red, green, blue, alpha] = image.data[(at.y * image.width + at.x) as usize];
                    let expected = Color32::from_rgba_unmultiplied(red, green, blue, alpha);
                    assert_eq!(screen.texel(found[0].0, uv), expected, "{name} {quad:?}");
                }
                count += 1;
            }
            assert!(vertices.next().is_none() && count > 10, "{name}: {count} quads");
        }
    }
}

#[test]
fn the_screen_shows_what_a_picture_shows() {
    for (name, center, zoom) in
        [("arena", [1700.0, 2300.0], 2.0), ("playground", [500.0, 300.0], 1.0), ("yard", [300.0, 200.0], 3.0)]
    {
        let level = map(name);
        let mut screen = Screen::new(480.0, 320.0);
        let mut view = LevelView::new(&screen.ctx, &level, &Disk);
        let camera = Camera { center: center.into(), zoom };
        let (shapes, _) = drawn(&mut screen, &mut view, &camera);
        let ours = screen.pixels(&shapes, background(&view));
        let off = mean_difference(&ours, &picture(&level, &camera, 480.0, 320.0));
        assert!(off < 0.5, "{name}: {off}");
    }
}

#[test]
fn copies_of_a_cell_look_like_it() {
    let level = map("yard");
    let at = brush_cell(&level.grid).expect("it has solid tiles");
    let tile = level.tile_size.as_vec2();
    let cell = Rect::new(Vec2::new(at.col as f32, at.row as f32) * tile, tile);
    let mut screen = Screen::new(128.0, 64.0);
    let view = LevelView::new(&screen.ctx, &level, &Disk);
    let camera = Camera { center: cell.min + Vec2::new(40.0, 8.0), zoom: 1.0 };
    let places = [cell.min, cell.min + Vec2::new(48.0, 0.0)];
    let shapes = screen.frame(|painter| assert!(view.draw_copies(painter, &camera, cell, &places)));
    let pixels = screen.pixels(&shapes, Color32::BLACK);
    let block = |left: usize| (24..40).flat_map(move |y| (left..left + 16).map(move |x| y * 128 + x));
    let [first, second] = [24, 72].map(|left| block(left).map(|at| pixels[at]).collect::<Vec<_>>());
    assert_eq!(first, second);
    assert!(first.iter().any(|pixel| *pixel != Color32::BLACK));
    let outside = Rect::new(Vec2::splat(-1e4), tile);
    screen.frame(|painter| assert!(!view.draw_copies(painter, &camera, outside, &places)));
}

#[test]
fn views_from_afar_look_like_views_cell_by_cell() {
    let level = map("arena");
    let mut screen = Screen::new(1200.0, 600.0);
    let mut view = LevelView::new(&screen.ctx, &level, &Disk);
    for (zoom, most) in [(0.6, 4.0), (0.4, 4.0), (0.25, 4.0), (0.125, 4.0), (0.07, 6.0)] {
        let camera = Camera { center: Vec2::new(8192.0, 2048.0), zoom };
        let (shapes, frames) = drawn(&mut screen, &mut view, &camera);
        let quads: usize = Screen::meshes(&shapes).iter().map(|mesh| mesh.vertices.len() / 4).sum();
        assert!(quads < 400, "{zoom}: {quads} quads");
        let ours = screen.pixels(&shapes, background(&view));
        let off = mean_difference(&ours, &picture(&level, &camera, 1200.0, 600.0));
        assert!(off < most, "{zoom}: {off} after {frames} frames");
    }
}

#[test]
fn pictures_stay_within_their_memory() {
    let level = map("arena");
    let mut screen = Screen::new(1920.0, 1080.0);
    let mut view = LevelView::new(&screen.ctx, &level, &Disk);
    let mut most = 0;
    for zoom in [0.5, 0.2, 0.1] {
        for step in 0..6 {
            let center = Vec2::new(1500.0 + 2500.0 * step as f32, 2048.0);
            drawn(&mut screen, &mut view, &Camera { center, zoom });
            most = most.max(view.picture_bytes());
        }
    }
    assert!(most > 8 << 20 && most <= 72 << 20, "{most}");
}

#[test]
fn switches_leave_old_pictures_until_there_are_new_ones() {
    let level = map("arena");
    let mut screen = Screen::new(1200.0, 600.0);
    let mut view = LevelView::new(&screen.ctx, &level, &Disk);
    let camera = Camera { center: Vec2::new(8192.0, 2048.0), zoom: 0.25 };
    let (shapes, _) = drawn(&mut screen, &mut view, &camera);
    let before = screen.pixels(&shapes, background(&view));
    view.set_shown(2, false);
    let at_once = screen.frame(|painter| view.draw(painter, &camera, 0.0, 0..usize::MAX));
    assert_eq!(Screen::meshes(&at_once).len(), Screen::meshes(&shapes).len());
    assert!(screen.wants_repaint);
    let (shapes, _) = drawn(&mut screen, &mut view, &camera);
    assert!(mean_difference(&before, &screen.pixels(&shapes, background(&view))) > 3.0);
}

/// Files in memory.
struct Folder(BTreeMap<PathBuf, Vec<u8>>);

impl Files for Folder {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.0.get(path).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];

/// An image of two equal rows, as a PNG.
fn image(row: &[[u8; 4]]) -> Vec<u8> {
    let mut image = Vec::new();
    let mut encoder = png::Encoder::new(&mut image, row.len() as u32, 2);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().expect("a size");
    writer.write_image_data(&[row, row].concat().concat()).expect("memory");
    writer.finish().expect("memory");
    image
}

/// A map of 300 x 200 cells of 2 px: a red layer, an object with a blue tile, a group with a green layer in the right half,
/// and a hidden blue layer.
fn motley() -> (Folder, Level) {
    let cells = |gid: &dyn Fn(usize) -> u8| {
        let cells: Vec<String> = (0..300 * 200).map(|cell| gid(cell % 300).to_string()).collect();
        format!(r#"<data encoding="csv">{}</data></layer>"#, cells.join(","))
    };
    let map = format!(
        r#"<map width="300" height="200" tilewidth="2" tileheight="2">
<tileset firstgid="1" name="set" tilewidth="2" tileheight="2" tilecount="3" columns="3"><image source="set.png" width="6" height="2"/></tileset>
<layer id="1" name="red" width="300" height="200">{}
<objectgroup id="2" name="things"><object id="7" gid="3" x="200" y="300" width="200" height="100"/></objectgroup>
<group id="3" name="front"><layer id="4" name="green" width="300" height="200">{}</group>
<layer id="5" name="hidden" visible="0" width="300" height="200">{}
</map>"#,
        cells(&|_| 1),
        cells(&|column| if column < 150 { 0 } else { 2 }),
        cells(&|_| 3)
    );
    let files = [("a.tmx", map.into_bytes()), ("set.png", image(&[RED, RED, GREEN, GREEN, BLUE, BLUE]))];
    let folder = Folder(files.into_iter().map(|(name, bytes)| (name.into(), bytes)).collect());
    let level = tilephys::tiled::load_from(&folder, "a.tmx").expect("it loads");
    (folder, level)
}

/// The colours at some places of the screen, each twice: from afar (2 points to a cell) and close (16 points to a cell).
fn colors(screen: &mut Screen, view: &mut LevelView, places: [Vec2; 3]) -> [[Color32; 3]; 2] {
    let size = Vec2::new(600.0, 400.0);
    let area = eframe::egui::Rect::from_min_size(Pos2::ZERO, eframe::egui::vec2(size.x, size.y));
    [1.0, 8.0].map(|zoom| {
        places.map(|place| {
            let center = if zoom == 1.0 { size / 2.0 } else { place };
            let camera = Camera { center, zoom };
            let (shapes, _) = drawn(screen, view, &camera);
            let at = camera.to_screen(area, place + 0.1);
            screen.pixel(&shapes, Color32::BLACK, at)
        })
    })
}

#[test]
fn layers_keep_their_order_and_switches_close_and_from_afar() {
    let (folder, level) = motley();
    let mut screen = Screen::new(600.0, 400.0);
    let mut view = LevelView::new(&screen.ctx, &level, &folder);
    let [red, green, blue] = [RED, GREEN, BLUE].map(|[r, g, b, _]| Color32::from_rgb(r, g, b));
    // Only the first layer; the object; the second layer over the object.
    let places = [Vec2::new(100.0, 100.0), Vec2::new(250.0, 250.0), Vec2::new(350.0, 250.0)];
    let mut check = |view: &mut LevelView, expected: [Color32; 3], case: &str| {
        assert_eq!(colors(&mut screen, view, places), [expected; 2], "{case}");
    };
    check(&mut view, [red, blue, green], "as in the map");
    let [first, group, second, hidden] = [0, 2, 3, 4];
    view.place_objects(|_| None);
    check(&mut view, [red, red, green], "the object is gone");
    view.place_objects(|id| (id == 7).then_some(Vec2::new(-120.0, -180.0)));
    check(&mut view, [blue, red, green], "the object is elsewhere");
    view.place_objects(|_| Some(Vec2::ZERO));
    view.set_shown(first, false);
    check(&mut view, [Color32::BLACK, blue, green], "the first layer is off");
    view.set_shown(group, false);
    assert!(view.is_shown(second) && !view.is_shown(group) && !view.is_shown(hidden));
    check(&mut view, [Color32::BLACK, blue, blue], "the group is off");
    view.set_shown(hidden, true);
    check(&mut view, [blue; 3], "the hidden layer is on");
    view.set_shown(99, true);
    assert!(!view.is_shown(99));
}

#[test]
fn layers_of_a_hidden_group_appear_with_it() {
    let (folder, _) = motley();
    let text = String::from_utf8(folder.0[Path::new("a.tmx")].clone()).expect("text");
    let text = text.replace(r#"name="front""#, r#"name="front" visible="0""#);
    let level = tilephys::tiled::load_from(
        &|path: &Path| {
            if path.ends_with("a.tmx") { Ok(text.clone().into_bytes()) } else { folder.read(path) }
        },
        "a.tmx",
    );
    let screen = Screen::new(600.0, 400.0);
    let view = LevelView::new(&screen.ctx, &level.expect("it loads"), &folder);
    assert!(!view.is_shown(2) && view.is_shown(3) && !view.is_shown(4));
}

#[test]
fn a_missing_image_is_drawn_as_checkers_and_said() {
    let (mut folder, level) = motley();
    folder.0.insert("set.png".into(), b"no image".to_vec());
    for files in [&folder, &Folder(BTreeMap::new())] {
        let mut screen = Screen::new(600.0, 400.0);
        let mut view = LevelView::new(&screen.ctx, &level, files);
        let warnings = view.warnings().to_vec();
        assert!(warnings.len() == 1 && warnings[0].starts_with("set.png: the image "), "{warnings:?}");
        let camera = Camera { center: Vec2::new(100.0, 100.0), zoom: 8.0 };
        let (shapes, _) = drawn(&mut screen, &mut view, &camera);
        let pixels = screen.pixels(&shapes, Color32::BLACK);
        assert!(pixels.contains(&Color32::from_rgb(255, 0, 255)), "{warnings:?}");
    }
}

#[test]
fn an_image_larger_than_a_texture_is_drawn_coarsely_and_said() {
    let (mut folder, _) = motley();
    folder.0.insert("long.png".into(), image(&[[RED; 4500], [GREEN; 4500]].concat()));
    let map = r#"<map width="300" height="200" tilewidth="2" tileheight="2"><imagelayer id="1" name="long"><image source="long.png" width="9000" height="2"/></imagelayer></map>"#;
    folder.0.insert("b.tmx".into(), map.as_bytes().to_vec());
    let level = tilephys::tiled::load_from(&folder, "b.tmx").expect("it loads");
    let mut screen = Screen::new(600.0, 400.0);
    let mut view = LevelView::new(&screen.ctx, &level, &folder);
    let warnings = view.warnings();
    assert!(
        warnings.len() == 1 && warnings[0].starts_with("long.png: the image has 9000 × 2 px"),
        "{warnings:?}"
    );
    let camera = Camera { center: Vec2::new(4500.0, 1.0), zoom: 2.0 };
    let (shapes, _) = drawn(&mut screen, &mut view, &camera);
    let pixels = screen.pixels(&shapes, Color32::BLACK);
    assert_eq!(
        [pixels[200 * 600 + 20], pixels[200 * 600 + 580]],
        [Color32::from_rgb(255, 0, 0), Color32::from_rgb(0, 255, 0)]
    );
}

#[test]
fn views_without_sense_draw_nothing_and_end() {
    let level = map("arena");
    let mut screen = Screen::new(640.0, 400.0);
    let mut view = LevelView::new(&screen.ctx, &level, &Disk);
    for (center, zoom) in [
        ([0.0, 0.0], 0.0),
        ([f32::NAN, 0.0], 1.0),
        ([0.0, 0.0], f32::NAN),
        ([0.0, 0.0], 1e-9),
        ([1e30, 0.0], 1.0),
    ] {
        screen.frame(|painter| view.draw(painter, &Camera { center: center.into(), zoom }, f64::NAN, 0..9));
    }
}
