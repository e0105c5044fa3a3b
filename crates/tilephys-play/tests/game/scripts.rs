//! Scripts of keys, and what is said of faulty ones.

use tilephys_play::game::{Keys, Script};

#[test]
fn a_script_gives_the_keys_of_each_tick() {
    let script = Script::parse("2\n# a comment\n1 right jump # and another\n\n1 left").unwrap();
    let right = Keys { right: true, jump: true, ..Keys::default() };
    let left = Keys { left: true, ..Keys::default() };
    let expected = [Keys::default(), Keys::default(), right, left];
    assert_eq!(script.keys().collect::<Vec<_>>(), expected);
    assert_eq!([0, 1, 2, 3].map(|tick| script.at(tick).unwrap()), expected);
    assert_eq!(script.at(4), None);
}

#[test]
fn faulty_lines_are_named() {
    for (text, message) in [
        ("right", "line 1: \"right\" is not a number of ticks from 1 to 36000; a line is `12 right jump`"),
        ("5\n0 left", "line 2: \"0\" is not a number of ticks from 1 to 36000; a line is `12 right jump`"),
        ("3 rigth", "line 1: unknown key \"rigth\"; keys are left, right, up, down, jump, dash, grab"),
    ] {
        assert_eq!(Script::parse(text).unwrap_err().to_string(), message);
    }
}
