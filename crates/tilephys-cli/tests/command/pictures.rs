//! Pictures drawn by `--picture`, and the files that it writes.

use crate::process::{Ran, level, scratch};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

const YELLOW: [u8; 4] = [240, 228, 66, 255];
const BLUE: [u8; 4] = [86, 180, 233, 255];
const RED: [u8; 4] = [255, 105, 97, 255];
const MAGENTA: [u8; 4] = [255, 0, 255, 255];

/// A PNG, decoded; of an animation its first frame.
#[derive(PartialEq)]
pub(crate) struct Pixels {
    pub(crate) width: u32,
    pub(crate) height: u32,
    data: Vec<u8>,
}

impl Pixels {
    pub(crate) fn of(file: &Path) -> Pixels {
        let file = fs::File::open(file).expect("there is a picture");
        let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().expect("it is a PNG");
        let mut data = vec![0; reader.output_buffer_size().expect("it is small")];
        let frame = reader.next_frame(&mut data).expect("it is whole");
        assert_eq!(frame.bit_depth, png::BitDepth::Eight);
        if frame.color_type == png::ColorType::Rgb {
            data =
                data.as_chunks().0.iter().flat_map(|&[red, green, blue]| [red, green, blue, 255]).collect();
        }
        Pixels { width: frame.width, height: frame.height, data }
    }

    pub(crate) fn at(&self, x: u32, y: u32) -> [u8; 4] {
        let start = 4 * (y * self.width + x) as usize;
        self.data[start..start + 4].try_into().expect("a pixel is four bytes")
    }

    /// Number of pixels of a colour.
    pub(crate) fn count(&self, color: [u8; 4]) -> usize {
        (0..self.width * self.height).filter(|n| self.at(n % self.width, n / self.width) == color).count()
    }
}

/// A room of 2 x 2 free tiles; the middle of a character's feet begins where free tiles meet the floor.
pub(crate) fn room() -> String {
    let spawn = "<objectgroup id=\"2\" name=\"o\"><object id=\"1\" type=\"TpSpawn\" x=\"32\" y=\"48\"><point/></object>\
                 </objectgroup></map>";
    level().replace("</map>", spawn)
}

/// The tile of the room: all grey.
pub(crate) fn rock() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 16, 16);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().expect("it is written to memory");
    writer.write_image_data(&[100; 256]).expect("it is written to memory");
    writer.finish().expect("it is written to memory");
    bytes
}

/// A folder with the room and its tile.
pub(crate) fn folder(name: &str) -> std::path::PathBuf {
    let dir = scratch(name, &[("room.tmx", &room())]);
    fs::write(dir.join("rock.png"), rock()).expect("the target directory can be written to");
    dir
}

/// Names in a folder.
pub(crate) fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).expect("it is there");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("readable").file_name().into_string();
    let mut names: Vec<String> = entries.map(|entry| name(entry).expect("names here are plain")).collect();
    names.sort();
    names
}

fn good(dir: &Path, arguments: &str) -> Value {
    let ran = Ran::of(dir, arguments);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{arguments}");
    ran.json()
}

#[test]
fn a_png_shows_the_level_and_the_bodies_where_they_are() {
    let dir = folder("png");
    let report = good(&dir, "run room.tmx --projectiles 0 --steps 1 --picture out.png --json");
    let facts = &report["picture"];
    assert_eq!((&facts["file"], &facts["scale"]), (&"out.png".into(), &1.0.into()));
    assert!(facts["seconds"].as_f64() > Some(0.0), "{facts}");
    assert_eq!(report["warnings"], serde_json::json!([]));
    let pixels = Pixels::of(&dir.join("out.png"));
    assert_eq!((pixels.width, pixels.height), (64, 64));
    assert!((0..64 * 16).all(|n| pixels.at(n % 64, n / 64) == [100, 100, 100, 255]));
    // The character stands in the middle of the floor: 8 x 11 px, moving at most 1.5 px a step.
    assert_eq!([(32, 40), (32, 45)].map(|(x, y)| pixels.at(x, y)), [BLUE; 2]);
    assert_eq!([(20, 40), (44, 40), (32, 30)].map(|(x, y)| pixels.at(x, y)), [[0; 4]; 3]);

    good(&dir, "run room.tmx --projectiles 9 --characters 0 --steps 0 --picture OUT.PNG --scale 4 --json");
    let pixels = Pixels::of(&dir.join("OUT.PNG"));
    assert_eq!((pixels.width, pixels.height), (256, 256));
    // 4 x 4 px each at four times their size, less the rim.
    let most = 9 * 14 * 14;
    assert!((most / 2..=most + 9 * 60).contains(&pixels.count(YELLOW)), "{}", pixels.count(YELLOW));
    assert_eq!(names(&dir), ["OUT.PNG", "out.png", "rock.png", "room.tmx"]);
}

#[test]
fn a_picture_changes_no_run_and_no_run_the_picture() {
    let dir = folder("same");
    let run =
        |rest: &str| good(&dir, &format!("run room.tmx --projectiles 200 --steps 90 --seed 5 --json {rest}"));
    let without = run("");
    assert_eq!(without["picture"], Value::Null);
    let first = run("--picture 0.png");
    for key in ["state_hash", "motion_hash", "tile_hits"] {
        assert_eq!(first[key], without[key], "{key}");
    }
    let others = ["--plain", "--threads 1", "--threads 2", "--shift 400000,-7"];
    for (n, rest) in (1..).zip(others) {
        run(&format!("--picture {n}.png {rest}"));
        let read = |n: i32| fs::read(dir.join(format!("{n}.png"))).expect("there is a picture");
        assert!(read(n) == read(0), "{rest}");
    }
}

#[test]
fn paths_lead_to_the_bodies() {
    let dir = folder("paths");
    let yellowish = |steps: u32| {
        good(
            &dir,
            &format!(
                "run room.tmx --projectiles 1 --characters 0 --steps {steps} --picture p.png --json --scale 8"
            ),
        );
        let pixels = Pixels::of(&dir.join("p.png"));
        let is = |n: &u32| {
            let [red, green, blue, alpha] = pixels.at(n % 512, n / 512);
            alpha > 0 && red > blue && green > blue
        };
        (0..512 * 512).filter(is).count()
    };
    let (body, path) = (yellowish(0), yellowish(30));
    assert!((28 * 28..40 * 40).contains(&body), "{body}");
    assert!(path > body + 300, "{path} beside {body}");
}

/// Tolerates rounding of how much of a pixel a slanted line covers, which differs between machines.
fn alike(a: [u8; 4], b: [u8; 4]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= 16)
}

#[test]
fn a_region_is_a_part_of_the_whole_picture() {
    let dir = folder("region");
    let run = "run room.tmx --projectiles 20 --steps 50 --json --picture";
    good(&dir, &format!("{run} whole.png"));
    good(&dir, &format!("{run} part.png --region 1,2,2x1 --shift 7,7"));
    good(&dir, &format!("{run} beyond.png --region -1,-1,3x2"));
    let [whole, part, beyond] =
        ["whole", "part", "beyond"].map(|n| Pixels::of(&dir.join(format!("{n}.png"))));
    assert_eq!((part.width, part.height), (32, 16));
    assert!((0..32 * 16).all(|n| alike(part.at(n % 32, n / 32), whole.at(16 + n % 32, 32 + n / 32))));
    assert_eq!((beyond.width, beyond.height), (48, 32));
    assert!((0..32 * 16).all(|n| alike(beyond.at(16 + n % 32, 16 + n / 32), whole.at(n % 32, n / 32))));
    assert_eq!(beyond.at(3, 3), [0; 4]);
}

#[test]
fn an_svg_has_the_size_of_the_level_and_the_colours_of_the_bodies() {
    let dir = folder("svg");
    good(&dir, "run room.tmx --projectiles 9 --picture out.svg --scale 2 --json");
    let text = fs::read_to_string(dir.join("out.svg")).expect("there is a picture");
    assert!(text.starts_with("<svg "), "{}", &text[..80]);
    for part in ["width=\"128\" height=\"128\" viewBox=\"0 0 64 64\"", "#f0e442", "#56b4e9"] {
        assert!(text.contains(part), "{part}");
    }
    assert!(text.ends_with("</svg>\n"));
}

#[test]
fn what_is_inside_of_something_solid_stands_out() {
    let dir = scratch("wrong", &[("rock.tmx", &room().replace("1,0,0,1", "1,1,1,1"))]);
    let ran = Ran::of(&dir, "run rock.tmx --projectiles 0 --steps 5 --picture out.png --json");
    let report = ran.json();
    assert_eq!((ran.status, &report["overlapping"]), (1, &1.into()));
    let pixels = Pixels::of(&dir.join("out.png"));
    assert!(pixels.count(RED) > 30 && pixels.count(BLUE) == 0, "{}", pixels.count(RED));
}

#[test]
fn a_missing_image_is_warned_of_and_drawn_as_checkers() {
    let dir = scratch("image", &[("room.tmx", &room())]);
    let report = good(&dir, "run room.tmx --projectiles 9 --steps 1 --picture out.png --json");
    let warning = "rock.png: the image cannot be read: No such file or directory (os error 2), so its tiles \
                   are drawn as magenta and black checkers";
    assert_eq!(report["warnings"], serde_json::json!([warning]));
    assert!(Pixels::of(&dir.join("out.png")).count(MAGENTA) > 500);
    let text = Ran::of(&dir, "run room.tmx --picture out.png").stdout;
    assert!(text.contains("\nPicture     out.png, drawn in "), "{text}");
    assert!(text.ends_with(&format!("\nWarnings\n  {warning}\n")), "{text}");
}

/// The run would take minutes; the fault is reported before it.
#[test]
fn pictures_that_cannot_be_written_end_no_run() {
    let dir = folder("unwritable");
    fs::create_dir(dir.join("folder.png")).expect("the target directory can be written to");
    fs::write(dir.join("kept.png"), "kept").expect("the target directory can be written to");
    let mut kept = fs::metadata(dir.join("kept.png")).expect("it is there").permissions();
    kept.set_readonly(true);
    fs::set_permissions(dir.join("kept.png"), kept).expect("it is ours");
    let limit = "the limits are 262144 per side and 4294967296 in total; choose a smaller region or scale";
    let cases = [
        (
            "none/out.png",
            "none/out.png: cannot be written: No such file or directory (os error 2); check the path"
                .to_owned(),
        ),
        (
            "room.tmx/out.png",
            "room.tmx/out.png: cannot be written: Not a directory (os error 20); check the path".to_owned(),
        ),
        ("folder.png", "folder.png: is a folder; name a file in it".to_owned()),
        ("kept.png", "kept.png: is write-protected; name another file, or allow it".to_owned()),
        ("rock.png", "rock.png: is an image of the level; name another file".to_owned()),
        (
            "../unwritable/rock.png",
            "../unwritable/rock.png: is an image of the level; name another file".to_owned(),
        ),
        ("a.png --scale 9999", format!("a.png: the picture would be 639936 × 639936 px, and {limit}")),
    ];
    for (picture, message) in &cases {
        let ran = Ran::of(&dir, &format!("run room.tmx --steps 100000000 --picture {picture}"));
        let told = (ran.status, ran.stdout.as_str(), ran.stderr.as_str());
        assert_eq!(told, (2, "", format!("error: {message}\n").as_str()), "{picture}");
    }
    assert_eq!(names(&dir), ["folder.png", "kept.png", "rock.png", "room.tmx"]);
    assert_eq!(fs::read(dir.join("rock.png")).expect("it is there"), rock());
}

#[test]
fn an_infinite_map_in_which_nothing_is_drawn_has_no_picture() {
    let map = level().replace("<map ", "<map infinite=\"1\" ");
    let data = map.find("<data").expect("it has some")..map.find("</data>").expect("it has some");
    let dir = scratch("empty", &[("empty.tmx", &map.replace(&map[data], "<data encoding=\"csv\">"))]);
    let ran = Ran::of(&dir, "run empty.tmx --picture out.png");
    let message =
        "error: out.png: the level has nothing to draw; draw something in Tiled, or pass a --region\n";
    assert_eq!((ran.status, ran.stderr.as_str()), (2, message));
}

#[test]
fn an_image_that_the_level_misses_is_no_place_for_a_picture() {
    let dir = folder("missed");
    fs::remove_file(dir.join("rock.png")).expect("it was there");
    let ran = Ran::of(&dir, "run room.tmx --picture rock.png");
    assert_eq!(ran.status, 2);
    assert_eq!(ran.stderr, "error: rock.png: is an image of the level; name another file\n");
}

#[cfg(unix)]
#[test]
fn what_is_no_ordinary_file_is_left_alone() {
    let dir = folder("odd");
    std::os::unix::fs::symlink("/dev/null", dir.join("null.png")).expect("links can be made");
    std::os::unix::fs::symlink("nothing.png", dir.join("dangling.png")).expect("links can be made");
    let cases = [
        ("null.png", "error: null.png: is not a regular file; name another\n"),
        ("dangling.png", "error: dangling.png: is a broken link; name another, or remove it\n"),
    ];
    for (file, message) in cases {
        let ran = Ran::of(&dir, &format!("run room.tmx --steps 1 --picture {file}"));
        assert_eq!((ran.status, ran.stderr.as_str()), (2, message));
        assert!(fs::symlink_metadata(dir.join(file)).expect("it is there").is_symlink());
    }
}

/// Two rooms at the ends of a long map.
#[test]
fn a_level_that_is_too_long_is_drawn_smaller() {
    let row = |left: &str| format!("{left}{}", ",0".repeat(2046));
    let rows = ["1,1", "1,0", "1,0", "1,1"].map(row).join(",\n");
    let map = level()
        .replace("1,1,1,1,\n1,0,0,1,\n1,0,0,1,\n1,1,1,1", &rows)
        .replace("width=\"4\"", "width=\"2048\"");
    let dir = scratch("long", &[("long.tmx", &map)]);
    fs::write(dir.join("rock.png"), rock()).expect("the target directory can be written to");
    let report = good(&dir, "run long.tmx --projectiles 9 --steps 1 --picture out.png --json");
    assert_eq!(report["picture"]["scale"], 0.5);
    let warning = "out.png: drawn at scale 0.5 to keep its sides within 16,384 px; use --scale for another, \
                   or --region for a part";
    assert_eq!(report["warnings"], serde_json::json!([warning]));
    let pixels = Pixels::of(&dir.join("out.png"));
    assert_eq!((pixels.width, pixels.height), (16_384, 32));
    let text = Ran::of(&dir, "run long.tmx --steps 1 --picture out.png --scale 0.25").stdout;
    assert!(
        text.contains("\nPicture     out.png at scale 0.25, drawn in ") && !text.contains("Warnings"),
        "{text}"
    );
}

/// A full disk, simulated by a limit of file sizes.
#[cfg(target_os = "linux")]
#[test]
fn a_picture_that_fails_leaves_the_old_one_and_the_figures() {
    let dir = folder("full");
    fs::write(dir.join("out.png"), "old").expect("the target directory can be written to");
    let command = env!("CARGO_BIN_EXE_tilephys");
    let run = format!("exec {command} run room.tmx --projectiles 90 --picture out.png --scale 40 --json");
    let output = Command::new("sh")
        .current_dir(&dir)
        // Without the trap the limit ends the process.
        .args(["-c", &format!("trap '' XFSZ; ulimit -f 8; {run}")])
        .output()
        .expect("it starts");
    let stderr = String::from_utf8(output.stderr).expect("it prints UTF-8");
    assert_eq!(stderr, "error: out.png: the picture cannot be written: File too large (os error 27)\n");
    assert_eq!(output.status.code(), Some(2));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&report["picture"], &report["overlapping"]), (&Value::Null, &0.into()));
    assert_eq!(names(&dir), ["out.png", "rock.png", "room.tmx"]);
    assert_eq!(fs::read(dir.join("out.png")).expect("it is there"), b"old");
}
