//! Quads of the display list: culling, time, objects, parallax, images.

use crate::support::{Folder, layer, map, set};

use glam::{UVec2, Vec2};
use std::path::Path;
use tilephys_core::TileCoord;
use tilephys_draw::{Color, DisplayList, Quad, Rect};
use tilephys_tiled::{Level, LevelTile};

/// Everything that a map shows.
const ALL: Rect = Rect::new(Vec2::splat(-1000.0), Vec2::splat(2000.0));

fn quads(level: &Level, view: Rect, time: f64) -> Vec<Quad> {
    DisplayList::of_level(level).quads(view, time).collect()
}

/// Cells of many sizes in chunks that share rows, an image repeated across, a rotated object.
fn motley(order: &str) -> Folder {
    let set = r#"<tileset firstgid="1" name="things" tilewidth="9" tileheight="9" tilecount="2"><tileoffset x="-3" y="2"/>
<tile id="0"><image source="a.png" width="7" height="3"/></tile><tile id="1"><image source="b.png" width="2" height="5"/></tile></tileset>"#;
    let chunk = |x: i32, y: i32| {
        let cells: Vec<String> = (0..16u32).map(|i| (i % 3 + ((i % 8) << 29)).to_string()).collect();
        format!(r#"<chunk x="{x}" y="{y}" width="4" height="4">{}</chunk>"#, cells.join(","))
    };
    let chunks = [chunk(0, 0), chunk(-4, 2), chunk(4, 0), chunk(0, 4), chunk(40, -40)].concat();
    let content = format!(
        r#"{set}<imagelayer repeatx="1" offsety="3.5" opacity="0.5"><image source="a.png" width="7" height="3"/></imagelayer><layer width="8" height="8"><data encoding="csv">{chunks}</data></layer><objectgroup><object id="5" gid="1" x="9" y="9" width="14" height="9" rotation="33"/></objectgroup>"#
    );
    Folder::new(
        &map("8x8", "4x4", &content).replace("<map", &format!(r#"<map infinite="1" renderorder="{order}""#)),
    )
}

#[test]
fn a_view_has_the_quads_that_show_in_it_in_order() {
    for order in ["right-down", "left-down", "right-up", "left-up"] {
        let level = motley(order).level();
        let cells = |quads: Vec<Quad>| quads.into_iter().filter(|quad| quad.layer > 0).collect::<Vec<_>>();
        let all = cells(quads(&level, ALL, 0.0));
        assert_eq!(all.len(), 5 * 10 + 1);
        for (x, y, width, height) in [(0, 0, 16, 16), (7, 9, 1, 1), (-20, 3, 30, 2), (150, -170, 90, 90)] {
            let view = Rect::new(Vec2::new(x as f32, y as f32), Vec2::new(width as f32, height as f32));
            let shows = |quad: &&Quad| {
                let Rect { min, size } = quad.bounds();
                let (end, view_end) = (min + size, view.min + view.size);
                min.cmplt(view_end).all() && view.min.cmplt(end).all()
            };
            let expected: Vec<Quad> = all.iter().filter(shows).copied().collect();
            assert_eq!(cells(quads(&level, view, 0.0)), expected, "{order} {view:?}");
        }
        // Rows from the top, and columns from the left, unless the order says otherwise.
        let first = all[0].corners[0].x > 100.0;
        assert_eq!(first, order.ends_with("down"), "the chunk in the highest row");
    }
}

#[test]
fn repeated_images_are_cut_to_the_view() {
    let level = motley("right-down").level();
    let view = Rect::new(Vec2::new(-8.0, 0.0), Vec2::new(20.0, 6.0));
    let quads = quads(&level, view, 0.0);
    let lefts: Vec<f32> = quads.iter().filter(|q| q.layer == 0).map(|q| q.bounds().min.x).collect();
    assert_eq!(lefts, [-14.0, -7.0, 0.0, 7.0]);
    assert_eq!(quads[0].tint, Color::WHITE.with_alpha(127));
    assert_eq!(quads[0].bounds(), Rect::new(Vec2::new(-14.0, 3.5), Vec2::new(7.0, 3.0)));
}

#[test]
fn nonsense_views_and_times_show_nothing_or_the_start() {
    let level = motley("right-down").level();
    for (x, width) in
        [(0.0, 0.0), (0.0, -4.0), (f32::NAN, 4.0), (0.0, f32::NAN), (f32::NEG_INFINITY, f32::INFINITY)]
    {
        let view = Rect::new(Vec2::new(x, 0.0), Vec2::new(width, 9.0));
        assert_eq!(quads(&level, view, 0.0), [], "{view:?}");
    }
    for time in [-1.0, f64::NAN, f64::NEG_INFINITY] {
        assert_eq!(quads(&level, ALL, time), quads(&level, ALL, 0.0));
    }
    quads(&level, ALL, f64::INFINITY);
    // A view beyond all bounds ends too.
    let endless = quads(&level, Rect::new(Vec2::splat(-1e30), Vec2::splat(2e30)), 0.0);
    assert!((51..10_000).contains(&endless.len()), "{}", endless.len());
}

/// A map with an animated tile, as a cell and as an object.
fn animated(frames: &str) -> Level {
    let tiles = format!(r#"<tile id="1"><animation>{frames}</animation></tile>"#);
    let set = set("2x2", r#"columns="4""#, &tiles).replace("set.png\"", "set.png\" width=\"8\" height=\"2\"");
    let objects = r#"<objectgroup><object id="7" gid="2" x="4" y="2" width="2" height="2"/></objectgroup>"#;
    Folder::new(&map("2x1", "2x2", &(set + &layer("2x1", "", "1,2") + objects))).level()
}

#[test]
fn animated_tiles_follow_time() {
    let columns = |level: &Level, time: f64| -> Vec<u32> {
        quads(level, ALL, time).iter().map(|quad| quad.source.min.x as u32 / 2).collect()
    };
    let frames = r#"<frame tileid="2" duration="100"/><frame tileid="3" duration="200"/><frame tileid="0" duration="50"/>"#;
    let level = animated(frames);
    for (time, shown) in
        [(0.0, 2), (0.0999, 2), (0.1, 3), (0.2999, 3), (0.3, 0), (0.349, 0), (0.35, 2), (35.1, 3)]
    {
        assert_eq!(columns(&level, time), [0, shown, shown], "at {time} s");
    }
    // As in Tiled, a frame without a duration stays.
    let level = animated(
        r#"<frame tileid="2" duration="100"/><frame tileid="3" duration="0"/><frame tileid="0" duration="9"/>"#,
    );
    for (time, shown) in [(0.05, 2), (0.1, 3), (1e9, 3)] {
        assert_eq!(columns(&level, time), [0, shown, shown], "at {time} s");
    }
    assert_eq!(columns(&animated(r#"<frame tileid="3" duration="0"/>"#), 5.0), [0, 3, 3]);
}

#[test]
fn objects_move_and_hide() {
    let level = animated("");
    let mut list = DisplayList::of_level(&level).into_owned();
    let object = |list: &DisplayList<'_>| list.quads(ALL, 0.0).find(|quad| quad.object == Some(7));
    let corner = |quad: Option<Quad>| quad.map(|quad| quad.corners[0]);
    assert_eq!(corner(object(&list)), Some(Vec2::new(4.0, 0.0)));
    list.place_objects(|id| (id == 7).then_some(Vec2::new(10.0, -3.5)));
    assert_eq!(corner(object(&list)), Some(Vec2::new(14.0, -3.5)));
    list.place_objects(|_| None);
    assert_eq!(object(&list), None);
    assert_eq!(list.quads(ALL, 0.0).count(), 2, "the cells");
    list.place_objects(|_| Some(Vec2::ZERO));
    assert_eq!(corner(object(&list)), Some(Vec2::new(4.0, 0.0)));
}

#[test]
fn cells_change() {
    let level = motley("right-up").level();
    let mut list = DisplayList::of_level(&level);
    let whole = list.quads(ALL, 0.0).count();
    // A chunk from column -4 and row 2, whose first cells are empty, tile 1 and tile 2.
    let at = |col: i32| TileCoord::new(col, 2);
    assert!(list.set_cell(1, at(-3), 0) && list.set_cell(1, at(-2), 0) && list.set_cell(1, at(-2), 0));
    assert_eq!(list.quads(ALL, 0.0).count(), whole - 2);
    assert!(list.set_cell(1, at(-4), 1 << 31 | 2));
    let cell = Rect::new(Vec2::new(-19.0, 12.0), Vec2::new(1.0, 1.0));
    let found: Vec<Quad> = list.quads(cell, 0.0).filter(|quad| quad.layer == 1).collect();
    assert_eq!((found.len(), found[0].bounds()), (1, Rect::new(Vec2::new(-19.0, 9.0), Vec2::new(2.0, 5.0))));
    assert!(found[0].corners[0].x > found[0].corners[1].x, "flipped");
    // Beside the chunks, in a layer without cells, in no layer, and a tile that no cell shows.
    assert!(
        ![(1, at(-5), 1), (0, at(-3), 1), (9, at(-3), 1), (1, at(-3), 7)]
            .into_iter()
            .any(|(layer, at, gid)| list.set_cell(layer, at, gid))
    );
    let fresh = DisplayList::of_level(&level);
    assert_eq!(fresh.quads(ALL, 0.0).count(), whole, "the level is as it was");
}

#[test]
fn changed_tiles_are_shown_and_all_others_are_as_in_the_level() {
    let level = motley("right-up").level();
    let mut list = DisplayList::of_level(&level);
    let all = |list: &DisplayList<'_>| list.quads(ALL, 0.0).collect::<Vec<Quad>>();
    let whole = all(&list);
    let tile = |col: i32, gid: u32| LevelTile { layer: 1, at: TileCoord::new(col, 2), gid };
    let mut other = DisplayList::of_level(&level);
    assert!(other.set_cell(1, TileCoord::new(-3, 2), 0) && other.set_cell(1, TileCoord::new(-4, 2), 2));
    list.show_tiles([tile(-3, 2), tile(-2, 0)]);
    // A cell without a place, and a tile without a picture, change nothing.
    list.show_tiles([tile(-3, 0), tile(-4, 2), tile(-9, 1), tile(-2, 7)]);
    assert_eq!(all(&list), all(&other));
    list.show_tiles([tile(-3, 0), tile(-3, 2)]);
    list.show_tiles([]);
    assert_eq!(all(&list), whole);
}

#[test]
fn rotated_objects_turn_about_their_moved_anchor() {
    let level = motley("right-down").level();
    let mut list = DisplayList::of_level(&level);
    let corners = |list: &DisplayList<'_>| list.quads(ALL, 0.0).last().expect("the object").corners;
    let before = corners(&list);
    // The anchor of a tile object is its lower left corner; the offset of the tileset is scaled with it.
    let long = |a: Vec2, b: Vec2| ((b - a).length() * 1000.0).round() / 1000.0;
    assert_eq!([long(before[0], before[1]), long(before[1], before[2])], [14.0, 9.0]);
    assert!(before[1].y > before[0].y, "clockwise: {before:?}");
    list.place_objects(|_| Some(Vec2::new(8.0, -16.0)));
    let moved = corners(&list).map(|corner| corner - Vec2::new(8.0, -16.0));
    assert!(before.iter().zip(moved).all(|(a, b)| a.distance(b) < 1e-4), "{before:?} {moved:?}");
}

#[test]
fn flips_are_in_the_corners() {
    let set = set("2x2", r#"columns="1""#, "").replace("set.png\"", "set.png\" width=\"2\" height=\"2\"");
    let [h, v, d] = [1u32 << 31, 1 << 30, 1 << 29];
    let cells: Vec<String> = [0, h, v, d, h | d].iter().map(|bits| (bits + 1).to_string()).collect();
    let level = Folder::new(&map("5x1", "2x2", &(set + &layer("5x1", "", &cells.join(","))))).level();
    let found: Vec<[[f32; 2]; 4]> = quads(&level, ALL, 0.0)
        .iter()
        .enumerate()
        .map(|(nth, quad)| quad.corners.map(|corner| [corner.x / 2.0 - nth as f32, corner.y / 2.0]))
        .collect();
    let tile = [Vec2::ZERO, Vec2::new(2.0, 0.0), Vec2::splat(2.0), Vec2::new(0.0, 2.0)];
    assert!(quads(&level, ALL, 0.0).iter().all(|quad| quad.source_corners() == tile));
    let [nw, ne, se, sw] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    assert_eq!(
        found,
        [
            [nw, ne, se, sw],
            [ne, nw, sw, se],
            [sw, se, ne, nw],
            // Along the diagonal, then horizontally: the top of the image is at the right, a quarter turn.
            [nw, sw, se, ne],
            [ne, se, sw, nw],
        ]
    );
}

#[test]
fn layers_shift_by_their_parallax() {
    let far = r#"parallaxx="0.5" parallaxy="0" offsetx="1""#;
    let set = set("2x2", r#"columns="1""#, "").replace("set.png\"", "set.png\" width=\"2\" height=\"2\"");
    let content = set + &layer("1x1", far, "1") + &layer("1x1", "", "1");
    let text = map("1x1", "2x2", &content);
    let at = |text: &str, center: Vec2, applied: bool| -> Vec<[f32; 2]> {
        let level = Folder::new(text).level();
        let mut list = DisplayList::of_level(&level);
        list.set_parallax(applied);
        let view = Rect::new(center - 50.0, Vec2::splat(100.0));
        assert_eq!(list.quads(view, 0.0).next().map(|quad| quad.parallax), Some(Vec2::new(0.5, 0.0)));
        list.quads(view, 0.0).map(|quad| quad.corners[0].to_array()).collect()
    };
    // A layer of factor 0 keeps its place in the view.
    let center = Vec2::new(30.0, -10.0);
    assert_eq!(at(&text, center, true), [[16.0, -10.0], [0.0, 0.0]]);
    assert_eq!(at(&text, center, false), [[1.0, 0.0], [0.0, 0.0]]);
    let origin = text.replace("<map", r#"<map parallaxoriginx="10" parallaxoriginy="-10""#);
    assert_eq!(at(&origin, center, true), [[11.0, 0.0], [0.0, 0.0]]);
    // It is culled where it is drawn: at a camera far away, the near layer is outside of the view.
    assert_eq!(at(&text, Vec2::new(90.0, 900.0), true), [[46.0, 900.0]]);
}

#[test]
fn images_are_named_once_and_unknown_ones_are_placeholders() {
    let sets = r#"<tileset firstgid="1" name="one" tilewidth="2" tileheight="2" tilecount="2" columns="2"><image source="art/one.png" trans="ff00ff" width="4" height="2"/></tileset>
<tileset firstgid="3" name="many" tilewidth="2" tileheight="2" tilecount="2" columns="0"><tile id="0"><image source="lost.png"/></tile><tile id="1"/></tileset>"#;
    let level = Folder::new(&map("4x1", "2x2", &(sets.to_owned() + &layer("4x1", "", "1,2,3,4")))).level();
    let list = DisplayList::of_level(&level);
    let named: Vec<_> = list.images().iter().map(|image| (image.path.as_deref(), image.size)).collect();
    assert_eq!(named[0], (Some(Path::new("art/one.png")), Some(UVec2::new(4, 2))));
    assert_eq!(list.images()[0].transparent, Some(Color::rgb(255, 0, 255)));
    assert_eq!(list.quads(ALL, 0.0).count(), 4);
    for quad in list.quads(ALL, 0.0).skip(2) {
        assert!(list.images()[quad.image].is_placeholder(), "{quad:?}");
        assert_eq!(quad.bounds().size, Vec2::splat(2.0));
    }
    let warnings: Vec<String> = list.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        [
            "lost.png: the size of the image is not known, so it is drawn as a placeholder",
            "tile 1 of tileset \"many\" has no image, so it is drawn as a placeholder",
        ]
    );
}

#[test]
fn the_quads_of_a_frame_allocate_nothing() {
    let level = motley("left-up").level();
    let list = DisplayList::of_level(&level);
    let mut count = 0;
    let used = allocation_counter::measure(|| count = list.quads(ALL, 1.0).count());
    assert_eq!(used.count_total, 0);
    assert!(count > 300, "{count}");
}
