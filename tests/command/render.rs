//! Pictures drawn by `tilephys render`, pixel by pixel, and its messages.

use crate::pictures::{Pixels, folder, names, rock};
use crate::process::{Ran, level, run, scratch};
use std::fs;
use std::path::{Path, PathBuf};

const GREY: [u8; 4] = [100, 100, 100, 255];

/// Draws a picture without a word on stderr, and reads it.
fn drawn(dir: &Path, arguments: &str) -> Pixels {
    let ran = Ran::of(dir, &format!("render {arguments} -o out.png"));
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{arguments}");
    Pixels::of(&dir.join("out.png"))
}

/// A folder with a level of nothing but the room, and the image of its tile.
fn bare(name: &str) -> PathBuf {
    let dir = scratch(name, &[("room.tmx", &level())]);
    fs::write(dir.join("rock.png"), rock()).expect("the target directory can be written to");
    dir
}

#[test]
fn a_picture_has_the_level_alone_and_a_line_tells_of_it() {
    let dir = folder("render-plain");
    let pixels = drawn(&dir, "room.tmx");
    assert_eq!((pixels.width, pixels.height), (64, 64));
    let is_wall = |x: u32, y: u32| !(16..48).contains(&x) || !(16..48).contains(&y);
    for (x, y) in (0..64).flat_map(|y| (0..64).map(move |x| (x, y))) {
        assert_eq!(pixels.at(x, y), if is_wall(x, y) { GREY } else { [0; 4] }, "{x}, {y}");
    }
    fs::write(dir.join("twice.png"), "old").expect("the target directory can be written to");
    let ran = Ran::of(&dir, "render room.tmx --output twice.png --scale 2");
    let line = "twice.png: 128 × 128 px, drawn in ";
    assert!(ran.status == 0 && ran.stdout.starts_with(line) && ran.stderr.is_empty(), "{}", ran.stdout);
    let pixels = Pixels::of(&dir.join("twice.png"));
    assert_eq!([(31, 32), (32, 32)].map(|(x, y)| pixels.at(x, y)), [GREY, [0; 4]]);
    assert_eq!(names(&dir), ["out.png", "rock.png", "room.tmx", "twice.png"]);
}

#[test]
fn regions_are_cells_and_scales_are_pixels() {
    let dir = folder("render-region");
    let part = drawn(&dir, "room.tmx --region 0,1,2x1 --scale 0.5");
    assert_eq!((part.width, part.height), (16, 8));
    assert_eq!([(7, 4), (8, 4)].map(|(x, y)| part.at(x, y)), [GREY, [0; 4]]);
    let beyond = drawn(&dir, "room.tmx --region -1,-1,2x2 --scale 3");
    assert_eq!((beyond.width, beyond.height), (96, 96));
    assert_eq!(
        [(47, 60), (48, 60), (60, 47), (48, 48)].map(|(x, y)| beyond.at(x, y)),
        [[0; 4], GREY, [0; 4], GREY]
    );
}

#[test]
fn an_svg_shows_the_same_region() {
    let dir = folder("render-svg");
    let ran = Ran::of(&dir, "render room.tmx -o out.SVG --scale 2 --region 0,0,4x2");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let text = fs::read_to_string(dir.join("out.SVG")).expect("there is a picture");
    assert!(text.contains("width=\"128\" height=\"64\" viewBox=\"0 0 64 32\""), "{}", &text[..200]);
    assert!(text.contains("<use ") && text.ends_with("</svg>\n"), "{}", &text[..200]);
}

#[test]
fn missing_images_are_warned_of_once() {
    let dir = scratch("render-image", &[("room.tmx", &level())]);
    let ran = Ran::of(&dir, "render room.tmx -o out.png");
    let warning = "warning: rock.png: the image cannot be read: No such file or directory (os error 2); its tiles are drawn \
                   as magenta and black checkers\n";
    assert_eq!((ran.status, ran.stderr.as_str()), (0, warning));
    assert!(Pixels::of(&dir.join("out.png")).count([255, 0, 255, 255]) > 500);
}

#[test]
fn names_of_layers_can_be_solid_as_in_a_run() {
    let dir = bare("render-solid");
    let plain =
        level().replace("<properties><property name=\"collision\" value=\"solid\"/></properties>", "");
    fs::write(dir.join("plain.tmx"), plain.replace("\"ground\"", "\"rocks\"")).expect("it can be written");
    let ran = Ran::of(&dir, "render plain.tmx -o out.png --solid rocks");
    assert!(ran.status == 0 && ran.stderr.contains("layer \"rocks\" (12 tiles): solid"), "{}", ran.stderr);
}

#[test]
fn what_cannot_be_drawn_is_one_error_and_no_file() {
    let dir = bare("render-errors");
    let limit = "262144 to a side and 4294967296 in all are the most; choose a smaller region or scale";
    let off = "the region holds nothing of the level, which is at 0 to 64 px across and 0 to 64 px down; choose another --region";
    fs::create_dir(dir.join("folder.png")).expect("the target directory can be written to");
    for (arguments, message) in [
        (
            "room.tmx -o none/out.png",
            "none/out.png: cannot be written: No such file or directory (os error 2); check the path",
        ),
        ("room.tmx -o folder.png", "folder.png: is a folder; name a file in it"),
        ("room.tmx -o rock.png", "rock.png: is an image of the level; name another file"),
        ("room.tmx -o out.png --region 4,0,9x9", &format!("out.png: {off}")),
        ("room.tmx -o out.png --region -9,-9,9x9", &format!("out.png: {off}")),
        (
            "room.tmx -o out.png --scale 9999",
            &format!("out.png: the picture would be 639936 × 639936 px, and {limit}"),
        ),
    ] {
        let ran = Ran::of(&dir, &format!("render {arguments}"));
        let told = (ran.status, ran.stdout.as_str(), ran.stderr.as_str());
        assert_eq!(told, (2, "", format!("error: {message}\n").as_str()), "{arguments}");
    }
    assert!(Ran::of(&dir, "render missing.tmx -o out.png").stderr.starts_with("error: "));
    for (arguments, words) in [
        ("room.tmx", "required arguments were not provided:\n  --output <FILE>"),
        ("room.tmx -o out.jpg", "'out.jpg' for '--output <FILE>': expected a name that ends in .png or .svg"),
        ("room.tmx -o a.png --scale 0", "'0' for '--scale <F>': expected a number above 0, such as 2 or 0.5"),
        ("room.tmx -o a.png --region 1,2", "expected column, row and how many of each, such as 20,5,60x34"),
    ] {
        let ran = Ran::of(&dir, &format!("render {arguments}"));
        assert!(ran.status == 2 && ran.stderr.contains(words), "{arguments}: {}", ran.stderr);
    }
    assert_eq!(names(&dir), ["folder.png", "rock.png", "room.tmx"]);
}

/// A full disk, simulated by a limit of file sizes.
#[cfg(target_os = "linux")]
#[test]
fn a_picture_that_fails_leaves_the_old_one() {
    let dir = folder("render-full");
    fs::write(dir.join("out.png"), "old").expect("the target directory can be written to");
    let draw = format!("exec {} render room.tmx -o out.png --scale 200", env!("CARGO_BIN_EXE_tilephys"));
    // Without the trap the limit ends the process.
    let shell = format!("trap '' XFSZ; ulimit -f 8; {draw}");
    let output =
        std::process::Command::new("sh").current_dir(&dir).args(["-c", &shell]).output().expect("it starts");
    let stderr = String::from_utf8(output.stderr).expect("it prints UTF-8");
    assert_eq!(stderr, "error: out.png: the picture cannot be written: File too large (os error 27)\n");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read(dir.join("out.png")).expect("it is there"), b"old");
    assert_eq!(names(&dir), ["out.png", "rock.png", "room.tmx"]);
}

#[test]
fn the_help_explains_the_options() {
    let help = run("render --help");
    assert_eq!((help.status, help.stderr.as_str()), (0, ""));
    for word in ["<MAP>", "--output", "--region", "--scale", "--solid", "Status: 0", "Draw a level as Tiled"]
    {
        assert!(help.stdout.contains(word), "{word} in {}", help.stdout);
    }
}
