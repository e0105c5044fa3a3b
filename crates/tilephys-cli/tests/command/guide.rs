//! Runs the commands that README.md and the guide show.

use crate::pictures::Pixels;
use crate::process::{level, scratch};
use crate::root::root;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// README.md and the chapters of the guide.
fn pages() -> Vec<PathBuf> {
    let chapters = fs::read_dir(root().join("docs/src")).expect("the guide has chapters");
    let mut pages: Vec<PathBuf> = chapters.map(|entry| entry.expect("readable").path()).collect();
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    pages.push(root().join("README.md"));
    pages.sort();
    pages
}

/// The lines of the shell blocks of a page.
fn shell_lines(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n```sh\n").skip(1).flat_map(|rest| rest.split("\n```").next().unwrap_or_default().lines())
}

/// Runs `tilephys` with these arguments in a folder that has a level of its own.
fn run_in(dir: &Path, arguments: &str) {
    // The folder has no levels of the project; those are read where they are.
    let placed = |word: &str| {
        let is_of_project = word == "maps" || word.starts_with("maps/") || word.starts_with("tests/");
        if is_of_project { root().join(word).display().to_string() } else { word.to_owned() }
    };
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_tilephys"));
    command.current_dir(dir).args(arguments.split_whitespace().map(placed)).assert().success();
}

/// A folder with the level that README.md asks its reader to draw.
fn own_level(name: &str) -> PathBuf {
    let spawn = "<objectgroup id=\"2\" name=\"o\"><object id=\"1\" type=\"TpSpawn\" x=\"32\" y=\"48\"><point/></object>\
                 </objectgroup></map>";
    let dir = scratch(name, &[("my-level.tmx", &level().replace("</map>", spawn))]);
    let file = fs::File::create(dir.join("rock.png")).expect("the directory can be written to");
    let mut png = png::Encoder::new(file, 16, 16);
    png.set_color(png::ColorType::Grayscale);
    let mut image = png.write_header().expect("a header");
    image.write_image_data(&[128; 16 * 16]).expect("a picture");
    image.finish().expect("an end");
    dir
}

/// Compares a picture of the guide with the picture that a command of the guide has drawn.
fn assert_is_drawn(dir: &Path, name: &str) {
    let kept = Pixels::of(&root().join("docs/src").join(name));
    let drawn = Pixels::of(&dir.join(name));
    assert!(
        kept == drawn,
        "docs/src/{name} is out of date: draw it by the command that the guide or README.md names"
    );
}

#[test]
fn every_command_of_the_pages_ends_well() {
    let mut runs = BTreeSet::new();
    let mut drawn = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("readable");
        let name = page.file_stem().expect("a file").to_string_lossy().into_owned();
        let dir = own_level(&format!("guide-{name}"));
        for line in shell_lines(&text) {
            // README.md is about a copy of the sources, and the guide about a command that is installed.
            let command = ["cargo run --release -- ", "tilephys "].map(|command| line.strip_prefix(command));
            if let Some(arguments) = command.into_iter().flatten().next() {
                // On levels of the project, a command ends on all pages alike. The folders of scenarios have a test of their own.
                let is_known = !runs.insert(arguments.to_owned()) && arguments.contains("maps/");
                if is_known || arguments.starts_with("scenario tests/") {
                    continue;
                }
                run_in(&dir, arguments);
                // A picture that the page shows is what its command draws today.
                let pictures = arguments.split_whitespace().filter(|word| word.ends_with(".png"));
                for picture in pictures.filter(|name| text.contains(&format!("]({name})"))) {
                    assert_is_drawn(&dir, picture);
                    drawn += 1;
                }
            } else if let Some((_, example)) = line.split_once("--example ") {
                let file = root().join("examples").join(example).with_extension("rs");
                assert!(file.is_file(), "{}: {line}", page.display());
            } else if let Some((_, arguments)) = line.split_once("-netplay-example -- ") {
                // Two programs at once: `.ci/run` plays them against each other.
                let ci = fs::read_to_string(root().join(".ci/run")).expect("readable");
                assert!(ci.contains(arguments), "{}: .ci/run does not play {line}", page.display());
            } else {
                assert_eq!(line, "cargo test", "{}: a command that no test runs", page.display());
            }
        }
    }
    assert!(runs.len() > 5, "{runs:?}: the pages have lost their commands");
    assert!(drawn > 1, "{drawn} pictures: the pages have lost theirs");
}

/// The first frame is compared, since all of them take minutes in a debug build.
#[test]
fn the_command_of_the_animation_in_the_readme_draws_it() {
    let text = fs::read_to_string(root().join("README.md")).expect("readable");
    let dir = own_level("guide-animation");
    let command = text.split('`').find_map(|code| code.strip_prefix("tilephys render maps/"));
    let command = command.expect("README.md says how its animation is drawn");
    let (head, _) = command.split_once(" --seconds ").expect("its parts in time");
    run_in(&dir, &format!("render maps/{head} --seconds 0.1"));
    assert_is_drawn(&dir, "play.png");
    let bytes = fs::metadata(root().join("docs/src/play.png")).expect("it is there").len();
    assert!(bytes < 1_000_000, "{bytes} bytes");
    let edit = text.split("`sed '298s/").nth(1).and_then(|edit| edit.split('/').next());
    let map = fs::read_to_string(root().join("maps/cavern.tmx")).expect("readable");
    let row = map.lines().nth(297).expect("the map is long");
    assert!(row.contains(edit.expect("README.md says how the map is edited")), "{row}");
}

#[test]
fn the_command_of_the_picture_in_the_readme_draws_it() {
    let text = fs::read_to_string(root().join("README.md")).expect("readable");
    let dir = own_level("guide-picture");
    let command = text.split('`').find_map(|code| code.strip_prefix("tilephys run maps/"));
    run_in(&dir, &format!("run maps/{}", command.expect("README.md says how its picture is drawn")));
    assert_is_drawn(&dir, "cavern.png");
}
