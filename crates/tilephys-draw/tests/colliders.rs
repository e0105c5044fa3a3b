//! Collision equals Tiled's picture: tiles whose images are their own collision shapes, in all eight orientations.
//! Tiled's `tmxrasterizer` (Debian's package `tiled`) draws them, and each pixel is compared with a point query of the
//! grid.
//!
//! Without `TILEPHYS_NEEDS_TILED=1` in the environment nothing is compared, which is printed. Pixels at
//! the edge of a shape may be either.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use tilephys_core::glam::IVec2;

/// Width and height of a tile, in pixels.
const TILE: usize = 48;

type Point = (f64, f64);

/// A shape of a tile: its object in the editor, and a point test.
type Shape = (&'static str, fn(Point) -> bool);

/// Above zero if `c` is to the right of the line from `a` to `b`, with y down.
fn turn(a: Point, b: Point, c: Point) -> f64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

/// Point test by the edges that a ray to the right crosses.
fn in_polygon(corners: &[Point], p: Point) -> bool {
    let mut inside = false;
    for i in 0..corners.len() {
        let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
        let (low, high) = if a.1 < b.1 { (a, b) } else { (b, a) };
        inside ^= low.1 <= p.1 && p.1 < high.1 && turn(low, high, p) < 0.0;
    }
    inside
}

/// Shapes of several kinds; none is its own mirror image.
const SHAPES: [Shape; 7] = [
    (r#"x="5" y="11" width="27" height="14">"#, |(x, y)| {
        (5.0..32.0).contains(&x) && (11.0..25.0).contains(&y)
    }),
    (r#"><polygon points="0,48 48,48 48,9"/>"#, |p| in_polygon(&[(0.0, 48.0), (48.0, 48.0), (48.0, 9.0)], p)),
    (r#"><polygon points="9,3 40,6 45,28 20,44 2,24"/>"#, |p| {
        in_polygon(&[(9.0, 3.0), (40.0, 6.0), (45.0, 28.0), (20.0, 44.0), (2.0, 24.0)], p)
    }),
    (r#"><polygon points="0,0 15,0 18,27 30,33 36,6 48,3 45,48 3,42"/>"#, |p| {
        let corners = [
            (0.0, 0.0),
            (15.0, 0.0),
            (18.0, 27.0),
            (30.0, 33.0),
            (36.0, 6.0),
            (48.0, 3.0),
            (45.0, 48.0),
            (3.0, 42.0),
        ];
        in_polygon(&corners, p)
    }),
    // By the angle of the triangle with the sides 3, 4 and 5.
    (r#"x="18" y="3" width="30" height="15" rotation="53.130102354">"#, |p| {
        in_polygon(&[(18.0, 3.0), (36.0, 27.0), (24.0, 36.0), (6.0, 12.0)], p)
    }),
    (r#"x="3" y="5" width="40" height="20"><ellipse/>"#, |(x, y)| {
        let (u, v) = ((x - 23.0) / 20.0, (y - 15.0) / 10.0);
        // The octagon around it, as it is documented: bounded along the axes and the diagonals.
        [u.abs(), v.abs(), (u.abs() + v.abs()) / 2f64.sqrt()].iter().all(|reach| *reach <= 1.0)
    }),
    (r#"x="2" y="20" width="37" height="22">"#, |(x, y)| {
        (2.0..39.0).contains(&x) && (20.0..42.0).contains(&y)
    }),
];

/// Writes the shapes in black on transparent, side by side.
fn write_images(path: &Path) {
    let width = TILE * SHAPES.len();
    let mut bytes = vec![0; 4 * width * TILE];
    for (place, pixel) in bytes.chunks_exact_mut(4).enumerate() {
        let (x, y) = (place % width, place / width);
        let (_, is_in) = SHAPES[x / TILE];
        let middle = ((x % TILE) as f64 + 0.5, y as f64 + 0.5);
        pixel[3] = if is_in(middle) { 255 } else { 0 };
    }
    let file = BufWriter::new(File::create(path).expect("room on the disk"));
    let mut encoder = png::Encoder::new(file, width as u32, TILE as u32);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().expect("room on the disk");
    writer.write_image_data(&bytes).expect("room on the disk");
}

/// Each shape in a column and each orientation in a row, with cells as large as the tiles.
fn map() -> String {
    let count = SHAPES.len();
    let tiles: String = (SHAPES.iter().enumerate())
        .map(|(id, (object, _))| {
            format!(r#"<tile id="{id}"><objectgroup><object id="1" {object}</object></objectgroup></tile>"#)
        })
        .collect();
    let cells =
        (0..8_u32).flat_map(|flags| (1..=count as u32).map(move |gid| (gid | flags << 29).to_string()));
    let cells = cells.collect::<Vec<_>>().join(",");
    format!(
        r#"<map version="1.8" orientation="orthogonal" renderorder="right-down" width="{count}" height="8" tilewidth="{TILE}" tileheight="{TILE}">
<tileset firstgid="1" name="shapes" tilewidth="{TILE}" tileheight="{TILE}" tilecount="{count}" columns="{count}"><image source="shapes.png" width="{}" height="{TILE}"/>{tiles}</tileset>
<layer name="l" width="{count}" height="8"><data encoding="csv">{cells}</data></layer>
</map>"#,
        TILE * count
    )
}

/// The pixels that Tiled draws on, row by row; `None` without Tiled.
fn drawn(map: &Path, picture: &Path) -> Option<Vec<Vec<bool>>> {
    if std::env::var("TILEPHYS_NEEDS_TILED").as_deref() != Ok("1") {
        // Standard error may be closed.
        let _ = writeln!(io::stderr(), "NOT COMPARED with Tiled without TILEPHYS_NEEDS_TILED=1");
        return None;
    }
    let mut command = Command::new("tmxrasterizer");
    command.env("QT_QPA_PLATFORM", "offscreen").arg("--no-smoothing").arg(map).arg(picture);
    let ran = command.output().expect("tmxrasterizer runs: the package `tiled` has it");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let mut decoder = png::Decoder::new(BufReader::new(File::open(picture).expect("it wrote the picture")));
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().expect("a PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a small picture")];
    let info = reader.next_frame(&mut bytes).expect("a whole picture");
    let channels = info.color_type.samples();
    let row = |row: &[u8]| row.chunks_exact(channels).map(|pixel| pixel[channels - 1] > 127).collect();
    Some(bytes.chunks_exact(channels * info.width as usize).map(row).collect())
}

#[test]
fn points_are_solid_where_tiled_draws_the_shape() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("colliders");
    fs::create_dir_all(&folder).expect("a folder that can be written to");
    write_images(&folder.join("shapes.png"));
    let path = folder.join("shapes.tmx");
    fs::write(&path, map()).expect("room on the disk");
    let Some(drawn) = drawn(&path, &folder.join("drawn.png")) else { return };
    assert_eq!((drawn.len(), drawn[0].len()), (8 * TILE, SHAPES.len() * TILE));
    let level = tilephys_tiled::load(&path).expect("a sound map");
    let (mut compared, mut solid, mut edges) = (0, 0, 0);
    let within = |v: usize, tile: usize| v.saturating_sub(1).max(tile)..(v + 2).min(tile + TILE);
    for (y, x) in (0..drawn.len()).flat_map(|y| (0..drawn[0].len()).map(move |x| (y, x))) {
        let (top, left) = (y / TILE * TILE, x / TILE * TILE);
        let mut around = within(y, top).flat_map(|y| within(x, left).map(move |x| (y, x)));
        if around.any(|(v, u)| drawn[v][u] != drawn[y][x]) {
            edges += 1;
            continue;
        }
        let middle = IVec2::new(x as i32, y as i32) * 256 + 128;
        let found = level.grid.solids_at(middle, u32::MAX).next().is_some();
        assert_eq!(found, drawn[y][x], "pixel {x}, {y}: shape {}, orientation {:03b}", x / TILE, y / TILE);
        compared += 1;
        solid += usize::from(found);
    }
    assert!(solid > 30_000 && compared - solid > 30_000 && edges < 16_000, "{compared} {solid} {edges}");
}
