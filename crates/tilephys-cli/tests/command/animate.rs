//! Pictures that move, drawn by `tilephys render --animate`: decoded frame by frame.

use crate::pictures::{Pixels, folder, rock, room};
use crate::process::{Ran, level, scratch};
use crate::root::root;
use png::{BlendOp, Decoder};
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

const LIFTS: &str = "maps/levels/lifts.tmx --region 0,2,24x18";

/// An animation, decoded: each frame whole, as a viewer shows it.
struct Frames {
    size: [u32; 2],
    /// Numerator and denominator of each frame's delay, in seconds.
    delays: Vec<[u16; 2]>,
    frames: Vec<Vec<[u8; 4]>>,
}

impl Frames {
    fn of(file: &Path) -> Frames {
        let file = File::open(file).expect("there is an animation");
        let mut reader = Decoder::new(BufReader::new(file)).read_info().expect("it is a PNG");
        let info = reader.info();
        let size = [info.width, info.height];
        let count = info.animation_control().expect("it is animated").num_frames;
        let mut shown = vec![[0; 4]; (size[0] * size[1]) as usize];
        let mut buffer = vec![0; reader.output_buffer_size().expect("it is small")];
        let mut delays = Vec::new();
        let mut frames = Vec::new();
        for _ in 0..count {
            let frame = reader.next_frame(&mut buffer).expect("it is whole");
            let control = *reader.info().frame_control().expect("each frame has its place");
            let pixels = buffer[..frame.buffer_size()].as_chunks::<4>().0;
            for (row, pixels) in (0..).zip(pixels.chunks_exact(control.width as usize)) {
                let start = ((control.y_offset + row) * size[0] + control.x_offset) as usize;
                for (shown, pixel) in shown[start..].iter_mut().zip(pixels) {
                    let is_kept = control.blend_op == BlendOp::Over && pixel[3] == 0;
                    assert!(is_kept || control.blend_op == BlendOp::Source || pixel[3] == 255, "{pixel:?}");
                    *shown = if is_kept { *shown } else { *pixel };
                }
            }
            delays.push([control.delay_num, control.delay_den]);
            frames.push(shown.clone());
        }
        Frames { size, delays, frames }
    }

    /// Corners of the box around all pixels in which two frames differ: left, top, right, bottom.
    fn change(&self, one: usize, other: usize) -> Option<[u32; 4]> {
        let pairs = (0..).zip(self.frames[one].iter().zip(&self.frames[other]));
        let places = pairs.filter(|(_, (one, other))| one != other).map(|(index, _)| index);
        let boxes = places.map(|index: u32| {
            let [x, y] = [index % self.size[0], index / self.size[0]];
            [x, y, x + 1, y + 1]
        });
        boxes.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])])
    }
}

/// An empty folder beside the maps of the project, whose paths words that begin with "maps/" are.
fn work(name: &str) -> PathBuf {
    scratch(name, &[])
}

fn render(dir: &Path, arguments: &str) -> Ran {
    let placed = |word: &str| match word.starts_with("maps/") {
        true => root().join(word).display().to_string(),
        false => word.to_owned(),
    };
    let words: Vec<String> = arguments.split_whitespace().map(placed).collect();
    Ran::of(dir, &format!("render {}", words.join(" ")))
}

/// Draws an animation without a word on stderr, and reads it.
fn drawn(dir: &Path, arguments: &str) -> Frames {
    let ran = render(dir, &format!("{arguments} --animate out.png"));
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{arguments}");
    assert!(ran.stdout.starts_with("out.png: "), "{}", ran.stdout);
    Frames::of(&dir.join("out.png"))
}

#[test]
fn a_recording_has_its_frames_its_rate_and_its_size() {
    let dir = work("animate-replay");
    let replay = "--replay maps/levels/recordings/lifts.tprec";
    let film = drawn(&dir, &format!("{LIFTS} {replay} --seconds 1.5 --rate 10"));
    assert_eq!((film.size, film.frames.len()), ([384, 288], 15));
    assert!(film.delays.iter().all(|delay| *delay == [1, 10]));
    // The first frame is the level as it stands, but for the hero.
    let still = render(&dir, &format!("{LIFTS} -o still.png"));
    assert_eq!(still.status, 0);
    let still = Pixels::of(&dir.join("still.png"));
    let differing: Vec<[u32; 2]> = (0..288)
        .flat_map(|y| (0..384).map(move |x| [x, y]))
        .filter(|[x, y]| still.at(*x, *y) != film.frames[0][(y * 384 + x) as usize])
        .collect();
    let [left, right] = [differing.iter().map(|at| at[0]).min(), differing.iter().map(|at| at[0]).max()];
    assert!(differing.len() > 60 && right.zip(left).is_some_and(|(right, left)| right - left < 8));
    // The hero runs: a box of at least half a second of its way has changed, beside torches and coins.
    let [left, .., right, _] = film.change(0, 14).expect("the hero runs");
    assert!(right - left > 60);
}

#[test]
fn keys_draw_what_the_recording_of_them_draws() {
    let dir = work("animate-keys");
    let rest = "--from 0.5 --seconds 1 --rate 6 --overlay colliders,paths --scale 0.5";
    drawn(&dir, &format!("{LIFTS} {rest} --keys maps/levels/keys/lifts.txt"));
    let keys = fs::read(dir.join("out.png")).expect("it is drawn");
    drawn(&dir, &format!("{LIFTS} {rest} --replay maps/levels/recordings/lifts.tprec"));
    assert!(keys == fs::read(dir.join("out.png")).expect("it is drawn"));
    drawn(&dir, &format!("{LIFTS} {rest} --keys maps/levels/keys/lifts.txt --preset mario"));
    assert!(keys != fs::read(dir.join("out.png")).expect("it is drawn"), "another hero runs otherwise");
}

#[test]
fn time_that_is_taken_back_ends_as_it_began() {
    let dir = work("animate-rewind");
    let film = drawn(&dir, &format!("{LIFTS} --keys maps/levels/keys/lifts.txt --seconds 0.5 --rewind 2"));
    assert_eq!(film.frames.len(), 10 + 5);
    // Words over the level say so, in its upper left corner.
    let [left, top, right, bottom] = film.change(0, 14).expect("there are words");
    assert!(left < 8 && top < 8 && right < 160 && bottom < 24, "{right}, {bottom}");
    assert_eq!(film.change(9, 10).map(|change| change[0] < 8), Some(true));
}

#[test]
fn a_hit_stands_still_with_its_reason() {
    let dir = work("animate-explain");
    let keys = "--keys maps/levels/keys/one_ways.txt --size 320x180";
    let film = drawn(&dir, &format!("maps/levels/one_ways.tmx {keys} --seconds 1.6 --explain 1 --rate 10"));
    let held = film.frames.windows(2).filter(|pair| pair[0] == pair[1]).count();
    assert_eq!((film.size, held), ([320, 180], 19));
    let slow = film.frames.len() - 20;
    assert!((16..80).contains(&slow), "{slow} frames beside the hit");
}

#[test]
fn a_view_follows_the_hero() {
    let dir = work("animate-follow");
    let keys = "--keys maps/levels/keys/slopes.txt --size 128x96 --rate 5";
    let film = drawn(&dir, &format!("maps/levels/slopes.tmx {keys} --from 2 --seconds 2"));
    assert_eq!((film.size, film.frames.len()), ([128, 96], 10));
    // Everything moves, and the shirt of the hero is in view all the time.
    assert_eq!(film.change(0, 9).map(|change| change[2] - change[0] > 100), Some(true));
    assert!(film.frames.iter().all(|frame| frame.contains(&[84, 150, 230, 255])));
}

#[test]
fn an_edited_map_plays_what_was_taken_back() {
    let dir = folder("animate-edit");
    let edited = room().replacen("1,0,0,1", "1,0,1,1", 1);
    fs::write(dir.join("edited.tmx"), edited).expect("the target directory can be written to");
    let film = drawn(&dir, "room.tmx --rewind 0.4 --edit edited.tmx --seconds 0.5 --rate 10 --scale 4");
    // Five frames on, two back at twice the speed, four on.
    assert_eq!(film.frames.len(), 11);
    let cell = |frame: usize| film.frames[frame][(100 * film.size[0] + 160) as usize];
    assert!((0..7).all(|frame| cell(frame) == cell(0)));
    assert!((7..11).all(|frame| cell(frame) != cell(0)));
}

#[test]
fn many_bodies_are_in_view_at_the_end() {
    let dir = folder("animate-bodies");
    let film = drawn(&dir, "room.tmx --bodies 2000 --seconds 0.1 --rate 5 --scale 4");
    assert_eq!(film.frames.len(), 1 + 7);
    let bodies = |frame: &Vec<[u8; 4]>| frame.iter().filter(|pixel| **pixel == [86, 180, 233, 255]).count();
    assert_eq!(bodies(&film.frames[0]), 0);
    assert!(film.frames[1..].iter().all(|frame| bodies(frame) > 100));
}

#[test]
fn each_bad_input_has_one_error() {
    let dir = folder("animate-errors");
    let solid = level().replace("1,0,0,1", "1,1,1,1");
    let files =
        [("rock.tmx", solid.as_str()), ("bad.keys", "4 right\nten jump"), ("map.keys", "4 fly"), ("k", "9")];
    for (name, text) in files {
        fs::write(dir.join(name), text).expect("the target directory can be written to");
    }
    fs::write(dir.join("rock.png"), rock()).expect("the target directory can be written to");
    let errors = [
        ("room.tmx --animate a.gif", "expected a name that ends in .png"),
        ("room.tmx --animate a.png -o b.png", "cannot be used with"),
        ("room.tmx", "--output <FILE>"),
        ("room.tmx --keys k", "--animate <FILE>"),
        ("room.tmx -o a.png --keys k", "cannot be used with"),
        ("room.tmx --animate a.png --keys none", "none: cannot be read: "),
        ("room.tmx --animate a.png --keys bad.keys", "bad.keys: line 2: \"ten\" is not a number of ticks"),
        ("room.tmx --animate a.png --keys map.keys", "map.keys: line 1: unknown key \"fly\""),
        ("room.tmx --animate a.png --keys rock.png", "rock.png: is not text; "),
        (
            "room.tmx --animate a.png --replay rock.png",
            "rock.png: the file is not a recording of this version",
        ),
        ("room.tmx --animate a.png --replay maps/levels/recordings/dash.tprec", "does not fit this level"),
        ("room.tmx --animate a.png --keys k --replay k", "cannot be used with"),
        ("room.tmx --animate a.png --rate 0", "0 is not in 1..=60"),
        ("room.tmx --animate a.png --rate 61", "61 is not in 1..=60"),
        ("room.tmx --animate a.png --seconds 0", "expected more than 0 seconds and at most 120"),
        ("room.tmx --animate a.png --seconds 121", "expected more than 0 seconds and at most 120"),
        ("room.tmx --animate a.png --size 8x4000", "expected a width and a height from 16 to 4096 px"),
        ("room.tmx --animate a.png --keys k --from 5", "the game ends after 0.15 s, before --from 5"),
        ("room.tmx --animate a.png --keys k --explain 5", "--explain 5 is not between 0 and 0.15 s"),
        ("room.tmx --animate a.png --rewind 11", "expected at most 10 seconds"),
        ("room.tmx --animate a.png --edit room.tmx", "--rewind <S>"),
        ("room.tmx --animate a.png --rewind 1 --edit none.tmx", "none.tmx"),
        ("room.tmx --animate a.png --bodies 0", "0 is not in 1..=200000"),
        ("room.tmx --animate a.png --bodies 9 --replay k", "cannot be used with"),
        ("rock.tmx --animate a.png --keys k", "--keys move a hero, and the level has no place for one"),
        ("rock.tmx --animate rock.png", "rock.png: is an image of the level; name another file"),
        ("room.tmx --animate a.png --scale 100", "each frame would be 6400 × 6400 px"),
        ("room.tmx --animate none/a.png", "none/a.png: cannot be written: "),
    ];
    for (arguments, message) in errors {
        let ran = render(&dir, arguments);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{arguments}");
        assert!(ran.stderr.contains(message), "{arguments}: {}", ran.stderr);
        assert_eq!(ran.stderr.matches("error: ").count(), 1, "{arguments}: {}", ran.stderr);
        assert!(!dir.join("a.png").exists(), "{arguments}");
    }
}
