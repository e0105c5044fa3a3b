//! Refuses scenario files that test nothing or contradict themselves.

use super::CORNER;
use super::refusals::refusal;

pub(crate) const LIFT: &str = r#"id = "C2"
title = "A hero on a lift"

[[body]]
name = "hero"
at = [0, 0]

[[mover]]
at = [0, 11]
size = [32, 8]

[[step]]
ticks = 2
expect = { on_floor = true }
"#;

/// Asserts that a file is refused with a message and a help about `meant`, at this line and column.
#[track_caller]
pub(crate) fn refused(text: &str, [line, column]: [usize; 2], meant: &str, [message, help]: [&str; 2]) {
    let row = text.lines().nth(line - 1).expect("the file has the line");
    let margin = " ".repeat(line.to_string().len());
    let (lead, mark) = (" ".repeat(column - 1), "^".repeat(meant.chars().count()));
    assert_eq!(row.get(column - 1..column - 1 + meant.len()), Some(meant));
    let help = if help.is_empty() { String::new() } else { format!("{margin} = {help}\n") };
    let wanted = format!(
        "case.toml:{line}:{column}: {message}\n{margin} |\n{line} | {row}\n{margin} | {lead}{mark}\n{help}"
    );
    refusal(text, &wanted);
}

#[test]
fn a_file_that_asks_nothing_is_refused() {
    refused(
        &CORNER.replace(
            "expect = { at = [160, 152], hits = [{ fraction = 0.5, normal = [0, -1], cell = [10, 10] }] }\n",
            "",
        ),
        [11, 1],
        "[[step]]",
        ["no step has expectations", "add `expect = { at = [x, y] }`, or `each`, to a step"],
    );
    refused(&CORNER.replace("\n[[step]]\nmove = [16, 16]\nexpect = { at = [160, 152], hits = [{ fraction = 0.5, normal = [0, -1], cell = [10, 10] }] }\n", ""), [1, 1], "i", ["the file has no `[[step]]`, so nothing happens in it", "a step is `[[step]]` with `move = [dx, dy]` or `ticks = n`, and `expect = { ... }`"]);
    refused(
        &CORNER.replace(
            "{ at = [160, 152], hits = [{ fraction = 0.5, normal = [0, -1], cell = [10, 10] }] }",
            "{}",
        ),
        [13, 10],
        "{}",
        ["this table has no expectations", "give it keys such as `at = [x, y]`, or remove it"],
    );
    refused(
        &CORNER.replace("{ at = [160, 152], hits", "{ events = {}, hits"),
        [13, 21],
        "{}",
        ["`events` names no event", "name one with its count, as in `events = { floor_begin = 1 }`"],
    );
    refused(
        &CORNER.replace("move = [16, 16]", "set = []"),
        [13, 36],
        "[{ fraction = 0.5, normal = [0, -1], cell = [10, 10] }]",
        [
            "`hits` needs a `move` or `ticks`, and this step has none",
            "ask for it in such a step, or remove it",
        ],
    );
}

#[test]
fn numbers_of_the_world_have_ranges() {
    refused(
        &CORNER.replace("origin", "dt = 0\norigin"),
        [4, 6],
        "0",
        ["a tick is over 0 and at most 1 s long, not 0", "left out, it is \"1/60\""],
    );
    refused(
        &CORNER.replace("origin", "dt = -1\norigin"),
        [4, 6],
        "-1",
        ["a tick is over 0 and at most 1 s long, not -1", "left out, it is \"1/60\""],
    );
    refused(
        &CORNER.replace("origin", "dt = \"1/0.5\"\norigin"),
        [4, 6],
        "\"1/0.5\"",
        ["a tick is over 0 and at most 1 s long, not 2", "left out, it is \"1/60\""],
    );
    refused(
        &CORNER.replace("origin", "gravity = inf\norigin"),
        [4, 11],
        "inf",
        [
            "`gravity` is a finite number of px/s², or two of them",
            "a number n pulls against `up`, and must be from -3.4028235e38 to 3.4028235e38",
        ],
    );
    refused(
        &CORNER.replace("origin", "gravity = [0, 1e300]\norigin"),
        [4, 11],
        "[0, 1e300]",
        [
            "`gravity` is a finite number of px/s², or two of them",
            "a number n pulls against `up`, and must be from -3.4028235e38 to 3.4028235e38",
        ],
    );
}

#[test]
fn numbers_that_would_become_infinite_are_refused() {
    refused(
        &CORNER.replace("move = [16, 16]", "move = [0, 1e300]"),
        [12, 8],
        "[0, 1e300]",
        [
            "1e300 is too large: the engine would store it as inf",
            "the largest number is 3.4028235e38; write `inf` for infinity",
        ],
    );
    refused(
        &CORNER.replace("move = [16, 16]", "move = [16, 16]\nvx = -1e39"),
        [13, 6],
        "-1e39",
        [
            "-1e39 is too large: the engine would store it as -inf",
            "the largest number is 3.4028235e38; write `inf` for infinity",
        ],
    );
    refused(
        &CORNER.replace("size = [8, 8]", "size = [8, 8]\nvelocity = [0, 1e39]"),
        [10, 12],
        "[0, 1e39]",
        [
            "1e39 is too large: the engine would store it as inf",
            "the largest number is 3.4028235e38; write `inf` for infinity",
        ],
    );
    refused(
        &CORNER.replace("size = [8, 8]", "size = [8, 8]\ncollide = { mass = 1e300 }"),
        [10, 20],
        "1e300",
        [
            "1e300 is too large: the engine would store it as inf",
            "the largest number is 3.4028235e38; write `inf` for infinity",
        ],
    );
    refused(
        &CORNER.replace("{ at = [160, 152]", "{ vy = 1e300"),
        [13, 17],
        "1e300",
        [
            "1e300 is too large: the engine would store it as inf",
            "the largest number is 3.4028235e38; write `inf` for infinity",
        ],
    );
}

#[test]
fn a_solid_body_is_a_whole_box() {
    refused(
        &CORNER
            .replace("map = \"#\"", "legend = { \"=\" = { one_way = \"up\" } }\nmap = \"#\"")
            .replace("size = [8, 8]", "size = [8, 8]\nsolid = \"=\""),
        [11, 9],
        "\"=\"",
        [
            "a body is solid as a whole box, and `=` has a shape of its own",
            "name a letter of a whole tile; `collide = { one_way = \"up\" }` makes a body solid from one side, and a `[[mover]]` may have any shape",
        ],
    );
}

#[test]
fn what_the_engine_refuses_is_refused_with_its_place() {
    refused(
        &CORNER
            .replace("origin", "gravity = 1e-44\norigin")
            .replace("size = [8, 8]", "size = [8, 8]\nfeel = \"celeste\""),
        [8, 1],
        "[[body]]",
        [
            "the engine rejects the body `body`: gravity scale is NaN or infinite",
            "change its keys, or the `gravity` of the file",
        ],
    );
}

#[test]
fn words_name_what_may_stand_in_their_place() {
    refused(
        &CORNER.replace("size = [8, 8]", "size = [8, 8]\nriding = { squish = \"wiggle\" }"),
        [10, 21],
        "\"wiggle\"",
        [
            "unknown word `wiggle`",
            "allowed here: `report`, `block_mover`, `pass_through`, or `{ wiggle = px }`",
        ],
    );
    refused(
        &CORNER.replace("size = [8, 8]", "size = [8, 8]\nsnap = \"on\""),
        [10, 8],
        "\"on\"",
        ["unknown word `on`", "allowed here: `adaptive`, `off`, or a number of px"],
    );
    refused(
        &CORNER.replace("size = [8, 8]", "size = [8, 8]\nslope_speed = \"keep\""),
        [10, 15],
        "\"keep\"",
        [
            "unknown word `keep`",
            "allowed here: `keep_level`, `keep_surface`, or `{ up = factor, down = factor }`",
        ],
    );
    refused(
        &CORNER.replace("map = \"#\"", "legend = { g = { one_way = \"above\" } }\nmap = \"#\""),
        [5, 28],
        "\"above\"",
        [
            "unknown word `above`",
            "allowed here: `up`, `right`, `down`, `left`, or `{ from = [x, y], to = [x, y], open = \"up\" }`",
        ],
    );
}

#[test]
fn the_limit_of_repeats_points_at_the_number() {
    refused(
        &LIFT.replace("ticks = 2", "ticks = 100001"),
        [13, 9],
        "100001",
        [
            "the file has more than 100000 moves and ticks in all: 100001 with this step",
            "repeat less often, or make two files of it",
        ],
    );
    refused(
        &CORNER.replace("move = [16, 16]", "move = [16, 16]\ntimes = 200000"),
        [13, 9],
        "200000",
        [
            "the file has more than 100000 moves and ticks in all: 200000 with this step",
            "repeat less often, or make two files of it",
        ],
    );
}

#[test]
fn one_number_is_not_said_twice() {
    refused(
        &CORNER.replace("{ at = [160, 152]", "{ at = [160, 152], y = 153"),
        [13, 33],
        "153",
        ["`at` already gives `y`; remove one of them", ""],
    );
    refused(
        &LIFT.replace("{ on_floor = true }", "{ velocity = [0, 0], vx = 1 }"),
        [14, 36],
        "1",
        ["`velocity` already gives `vx`; remove one of them", ""],
    );
}

#[test]
fn expectations_that_contradict_each_other_are_refused() {
    refused(
        &CORNER.replace("cell = [10, 10] }] }", "cell = [10, 10] }], hit_count = 2 }"),
        [13, 105],
        "2",
        [
            "`hit_count` contradicts `hits` of `body` in line 13",
            "both are about one moment: remove the wrong one",
        ],
    );
    refused(
        &CORNER.replace("cell = [10, 10] }] }", "cell = [10, 10] }] }\nalso = [{ x = 161 }]"),
        [14, 15],
        "161",
        ["`x` contradicts `x` of `body` in line 13", "both are about one moment: remove the wrong one"],
    );
    refused(
        &CORNER.replace("cell = [10, 10] }] }", "cell = [10, 10] }] }\neach = { x = 159 }"),
        [13, 18],
        "160",
        ["`x` contradicts `x` of `body` in line 14", "both are about one moment: remove the wrong one"],
    );
    refused(
        &CORNER.replace("{ at = [160, 152]", "{ on_floor = true, floor_normal = [0, 0]"),
        [13, 44],
        "[0, 0]",
        [
            "`floor_normal` contradicts `on_floor` of `body` in line 13",
            "both are about one moment: remove the wrong one",
        ],
    );
    refused(
        &CORNER.replace("{ at = [160, 152]", "{ on_floor = true, touches = [\"left\"]"),
        [13, 39],
        "[\"left\"]",
        [
            "`touches` contradicts `on_floor` of `body` in line 13",
            "both are about one moment: remove the wrong one",
        ],
    );
    refused(
        &LIFT.replace("{ on_floor = true }", "{ squish_begins = [], events = { squish_begin = 1 } }"),
        [14, 28],
        "[]",
        [
            "`squish_begins` contradicts `squish_begin` of `hero` in line 14",
            "both are about one moment: remove the wrong one",
        ],
    );
    refused(
        &LIFT.replace("{ on_floor = true }", "{ path = [[0, 0]] }"),
        [14, 19],
        "[[0, 0]]",
        ["`path` needs 2 places, not 1", "it has one place for each repeat of the step"],
    );
    refused(
        &LIFT.replace("{ on_floor = true }", "{ path = [[0, 0], [0, 1]], y = 0 }"),
        [14, 19],
        "[[0, 0], [0, 1]]",
        ["`path` contradicts `y` of `hero` in line 14", "both are about one moment: remove the wrong one"],
    );
}
