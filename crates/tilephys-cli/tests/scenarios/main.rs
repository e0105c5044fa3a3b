//! End-to-end tests of `tilephys scenario`, with the built command.

mod refused;
#[path = "../../../tilephys-core/tests/rng.rs"]
mod rng;
#[path = "../command/root.rs"]
mod root;
#[path = "../../../tilephys-core/tests/volume.rs"]
mod volume;

use rng::Rng;
use root::root;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use volume::volume;

/// Output and exit status of the command.
struct Ran {
    out: String,
    err: String,
    status: Option<i32>,
}

fn scenario(args: &[&str]) -> Ran {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_tilephys"));
    let Output { status, stdout, stderr } =
        command.current_dir(root()).arg("scenario").args(args).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("it prints UTF-8");
    Ran { out: text(stdout), err: text(stderr), status: status.code() }
}

/// An empty folder for the files of one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("scenarios").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Runs a file of this text, and returns the output without the file's path.
fn with_text(name: &str, text: &str, flags: &[&str]) -> Ran {
    let file = folder(name).join("case.toml");
    fs::write(&file, text).expect("a file");
    let path = file.to_str().expect("a path in UTF-8");
    let ran = scenario(&[flags, &[path]].concat());
    let plain = |text: String| text.replace(path, "case.toml");
    Ran { out: plain(ran.out), err: plain(ran.err), ..ran }
}

/// Asserts the message for a file that cannot be read; nothing runs, and the status is 2.
#[track_caller]
fn refusal(name: &str, text: &str, message: &str) {
    let ran = with_text(name, text, &[]);
    assert_eq!(ran.err, message);
    assert_eq!(ran.out, "0 scenarios, 0 variants (0 mirrored or turned, 0 shifted): 1 file not readable\n");
    assert_eq!(ran.status, Some(2));
}

const CORNER: &str = r##"id = "C1"
title = "Falling onto a corner lands"

origin = [10, 10]
map = "#"

[[body]]
at = [144, 144]
size = [8, 8]

[[step]]
move = [16, 16]
expect = { at = [160, 152], hits = [{ fraction = 0.5, normal = [0, -1], cell = [10, 10] }] }
"##;

#[test]
fn all_scenarios_are_as_expected() {
    let ran = scenario(&["tests/scenarios"]);
    assert!(ran.status == Some(0), "{}{}", ran.out, ran.err);
    // `ok    SC7   24 of 24  title`
    let words = ran.out.lines().filter_map(|line| line.strip_prefix("ok    "));
    let rows: Vec<Vec<&str>> = words.map(|line| line.split_whitespace().collect()).collect();
    let files = rows.len();
    let variants: usize = rows.iter().map(|row| row[3].parse::<usize>().expect("a count")).sum();
    let last = ran.out.lines().last().expect("a last line");
    assert!(last.starts_with(&format!("{files} scenarios, {variants} variants (")), "{last}");
    assert!(last.ends_with(": all as expected"), "{last}");
    let excepted = 24 * files - variants;
    assert!(excepted <= 4 * files / 10, "{excepted} variants are excepted");
    let mut ids: Vec<&str> = rows.iter().map(|row| row[0]).collect();
    ids.sort_unstable();
    let twice = ids.windows(2).find(|pair| pair[0] == pair[1]);
    assert_eq!(twice, None, "an id is used twice");
    assert!(files >= 185, "only {files} scenarios were found");
}

#[test]
fn a_difference_is_shown_with_its_line_and_a_picture() {
    let wrong = CORNER.replace("at = [160, 152]", "at = [160, 153], on_floor = false");
    let ran = with_text("difference", &wrong, &[]);
    assert_eq!(ran.status, Some(1));
    assert_eq!(
        ran.out,
        "FAIL  C1     0 of 24  Falling onto a corner lands

case.toml:13: C1, step 1 (move 16, 16)
                     expected  got
  line 13  y         153       152
  line 13  on_floor  false     true

        8     9     10    11
     8  .     .     .     .


     9  .     SSS++ .     .
              SSS+++EEE
               +++++EEE
    10  .     .     ######.
                    ######
                    ######
    S: body before the step, +: on its way, E: after it

1 scenario, 24 variants (21 mirrored or turned, 16 shifted): 1 scenario not as expected
"
    );
}

#[test]
fn explain_tells_every_step_and_hit() {
    let ran = with_text("explain", CORNER, &["--explain"]);
    assert_eq!(ran.status, Some(0));
    assert_eq!(
        ran.out,
        "ok    C1    24 of 24  Falling onto a corner lands
  body: at (144, 144), size (8, 8), velocity [0, 0]

  step 1: move 16, 16
       1  (160, 152)  velocity (0, 0)  touches down, on_floor, floor_begin
          hit: fraction 0.5, normal (0, -1): up face of cell [10, 10] `#`; body at (152, 152), remaining (8, 0)
          | A body of 8 x 8 px at 144, 144 px, with a velocity of 0, 0 px/s, moves by 16, 16 px.
          | 1. The motion: from 144, 144 by 16, 16 px.
          |    - upper side of tile 0 at column 10, row 10 (a floor): hit at 0.5 of the move, at 152, 152 px; the body walks on it, 8, 0 px remain.
          |    - left side of tile 0 at column 10, row 10: not hit, reached at the same moment, in a corner: falling lands, rising keeps rising.
          |    - 2 more faces near it: covered, or the motion does not lead to them.
          | 2. The rest of it: from 152, 152 by 8, 0 px, nothing is in the way.
          |    - left side of tile 0 at column 10, row 10: not hit, the body passes beside it.
          |    - 3 more faces near it: covered, or the motion does not lead to them.
          | It ends at 160, 152 px with a velocity of 0, 0 px/s. It stands on tile 0 at column 10, row 10.

        8     9     10    11
     8  .     .     .     .


     9  .     SSS++ .     .
              SSS+++EEE
               +++++EEE
    10  .     .     ######.
                    ######
                    ######
    S: body before the step, +: on its way, E: after it

1 scenario, 24 variants (21 mirrored or turned, 16 shifted): all as expected
"
    );
}

/// A lift that rises under a body, and leaves it when it is removed.
const LIFT: &str = r##"id = "C3"
title = "A lift, and then none"

gravity = 900

[[body]]
at = [164, 149]

[[mover]]
name = "lift"
at = [160, 160]
size = [32, 16]
velocity = [0, -240]

[[step]]
ticks = 4
expect = { at = [164, 133], lift = [0, -240], offset = { from = "lift", by = [4, -11] } }

[[step]]
ticks = 1
movers = [{ mover = "lift", remove = true }]
expect = { vy = -225 }
also = [{ mover = "lift", gone = true }]
"##;

#[test]
fn explain_draws_movers_where_they_are() {
    let ran = with_text("lift", LIFT, &["--explain"]);
    assert_eq!(ran.status, Some(0), "{}", ran.out);
    let told = "
  step 1: tick, 4 times
       1  body (164, 145)  velocity (0, 0)  touches down, on_floor, lift [0, -240], floor_begin
          hit: fraction 0, normal (0, -1): up face of `lift` `#`; body at (164, 145), remaining (0, 0)
          | A body of 8 x 11 px at 164, 145 px, with a velocity of 0, 15 px/s, moves by 0, 0.25 px.
";
    assert!(ran.out.contains(told), "{}", ran.out);
    let picture = "
        9     10    11
     7  .     .     .


     8  .     .EEEE .
               EEEE
               EEEE
     9  .     #SSSS#######
              #SSSS#######
              #SSSS#######
    10  .     .     .
";
    assert!(ran.out.contains(picture), "{}", ran.out);
    let told = "
  step 2: tick, mover `lift` removed
       1  body (164, 133.25)";
    assert!(ran.out.contains(told), "{}", ran.out);
    assert!(ran.out.contains("\n       1  lift gone\n"), "{}", ran.out);
}

/// Exits of 12 px to both sides, 14 up: the tie between both sides has no mirror image.
const TWO_EXITS: &str = r##"id = "C2"
title = "Equal exits to both sides"

origin = [3, 3]
map = "#"

[[body]]
at = [52, 42]
size = [8, 20]

[[step]]
move = [0, 0]
expect = { pushed = [-12, 0] }
"##;

#[test]
fn a_variant_that_goes_another_way_is_a_difference() {
    let ran = with_text("departure", TWO_EXITS, &[]);
    assert_eq!(ran.status, Some(1));
    assert!(ran.out.starts_with("FAIL  C2    12 of 24  Equal exits to both sides\n"), "{}", ran.out);
    let told = "case.toml:11: C2 mirrored in x, step 1 (move 0, 0)
               as written  in this variant
  x            40          64
  pushed x     -12         12
  wall_normal  (-1, 0)     (1, 0)
  touches      right       left
";
    assert!(ran.out.contains(told), "{}", ran.out);
}

#[test]
fn excepted_variants_are_not_run() {
    let except = "\n[[except]]\nvariants = \"mirrored\"\nbecause = \"the lesser coordinate is taken\"\n\n[[except]]\n\
         variants = \"turned\"\nbecause = \"the same\"\n";
    let ran = with_text("except", &format!("{TWO_EXITS}{except}"), &[]);
    assert_eq!(
        ran.out,
        "ok    C2     3 of  3  Equal exits to both sides\n\
         1 scenario, 3 variants (0 mirrored or turned, 2 shifted): all as expected\n"
    );
    assert_eq!(ran.status, Some(0));
}

#[test]
fn tolerances_are_counted() {
    let text =
        CORNER.replace("expect = {", "expect = { within = 0.5,").replace("[160, 152]", "[160.25, 152]");
    let ran = with_text("tolerances", &text, &["--tolerances"]);
    let told = "
comparisons   tolerance  largest deviation
          3       exact  0
          3         0.5  0.25
";
    assert!(ran.out.contains(told), "{}", ran.out);
    assert_eq!(ran.status, Some(0));
}

#[test]
fn files_that_are_not_there_or_not_text_are_named() {
    let ran = scenario(&["tests/scenarios/nowhere.toml"]);
    assert_eq!(ran.err, "tests/scenarios/nowhere.toml: No such file or directory (os error 2)\n");
    assert_eq!(ran.status, Some(2));
    let file = folder("bytes").join("case.toml");
    fs::write(&file, b"id = \"C1\"\ntitle = \"\xFF\"\n").expect("a file");
    let path = file.to_str().expect("a path in UTF-8");
    let ran = scenario(&[path]);
    assert_eq!(ran.err, format!("{path}: line 2 is not UTF-8; save the file as UTF-8\n"));
    assert_eq!(ran.status, Some(2));
}

#[test]
fn an_unreadable_file_does_not_keep_others_from_running() {
    let folder = folder("mixed");
    fs::write(folder.join("a.toml"), "id = 1").expect("a file");
    fs::write(folder.join("b.toml"), CORNER).expect("a file");
    let ran = scenario(&[folder.to_str().expect("a path in UTF-8")]);
    assert_eq!(
        ran.out,
        "ok    C1    24 of 24  Falling onto a corner lands\n\
         1 scenario, 24 variants (21 mirrored or turned, 16 shifted): 1 file not readable\n"
    );
    assert_eq!(ran.status, Some(2));
}

#[test]
fn no_file_makes_the_command_panic() {
    const SHORT: [&str; 20] = [
        "sc/SC7.toml",
        "sc/SC21.toml",
        "wt/WT8.toml",
        "wt/WT13.toml",
        "wt/WT25.toml",
        "wd/WD5.toml",
        "wd/WD11.toml",
        "sc/SC20.toml",
        "ow/OW13.toml",
        "ow/OW19.toml",
        "sl/SL7.toml",
        "sl/SL19.toml",
        "sl/SL26.toml",
        "sl/SL31.toml",
        "sl/SL32.toml",
        "mp/MP12.toml",
        "mp/MP26.toml",
        "mp/MP31.toml",
        "fe/FE9.toml",
        "wd/WD8.toml",
    ];
    const BYTES: &[u8] = b"0123456789-.,=[]{}\"#abxyn \n\xC3";
    let folder = folder("mutated");
    let mut rng = Rng::new(1);
    let files = volume(200, 6_000) as usize;
    for number in 0..files {
        let path = root().join("tests/scenarios").join(SHORT[number % SHORT.len()]);
        let mut bytes = fs::read(path).expect("a scenario");
        for _ in 0..=rng.below(3) {
            let at = rng.below(bytes.len());
            let byte = BYTES[rng.below(BYTES.len())];
            // Replaces digits in most rounds, which keeps files valid; other bytes mostly make them invalid.
            let number = (at..bytes.len()).find(|&at| bytes[at].is_ascii_digit());
            match (rng.below(8), number) {
                (0, _) => bytes.insert(at, byte),
                (1, _) => drop(bytes.remove(at)),
                (3.., Some(digit)) => bytes[digit] = BYTES[rng.below(12)],
                _ => bytes[at] = byte,
            }
        }
        fs::write(folder.join(format!("{number}.toml")), bytes).expect("a file");
    }
    let ran = scenario(&[folder.to_str().expect("a path in UTF-8")]);
    assert_eq!(ran.status, Some(2), "{}", ran.err);
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
    let count = |word: &str| ran.out.lines().filter(|line| line.starts_with(word)).count();
    let (passed, failed) = (count("ok    "), count("FAIL  "));
    println!("{passed} mutated files passed, {failed} failed, {} were refused", files - passed - failed);
    assert!(passed > 10 && failed > 10 && passed + failed < files - 10, "{passed} passed, {failed} failed");
}

/// Uses /dev/full, which only Linux has.
#[cfg(target_os = "linux")]
#[test]
fn a_report_that_cannot_be_written_is_an_error() {
    let file = folder("full").join("case.toml");
    fs::write(&file, CORNER).expect("a file");
    let full = fs::File::options().write(true).open("/dev/full").expect("Linux has it");
    let command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("tilephys"))
        .arg("scenario")
        .arg(file)
        .stdout(full)
        .output()
        .expect("it runs");
    assert_eq!(command.status.code(), Some(2));
    let said = String::from_utf8_lossy(&command.stderr);
    assert!(said.starts_with("error: standard output: "), "{said}");
}
