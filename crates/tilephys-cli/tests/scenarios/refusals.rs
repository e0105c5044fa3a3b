//! Refuses invalid shapes, bodies and steps, with their line and column and a remedy.

use super::CORNER;
use std::sync::atomic::{AtomicU32, Ordering};

/// Asserts that a file is refused with this message. Each file has its own folder, because tests run in parallel.
#[track_caller]
pub(crate) fn refusal(text: &str, message: &str) {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    super::refusal(&format!("refused {}", NEXT.fetch_add(1, Ordering::Relaxed)), text, message);
}

/// A message about `meant` in a line of the file.
fn about(number: usize, line: &str, meant: &str, [message, help]: [&str; 2]) -> String {
    let column = line.find(meant).expect("the line has it");
    let margin = " ".repeat(number.to_string().len());
    let (lead, mark) = (" ".repeat(column), "^".repeat(meant.len()));
    let help = if help.is_empty() { String::new() } else { format!("{margin} = {help}\n") };
    format!(
        "case.toml:{number}:{}: {message}\n{margin} |\n{number} | {line}\n{margin} | {lead}{mark}\n{help}",
        column + 1
    )
}

/// Asserts that a file is refused whose legend has a letter with these keys.
#[track_caller]
fn letter(keys: &str, meant: &str, said: [&str; 2]) {
    let line = format!("legend = {{ p = {{ {keys} }} }}");
    let text = CORNER.replace("map =", &format!("{line}\nmap ="));
    refusal(&text, &about(5, &line, meant, said));
}

/// Asserts that a file is refused with this line among the keys of its body.
#[track_caller]
fn body(line: &str, meant: &str, said: [&str; 2]) {
    let text = CORNER.replace("size = [8, 8]\n", &format!("size = [8, 8]\n{line}\n"));
    refusal(&text, &about(10, line, meant, said));
}

/// Asserts that a file is refused with this line before its map.
#[track_caller]
fn top(line: &str, meant: &str, said: [&str; 2]) {
    refusal(&CORNER.replace("map =", &format!("{line}\nmap =")), &about(5, line, meant, said));
}

/// Asserts that a file is refused for the last of these lines of a step's input.
#[track_caller]
fn step(lines: &[&str], meant: &str, said: [&str; 2]) {
    let text = CORNER.replace("move = [16, 16]", &lines.join("\n"));
    refusal(&text, &about(11 + lines.len(), lines[lines.len() - 1], meant, said));
}

#[test]
fn crowds_and_boxes_without_a_size_or_with_numbers_that_are_none() {
    let area = "{ offset = [0, 0], size = [0, 4] }";
    body(&format!("hit_box = {area}"), area, ["its size is out of range", ""]);
    let area = "{ offset = [0, 0], size = [4, 4], knock_up = inf }";
    body(&format!("hit_box = {area}"), area, ["its velocity is NaN or infinite", ""]);
    body("crowd = { push = -1 }", "{ push = -1 }", ["its push_speed is out of range", ""]);
}

#[test]
fn polygons_that_are_none() {
    let triangle = "a triangle is `polygon = [[0, 16], [16, 0], [16, 16]]`";
    letter(
        "polygon = [[0, 16], [16, 0]]",
        "[[0, 16], [16, 0]]",
        ["a polygon needs at least 3 corners and has 2", triangle],
    );
    letter(
        "polygon = [[0, 0], [8, 8], [16, 16]]",
        "[[0, 0], [8, 8], [16, 16]]",
        [
            "all corners of the polygon lie on one line",
            "move a corner off the line; a line that blocks is a `one_way`",
        ],
    );
    letter(
        "polygon = [[0, 0], [16, 16], [16, 0], [0, 12]]",
        "[[0, 0], [16, 16], [16, 0], [0, 12]]",
        [
            "the edges of the polygon cross",
            "list the corners in the order in which they follow each other around it",
        ],
    );
    letter(
        "polygon = [[0, 0], [16, 0], [4, 4], [0, 16]]",
        "[4, 4]",
        [
            "the polygon bends inward at corner 2; split it into convex ones",
            "corners count from 0; several polygons are `parts = [{ polygon = [...] }, { polygon = [...] }]`",
        ],
    );
    let nine = "[[4, 0], [8, 0], [12, 1], [15, 4], [16, 8], [15, 12], [12, 15], [8, 16], [4, 15]]";
    letter(
        &format!("polygon = {nine}"),
        nine,
        [
            "a polygon has at most 8 corners, not 9; split it",
            "several polygons are `parts = [{ polygon = [...] }, { polygon = [...] }]`",
        ],
    );
}

#[test]
fn corners_that_are_no_places() {
    letter(
        "polygon = [[0, 16], [nan, 0], [16, 16]]",
        "[nan, 0]",
        [
            "corner 1 of the polygon is NaN or infinite",
            "corners are pixels from the upper left corner of the cell",
        ],
    );
    letter(
        "polygon = [[0, 16], [70000, 0], [16, 16]]",
        "[70000, 0]",
        [
            "corner 1 of the polygon is more than 65536 px from its cell",
            "corners are pixels from the upper left corner of the cell; `shapes` puts shapes elsewhere",
        ],
    );
    letter(
        "polygon = [[0, 16], [0.1, 0], [16, 16]]",
        "0.1",
        ["0.1 px is not a multiple of 1/256 px", "the nearest are 0.09765625 and 0.1015625"],
    );
    letter(
        "box = { at = [0, 0], size = [70000, 4] }",
        "70000",
        [
            "a shape reaches at most 65536 px from the upper left corner of its cell",
            "`shapes` puts a letter's shape anywhere in the world",
        ],
    );
}

#[test]
fn slopes_that_are_none() {
    let floor = "`heights` are those over the `down` side, at its left and at its right end: 0 to 16 px";
    let wall = "`heights` are those over the `left` side, at its upper and at its lower end: 0 to 16 px";
    letter(
        "slope = { heights = [0, 0] }",
        "[0, 0]",
        ["both heights of the slope are 0, so nothing of it is solid", floor],
    );
    letter("slope = { heights = [4, 17] }", "17", ["a slope cannot be 17 px high in this tile", floor]);
    letter(
        "slope = { heights = [-1, 4], side = \"left\" }",
        "-1",
        ["a slope cannot be -1 px high in this tile", wall],
    );
    letter(
        "slope = { heights = [0, 4], side = \"dwn\" }",
        "\"dwn\"",
        ["unknown word `dwn`; did you mean `down`?", "allowed here: `up`, `right`, `down`, `left`"],
    );
}

#[test]
fn one_way_lines_that_are_none() {
    letter(
        "one_way = \"upp\"",
        "\"upp\"",
        [
            "unknown word `upp`; did you mean `up`?",
            "allowed here: `up`, `right`, `down`, `left`, or `{ from = [x, y], to = [x, y], open = \"up\" }`",
        ],
    );
    letter(
        "one_way = { from = [0, 0], to = [0, 16], open = \"up\" }",
        "\"up\"",
        [
            "this line has no side toward `up`: it runs along it, or is a point",
            "`open` is the side that stops what comes from there, and lies across the line",
        ],
    );
    letter(
        "one_way = { from = [0, 0], to = [0, 16], opn = \"up\" }",
        "opn",
        ["unknown key `opn`; did you mean `open`?", "allowed here: `from`, `to`, `open`"],
    );
}

#[test]
fn tiles_that_are_none() {
    let parts = "several shapes in one tile are `parts = [{ polygon = [...] }, { one_way = \"up\" }]`";
    letter(
        "one_way = \"up\", slope = { heights = [0, 16] }",
        "\"up\"",
        ["a tile has one of `shape`, `box`, `slope`, `one_way`, `polygon` and `parts`", parts],
    );
    letter(
        "parts = [{ box = { at = [0, 0], size = [4, 4] }, one_way = \"up\" }]",
        "\"up\"",
        ["a tile has one of `box`, `polygon` and `one_way` in each of its parts", parts],
    );
    letter("parts = []", "[]", ["a tile has 1 to 64 parts, not 0", ""]);
    letter("parts = [{ }]", "{ }", ["a part of a tile has one of `box`, `polygon` and `one_way`", ""]);
    letter(
        "box = { at = [0, 0], size = [0, 4] }",
        "[0, 4]",
        ["the box of a tile is more than 0 px wide and high", ""],
    );
    let flags =
        "`H` mirrors left and right, `V` up and down, `D` exchanges both axes first, as Tiled's flags do";
    letter("flip = \"HX\"", "\"HX\"", ["`flip` is made of `H`, `V` and `D`, each once, not of `X`", flags]);
    letter("flip = \"VV\"", "\"VV\"", ["`flip` is made of `H`, `V` and `D`, each once, not of `V`", flags]);
    letter("conveyor = [nan, 0]", "[nan, 0]", ["`conveyor` is two finite numbers of px/s, not [NaN, 0]", ""]);
    letter("friction = -1", "-1", ["`friction` must be a number, 0 or more, not -1", ""]);
    letter(
        "slop = { heights = [0, 16] }",
        "slop",
        [
            "unknown key `slop`; did you mean `slope`?",
            "allowed here: `empty`, `shape`, `box`, `slope`, `one_way`, `polygon`, `parts`, `flip`, `category`, `user`, \
             `layer`, `friction`, `restitution`, `conveyor`, `surface`",
        ],
    );
}

#[test]
fn walking_that_is_none() {
    let degrees = "it is 0 to 90 degrees from level; 45 is what bodies have otherwise";
    body("floor_max_angle = 90.5", "90.5", ["`floor_max_angle` cannot be 90.5", degrees]);
    body("floor_max_angle = nan", "nan", ["`floor_max_angle` cannot be NaN", degrees]);
    let number = "it must be a finite number, 0 or more";
    body("step_up = -1", "-1", ["`step_up` cannot be -1", number]);
    for key in ["step_up", "gap_bridge", "corner_correct_up", "corner_correct_side", "friction"] {
        body(&format!("{key} = nan"), "nan", [&format!("`{key}` cannot be NaN"), number]);
    }
    for key in ["one_way_assist", "one_way_nudge", "snap"] {
        body(&format!("{key} = inf"), "inf", [&format!("`{key}` cannot be inf"), number]);
    }
    body("slope_speed = { up = nan, down = 1 }", "{ up = nan, down = 1 }", ["`up` cannot be NaN", number]);
    body("slope_speed = { up = 1 }", "{ up = 1 }", ["missing key `down`", ""]);
    let paces = "allowed here: `keep_level`, `keep_surface`, or `{ up = factor, down = factor }`";
    body("slope_speed = \"keep_x\"", "\"keep_x\"", ["unknown word `keep_x`", paces]);
    let snaps = "allowed here: `adaptive`, `off`, or a number of px";
    body("snap = \"of\"", "\"of\"", ["unknown word `of`; did you mean `off`?", snaps]);
    let feet = "allowed here: `corners`, `center`";
    body("foot = \"centre\"", "\"centre\"", ["unknown word `centre`; did you mean `center`?", feet]);
    body(
        "wall_retain_ticks = 300",
        "300",
        ["invalid value: integer `300`, expected a whole number from 0 to 255", ""],
    );
    let floating = CORNER.replace("size = [8, 8]", "walk = false\nsize = [8, 8]\nstep_up = 4");
    let said =
        ["`step_up` is only for walking bodies, and this body has `walk = false`", "remove one of them"];
    refusal(&floating, &about(11, "step_up = 4", "4", said));
}

#[test]
fn steps_and_loose_shapes_that_are_none() {
    step(&["resize = [0, 8]"], "[0, 8]", ["a body is over 0 and at most 65536 px wide and high", ""]);
    step(
        &["set = []", "drop_through = true"],
        "true",
        ["`drop_through` goes with a `move` or with `ticks`, or is a step of its own", ""],
    );
    step(
        &["ticks = 1", "resize = [8, 8]"],
        "[8, 8]",
        ["a step has one of `move`, `ticks`, `set` and `resize`; make two steps of it", ""],
    );
    top(
        "shapes = [{ at = [0, 0], tile = \"q\" }]",
        "\"q\"",
        ["`q` is not a letter of the legend", "the legend has ` `, `#`, `.`"],
    );
    top(
        "shapes = [{ at = [0, 0], tile = \".\" }]",
        "\".\"",
        ["a shape needs a tile; an empty cell has none", ""],
    );
    top(
        "shapes = [{ at = [8388600, 0], tile = \"#\" }]",
        "{ at = [8388600, 0], tile = \"#\" }",
        ["the shape does not lie in the world (8388607 px either way)", ""],
    );
    let hit = "expect = { hits = [{ shape = 0 }] }";
    let text = CORNER.lines().map(|line| if line.starts_with("expect") { hit } else { line });
    let text: String = text.map(|line| format!("{line}\n")).collect();
    let said = ["`shapes` has 0, counted from 0, and no number 0", ""];
    refusal(&text, &about(13, hit, "{ shape = 0 }", said));
}

/// Asserts that a file is refused for the last of these lines after its body.
#[track_caller]
fn after_body(lines: &[&str], meant: &str, said: [&str; 2]) {
    let text = CORNER.replace("[[step]]\n", &format!("{}\n\n[[step]]\n", lines.join("\n")));
    refusal(&text, &about(10 + lines.len(), lines[lines.len() - 1], meant, said));
}

#[test]
fn movers_that_are_none() {
    let mover = ["[[mover]]", "name = \"lift\"", "at = [0, 0]", "size = [32, 8]"];
    let with = |line: &'static str| [&mover[..], &[line]].concat();
    after_body(
        &with("parent = \"lift\""),
        "\"lift\"",
        ["`lift` cannot be its own parent", "name another mover, or remove `parent`"],
    );
    after_body(
        &with("parent = \"lyft\""),
        "\"lyft\"",
        ["there is no mover `lyft`; did you mean `lift`?", "the movers are `lift`"],
    );
    let path = "path = { points = [{ at = [0, 0] }] }";
    after_body(&with(path), "[{ at = [0, 0] }]", ["a path of one point goes nowhere", ""]);
    let path = "path = { points = [{ at = [0, 0], ticks = 9 }, { at = [8, 0] }] }";
    after_body(
        &with(path),
        "{ at = [8, 0] }",
        ["the leg from point 1 of the path leads elsewhere and takes no ticks", ""],
    );
    after_body(
        &with("velocity = [nan, 0]"),
        "[nan, 0]",
        ["a mover's `velocity` is two numbers of px/s from -1e9 to 1e9, not [NaN, 0]", ""],
    );
    after_body(
        &["[[mover]]", "at = [0, 0]", "name = \"body\""],
        "\"body\"",
        ["there is already a body or mover `body`; give each a `name` of its own", ""],
    );
    let known = "allowed here: `name`, `id`, `at`, `size`, `tile`, `layer`, `velocity`, `parent`, `path`";
    after_body(&with("speed = 4"), "speed", ["unknown key `speed`", known]);
    after_body(
        &["[[mover]]", "at = [8300000, 0]"],
        "[8300000, 0]",
        [
            "mover `mover` does not lie in the world (8388607 px either way) when the scenario is shifted by (500000, -500000) \
             tiles",
            "a scenario that needs the place says: except = [{ variants = \"shifted\", because = \"...\" }]",
        ],
    );
}

#[test]
fn inputs_of_movers_and_characters_that_are_none() {
    let none = "the file has no `[[mover]]`";
    step(
        &["ticks = 1", "movers = [{ mover = \"lift\", remove = true }]"],
        "\"lift\"",
        ["there is no mover `lift`", none],
    );
    step(
        &["ticks = 1", "regions = [{ region = \"door\", at = [0, 0] }]"],
        "\"door\"",
        ["there is no region `door`", "the file has no `[[region]]`"],
    );
    step(
        &["ticks = 1", "hold = { jump = true }"],
        "{ jump = true }",
        ["`body` is not a character: it has no `feel`", ""],
    );
    step(
        &["hold = { jump = true }"],
        "{ jump = true }",
        ["`hold` goes with `ticks`: a character acts when the world steps", ""],
    );
    let presets = "there are `celeste`, `mario`, `mega_man`, `floaty`";
    body(
        "feel = \"celest\"",
        "\"celest\"",
        ["there is no character `celest`; did you mean `celeste`?", presets],
    );
    body("solid = \"q\"", "\"q\"", ["`q` is not a letter of the legend", "the legend has ` `, `#`, `.`"]);
    let caps = ["`lift_cap` is zero or more on each axis, not [-1, 4]", ""];
    body("riding = { lift_cap = [-1, 4] }", "[-1, 4]", caps);
    let wiggle = ["`wiggle` must be a finite number of px, 0 or more, not NaN", ""];
    body("riding = { squish = { wiggle = nan } }", "{ wiggle = nan }", wiggle);
    let leaves = "allowed here: `none`, `add`, `add_upward`";
    body("riding = { leave = \"ad\" }", "\"ad\"", ["unknown word `ad`; did you mean `add`?", leaves]);
}

#[test]
fn expectations_about_movers_that_are_none() {
    let expects = |line: &str, meant: &str, said: [&str; 2]| {
        let text = CORNER.lines().map(|own| if own.starts_with("expect") { line } else { own });
        let text: String = text.map(|line| format!("{line}\n")).collect();
        refusal(&text, &about(13, line, meant, said));
    };
    let things = "there are `body`";
    expects(
        "expect = { offset = { from = \"lift\", by = [0, 0] } }",
        "\"lift\"",
        ["there is no body or mover `lift`", things],
    );
    expects(
        "expect = { mover = \"body\", at = [0, 0] }",
        "\"body\"",
        ["`body` is a body: write `body = \"body\"`", ""],
    );
    expects(
        "expect = { moved = [0, 0] }",
        "{ moved = [0, 0] }",
        ["`moved` is an expectation of movers: write `mover = \"...\"`", ""],
    );
    expects(
        "expect = { senses = [{ fraction = 0.5 }] }",
        "{ fraction = 0.5 }",
        ["one of `enter`, `stay` and `exit` names a region, or a body that senses others", ""],
    );
}

#[test]
fn collisions_that_the_engine_would_refuse() {
    let masses = "`mass` is from 1e-12 to 1e12, or inf, not";
    for (value, shown) in [("0", "0"), ("-1", "-1"), ("nan", "NaN"), ("1e-13", "0.0000000000001")] {
        let line = format!("collide = {{ mass = {value} }}");
        body(&line, value, [&format!("{masses} {shown}"), ""]);
    }
    body("collide = { friction = -0.5 }", "-0.5", ["`friction` is a finite number, 0 or more, not -0.5", ""]);
    body("collide = { friction = inf }", "inf", ["`friction` is a finite number, 0 or more, not inf", ""]);
    body("collide = { push_speed = -1 }", "-1", ["`push_speed` is zero or more, not -1", ""]);
    body(
        "collide = { weight = 3 }",
        "weight",
        [
            "unknown key `weight`",
            "allowed here: `mask`, `mass`, `friction`, `push_speed`, `one_way`, `carries`, `yields`",
        ],
    );
    body(
        "collide = { one_way = \"top\" }",
        "\"top\"",
        ["unknown word `top`; did you mean `up`?", "allowed here: `up`, `right`, `down`, `left`"],
    );
    let gain = "collide = {}\nresponse = \"bounce\"\nrestitution = 1.5";
    let text = CORNER.replace("size = [8, 8]\n", &format!("size = [8, 8]\n{gain}\n"));
    let said = "`restitution` is at most 1 for a body that collides with others, not 1.5";
    refusal(&text, &about(12, "restitution = 1.5", "1.5", [said, ""]));
}

#[test]
fn a_combine_of_no_known_rule() {
    top(
        "combine = { restitution = \"mean\" }",
        "\"mean\"",
        ["unknown word `mean`; did you mean `min`?", "allowed here: `min`, `max`, `average`, `multiply`"],
    );
}

#[test]
fn a_move_does_not_know_of_bodies_that_collide() {
    let text = CORNER.replace("size = [8, 8]\n", "size = [8, 8]\ncollide = {}\n");
    let said = "`move` looks at the map alone, without other bodies; use `ticks`";
    refusal(&text, &about(13, "move = [16, 16]", "[16, 16]", [said, ""]));
}

#[test]
fn a_hit_on_a_body_that_there_is_not() {
    let lines = ["ticks = 1", "each = { body_hits = [{ on = \"bod\" }] }"];
    step(&lines, "\"bod\"", ["there is no body `bod`; did you mean `body`?", "the bodies are `body`"]);
}
