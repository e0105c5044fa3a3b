//! Comparison with the pictures of Tiled's own `tmxrasterizer` (Debian's package `tiled`), pixel by pixel.
//!
//! Without `TILEPHYS_NEEDS_TILED=1` in the environment nothing is compared, which is printed. Images are not smoothed,
//! since these pictures keep pixels sharp. Layers of objects without tiles are hidden, since a player does not see them. Tiled 1.8 leaves out the background, and so does this test.

pub(crate) mod cases;

use glam::Vec2;
use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use tilephys_draw::{Picture, Pixels, Rect, View};
use tilephys_tiled::Disk;

/// Maximum difference of a channel.
const MOST: u32 = 2;

/// Rows drawn at a time.
const STRIP: u32 = 192;

#[test]
fn the_levels_of_the_project_look_as_in_tiled() {
    let folder = scratch("levels");
    // Along the edges of rotated crates some pixels come from another neighbour, as in the cases below.
    for (name, stray) in [("cavern", 0), ("playground", 16), ("arena", 0)] {
        let map = PathBuf::from(format!("{}/../../../maps/{name}.tmx", env!("CARGO_MANIFEST_DIR")));
        let Some(theirs) = rasterized(&map, &folder, &["objects", "rails", "zones"]) else { return };
        let found = compare(&map, theirs, [0.0; 2]);
        say(&format!("{name}: {found}"));
        assert!(found.beyond <= stray, "{name}: {found}");
        assert!(found.pixels >= 1_000_000, "{name}: {found}");
    }
}

#[test]
fn every_map_feature_looks_as_in_tiled() {
    let folder = scratch("cases");
    cases::write_images(&folder);
    let mut wrong = Vec::new();
    for case in cases::all() {
        let map = folder.join(format!("{}.tmx", case.name.replace(' ', "_")));
        fs::write(&map, &case.map).expect("room on the disk");
        let Some(theirs) = rasterized(&map, &folder, &[]) else { return };
        let found = compare(&map, theirs, case.margin);
        say(&format!("{}: {found}", case.name));
        if found.beyond > case.stray || found.seen == 0 {
            wrong.push(format!("{}: {found}", case.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Prints a line also when the output of tests is captured.
fn say(text: &str) {
    // Standard error may be closed.
    let _ = writeln!(io::stderr(), "{text}");
}

pub(crate) fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rasterizer").join(name);
    fs::create_dir_all(&folder).expect("a folder that can be written to");
    folder
}

/// The map as `tmxrasterizer` draws it; `None` without Tiled.
pub(crate) fn rasterized(map: &Path, folder: &Path, hidden: &[&str]) -> Option<png::Reader<BufReader<File>>> {
    let picture = folder.join(map.with_extension("png").file_name().expect("a map has a name"));
    if std::env::var("TILEPHYS_NEEDS_TILED").as_deref() != Ok("1") {
        say("NOT COMPARED with Tiled's pictures without TILEPHYS_NEEDS_TILED=1");
        return None;
    }
    let mut command = Command::new("tmxrasterizer");
    command.env("QT_QPA_PLATFORM", "offscreen").arg("--no-smoothing");
    for layer in hidden {
        command.args(["--hide-layer", layer]);
    }
    let ran =
        command.arg(map).arg(&picture).output().expect("tmxrasterizer runs: the package `tiled` has it");
    assert!(ran.status.success(), "{}: {}", map.display(), String::from_utf8_lossy(&ran.stderr));
    let mut decoder = png::Decoder::new(BufReader::new(File::open(&picture).expect("it wrote the picture")));
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    Some(decoder.read_info().expect("a PNG"))
}

/// The difference of two pictures.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) pixels: u64,
    /// Number of pixels that are visible in both.
    seen: u64,
    differ: u64,
    /// Number of those pixels that differ too much.
    pub(crate) beyond: u64,
    most: u32,
}

impl std::fmt::Display for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Found { pixels, differ, beyond, most, .. } = self;
        write!(f, "{differ} of {pixels} pixels differ, by {most} at most")?;
        if *beyond > 0 { write!(f, "; {beyond} by more than {MOST}") } else { Ok(()) }
    }
}

impl Found {
    /// Compares rows with the next ones of the other picture, which is equally wide.
    pub(crate) fn add_strip(&mut self, strip: &Pixels, theirs: &mut png::Reader<BufReader<File>>) {
        for ours in strip.data.chunks(strip.width as usize) {
            let row = theirs.next_row().expect("a whole PNG").expect("as many rows as it says");
            let (theirs, rest) = row.data().as_chunks::<4>();
            assert!(theirs.len() == ours.len() && rest.is_empty(), "red, green, blue and alpha");
            for (ours, theirs) in ours.iter().zip(theirs) {
                if ours == theirs {
                    self.pixels += 1;
                    self.seen += u64::from(ours[3] > 0);
                } else {
                    self.add(*ours, *theirs);
                }
            }
        }
    }

    fn add(&mut self, ours: [u8; 4], theirs: [u8; 4]) {
        let difference = difference(ours, theirs);
        self.pixels += 1;
        self.seen += u64::from(ours[3] > 0 && theirs[3] > 0);
        self.most = self.most.max(difference);
        self.differ += u64::from(difference > 0);
        self.beyond += u64::from(difference > MOST);
    }
}

/// The greatest difference of a channel. Translucent pixels are compared over black and over white: faint pixels may
/// have any colour, since Qt rounds it.
pub(crate) fn difference(ours: [u8; 4], theirs: [u8; 4]) -> u32 {
    let over = |[red, green, blue, alpha]: [u8; 4], ground: u32| {
        let alpha = u32::from(alpha);
        [red, green, blue].map(|c| (u32::from(c) * alpha + ground * (255 - alpha) + 127) / 255)
    };
    let grounds =
        [0, 255].into_iter().flat_map(|ground| over(ours, ground).into_iter().zip(over(theirs, ground)));
    let alpha = (u32::from(ours[3]), u32::from(theirs[3]));
    grounds.chain([alpha]).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
}

/// Draws the map in strips and compares it with the other picture, whose left top corner is `margin` beyond the map's.
fn compare(map: &Path, mut theirs: png::Reader<BufReader<File>>, margin: [f32; 2]) -> Found {
    let level = tilephys_tiled::load(map).expect("it loads");
    let mut picture = Picture::of_level(&level, &Disk);
    assert_eq!(picture.warnings(), []);
    picture.set_background(None);
    let (width, height) = theirs.info().size();
    let mut found = Found::default();
    for top in (0..height).step_by(STRIP as usize) {
        let rows = STRIP.min(height - top);
        let min = Vec2::new(0.0, top as f32) - Vec2::from(margin);
        let region = Some(Rect::new(min, Vec2::new(width as f32, rows as f32)));
        let strip = picture.pixels(&View { region, scale: 1.0 }).expect("a strip is small");
        assert_eq!([strip.width, strip.height], [width, rows]);
        found.add_strip(&strip, &mut theirs);
    }
    found
}
