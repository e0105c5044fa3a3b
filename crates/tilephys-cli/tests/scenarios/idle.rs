//! Refuses expectations that cannot fail, hits that no run can have, and keys without effect.

use super::contradictions::{LIFT, refused};
use super::{CORNER, with_text};

#[test]
fn expectations_that_cannot_fail_are_refused() {
    refused(
        &LIFT.replace("{ on_floor = true }", "{ pushed = [0, 0] }"),
        [14, 21],
        "[0, 0]",
        ["`pushed` needs a `move`, and this step has none", "ask for it in such a step, or remove it"],
    );
    refused(
        &CORNER.replace("{ at = [160, 152]", "{ squishes = [], at = [160, 152]"),
        [13, 23],
        "[]",
        ["`squishes` needs `ticks`, and this step has none", "ask for it in such a step, or remove it"],
    );
    refused(
        &CORNER.replace("{ at = [160, 152]", "{ events = { overlapped = 0 }, at = [160, 152]"),
        [13, 21],
        "{ overlapped = 0 }",
        [
            "`overlapped` needs `ticks`, and this step has none",
            "a `move` reports `floor_begin`, `floor_end`, `corner_corrected` and `rejected`",
        ],
    );
    refused(
        &CORNER.replace("{ at = [160, 152]", "{ done = true, at = [160, 152]"),
        [13, 19],
        "true",
        [
            "`done` needs a `resize` or a `drop_through`, and this step has none",
            "ask for it in such a step, or remove it",
        ],
    );
    refused(
        &CORNER.replace("move = [16, 16]", "set = [{ cells = [0, 0, 0, 0] }]"),
        [13, 36],
        "[{ fraction = 0.5, normal = [0, -1], cell = [10, 10] }]",
        [
            "`hits` needs a `move` or `ticks`, and this step has none",
            "ask for it in such a step, or remove it",
        ],
    );
    refused(
        &LIFT.replace("{ on_floor = true }", "{ dashing = false }"),
        [14, 22],
        "false",
        [
            "`dashing` is only for characters, and `hero` has no `feel`",
            "give the body `feel = \"celeste\"` or another preset, or remove it",
        ],
    );
    refused(
        &LIFT.replace("{ on_floor = true }", "{ tiles = [] }"),
        [14, 20],
        "[]",
        [
            "`hero` does not report tiles, so `tiles` cannot fail",
            "give the body `report_tiles = true`, or remove it",
        ],
    );
    refused(
        &LIFT.replace("{ on_floor = true }", "{ inside = [] }"),
        [14, 21],
        "[]",
        ["the file has no `[[region]]` and no body with `sensor`: nothing senses", "add one, or remove this"],
    );
    refused(
        &LIFT.replace("{ on_floor = true }", "{ offset = { from = \"hero\", by = [0, 0] } }"),
        [14, 30],
        "\"hero\"",
        ["`hero` is always where it is itself", "`offset` is about another body or mover"],
    );
    refused(
        &LIFT.replace("{ on_floor = true }", "{ mover = \"mover\", gone = false }"),
        [14, 36],
        "false",
        [
            "no step removes `mover`, so `gone` cannot fail",
            "a step removes with `movers = [{ mover = \"...\", remove = true }]`, or with `despawn` in \
             `bodies`",
        ],
    );
    refused(
        &LIFT.replace("{ on_floor = true }", "{ within = 0.5, on_floor = true }"),
        [14, 21],
        "0.5",
        [
            "`within` is the tolerance of positions, velocities and fractions, and the table has none",
            "remove it",
        ],
    );
    refused(
        &LIFT.replace("{ on_floor = true }", "{ within = 1e9, y = 0 }"),
        [14, 21],
        "1e9",
        ["`within` is over 0 and at most 16, not 1000000000", "numbers are compared exactly without it"],
    );
    refused(
        &CORNER.replace("origin", "spawn_orders = true\norigin"),
        [4, 16],
        "true",
        [
            "one body has one order of entering, so `spawn_orders` tests nothing",
            "remove it, or add a body or a mover",
        ],
    );
}

#[test]
fn hits_that_no_run_can_have_are_refused() {
    refused(
        &CORNER.replace("fraction = 0.5", "fraction = 1.5"),
        [13, 50],
        "1.5",
        ["a `fraction` is a part of the move, from 0 to 1, not 1.5", ""],
    );
    refused(
        &CORNER.replace("normal = [0, -1]", "normal = [0, 0]"),
        [13, 64],
        "[0, 0]",
        ["a hit has a normal, and [0, 0] is not a normal", "[0, -1] is out of a floor"],
    );
    refused(
        &CORNER.replace("normal = [0, -1]", "normal = [-4, -6]"),
        [13, 64],
        "[-4, -6]",
        ["a normal is written in the smallest whole numbers", "here it is [-2, -3]"],
    );
    refused(
        &CORNER.replace("cell = [10, 10]", "face = \"down\""),
        [13, 37],
        "{ fraction = 0.5, normal = [0, -1], face = \"down\" }",
        ["a face with the normal [0, -1] looks `up`", "`face` is `down`: remove the wrong one"],
    );
    refused(
        &CORNER.replace("cell = [10, 10]", "tile = \"#\", part = 1"),
        [13, 37],
        "{ fraction = 0.5, normal = [0, -1], tile = \"#\", part = 1 }",
        ["`#` has no part 1", "parts count from 0, and its last is 0"],
    );
    refused(
        &CORNER.replace("cell = [10, 10]", "tile = \"#\", one_way = true"),
        [13, 37],
        "{ fraction = 0.5, normal = [0, -1], tile = \"#\", one_way = true }",
        [
            "`#` has no one-way line, so no hit on it is `one_way`",
            "name the letter of the line, or remove one of them",
        ],
    );
}

#[test]
fn keys_that_would_be_ignored_are_refused() {
    refused(
        &CORNER.replace("origin", "combine = { friction = \"max\" }\norigin"),
        [4, 11],
        "{ friction = \"max\" }",
        [
            "`combine` applies to bodies that collide with each other, and no body has `collide`",
            "remove it, or give the bodies `collide = {}`",
        ],
    );
    refused(
        &CORNER.replace("origin = [10, 10]\nmap = \"#\"\n", "origin = [10, 10]\n"),
        [4, 10],
        "[10, 10]",
        ["`origin` is the place of the map, and the file has no `map`", "remove it, or draw a `map`"],
    );
    refused(
        &CORNER.replace(
            "map = \"#\"",
            "legend = { g = { empty = true, slope = { heights = [0, 16] } } }\nmap = \"#\"",
        ),
        [5, 40],
        "{ heights = [0, 16] }",
        ["`g` is an empty cell, which has no shape and no material", "remove `empty` or the other keys"],
    );
    refused(
        &CORNER.replace("size = [8, 8]", "size = [8, 8]\nfeel = \"celeste\"\nstep_up = 4"),
        [11, 11],
        "4",
        ["`step_up` of a character is what its `feel` says", "remove one of them"],
    );
    refused(
        &CORNER.replace("at = [144, 144]", "name = \"\"\nat = [144, 144]"),
        [8, 8],
        "\"\"",
        ["the name is empty: messages and expectations need one", ""],
    );
    refused(
        &LIFT.replace(
            "ticks = 2",
            "ticks = 2\nmovers = [{ mover = \"mover\", move_to = [[0, 11], [0, 12], [0, 13]] }]",
        ),
        [14, 11],
        "{ mover = \"mover\", move_to = [[0, 11], [0, 12], [0, 13]] }",
        [
            "`mover` has 3 places to move to in 2 ticks, at one per tick",
            "remove the places that it does not reach, or give the step more `ticks`",
        ],
    );
    refused(&LIFT.replace("[[step]]", "[[step]]\nmovers = [{ mover = \"mover\", remove = true }]\n\n[[step]]\nmovers = [{ mover = \"mover\", velocity = [0, 0] }]\n\n[[step]]"), [16, 11], "{ mover = \"mover\", velocity = [0, 0] }", ["the mover `mover` was removed in line 13", "remove this, or remove the mover later"]);
    refused(
        &LIFT.replace("{ on_floor = true }", "{ touches = [\"down\", \"down\"] }"),
        [14, 22],
        "[\"down\", \"down\"]",
        ["`touches` names a side twice; remove one", ""],
    );
    refused(
        &LIFT
            .replace("at = [0, 0]\n", "at = [0, 0]\nfeel = \"celeste\"\n")
            .replace("ticks = 2", "ticks = 2\nhold = { along = 2 }"),
        [15, 8],
        "{ along = 2 }",
        ["`along` is from -1 to 1, not 2", ""],
    );
    refused(&CORNER.replace("origin", "except = [{ variants = \"turned\", because = \"a\" }, { variants = \"turned\", because = \"b\" }]\norigin"), [4, 64], "\"turned\"", ["these variants are already excluded: remove one of the two entries", ""]);
    refused(
        &LIFT
            .replace("[[step]]", "[[region]]\nat = [0, 0]\nsize = [8, 8]\n\n[[step]]")
            .replace("{ on_floor = true }", "{ senses = [{ enter = \"hero\" }] }"),
        [18, 32],
        "\"hero\"",
        ["the body `hero` senses nothing", "give it the categories that it senses, as `sensor = 1`"],
    );
}

#[test]
fn each_group_of_variants_can_be_excepted() {
    for (word, run) in [("mirrored", 12), ("turned", 15), ("shifted", 8), ("diagonal", 18), ("exchanged", 12)]
    {
        let except = format!("except = [{{ variants = \"{word}\", because = \"shown\" }}]\nmap =");
        let ran = with_text(&format!("except {word}"), &CORNER.replace("map =", &except), &[]);
        let line = format!("ok    C1    {run:>2} of {run:>2}  Falling onto a corner lands\n");
        assert!(ran.out.starts_with(&line), "{word}: {}", ran.out);
    }
}

#[test]
fn orders_to_bodies_that_no_run_can_follow_are_refused() {
    refused(
        &LIFT.replace("ticks = 2", "ticks = 2\nbodies = [{ body = \"hero\" }]"),
        [14, 11],
        "{ body = \"hero\" }",
        [
            "the entry changes nothing",
            "give it `despawn`, or any of `spawn`, `place`, `velocity`, `time_scale`, `hit_stop`, `ignore`, \
             `stop_ignoring` and `hold`",
        ],
    );
    refused(
        &LIFT.replace(
            "ticks = 2",
            "ticks = 2\nbodies = [{ body = \"hero\", despawn = true, place = [0, 0] }]",
        ),
        [14, 11],
        "{ body = \"hero\", despawn = true, place = [0, 0] }",
        [
            "a body that `despawn` removes does nothing else in the step",
            "give it `despawn`, or any of `spawn`, `place`, `velocity`, `time_scale`, `hit_stop`, `ignore`, \
             `stop_ignoring` and `hold`",
        ],
    );
    refused(
        &LIFT.replace("ticks = 2", "ticks = 2\nbodies = [{ body = \"hero\", spawn = true }]"),
        [14, 11],
        "{ body = \"hero\", spawn = true }",
        [
            "`hero` is already in the world",
            "a body that comes later has `later = true`, or was removed by `despawn`",
        ],
    );
    refused(
        &LIFT
            .replace("at = [0, 0]\n", "at = [0, 0]\nlater = true\n")
            .replace("ticks = 2", "ticks = 2\nvx = 60"),
        [13, 1],
        "[[step]]",
        ["`hero` is not in the world in this step", "name another `body`, or add it with `spawn = true`"],
    );
    refused(
        &LIFT
            .replace("at = [0, 0]\n", "at = [0, 0]\nlater = true\n")
            .replace("ticks = 2", "ticks = 2\nbodies = [{ body = \"hero\", velocity = [0, 0] }]"),
        [15, 11],
        "{ body = \"hero\", velocity = [0, 0] }",
        ["`hero` is not in the world in this step", "`spawn = true` adds it"],
    );
    refused(
        &LIFT.replace(
            "ticks = 2",
            "ticks = 2\nbodies = [{ body = \"hero\", hit_stop = 2 }, { body = \"hero\", time_scale = 1 }]",
        ),
        [14, 53],
        "\"hero\"",
        ["the step already has an entry for `hero`", "merge both entries"],
    );
    refused(
        &LIFT.replace("ticks = 2", "ticks = 2\nbodies = [{ body = \"hero\", time_scale = -1 }]"),
        [14, 41],
        "-1",
        ["`time_scale` must be a finite number, 0 or more, not -1", ""],
    );
    refused(
        &LIFT.replace("ticks = 2", "ticks = 2\nbodies = [{ body = \"hero\", ignore = \"hero\" }]"),
        [14, 37],
        "\"hero\"",
        ["`hero` does not meet itself anyway", "name another body"],
    );
    refused(
        &LIFT.replace("ticks = 2", "ticks = 2\nbodies = [{ body = \"hero\", hold = { jump = true } }]"),
        [14, 35],
        "{ jump = true }",
        ["`hero` is not a character: it has no `feel`", ""],
    );
    refused(
        &LIFT.replace("ticks = 2", "ticks = 2\nbodies = [{ body = \"hero\", place = [8000000, 0] }]"),
        [14, 11],
        "{ body = \"hero\", place = [8000000, 0] }",
        [
            "body `hero` does not lie in the world (8388607 px either way) when the scenario is shifted by (500000, -500000) tiles",
            "a scenario that needs the place says: except = [{ variants = \"shifted\", because = \"...\" }]",
        ],
    );
    refused(
        &LIFT.replace("{ on_floor = true }", "{ gone = false }"),
        [14, 19],
        "false",
        [
            "no step removes `hero`, so `gone` cannot fail",
            "a step removes with `movers = [{ mover = \"...\", remove = true }]`, or with `despawn` in \
             `bodies`",
        ],
    );
    refused(
        &LIFT.replace("ticks = 2", "ticks = 2\ngravity = inf"),
        [14, 11],
        "inf",
        [
            "`gravity` is a finite number of px/s², or two of them",
            "a number n pulls against `up`, and must be from -3.4028235e38 to 3.4028235e38",
        ],
    );
}
