//! Refuses scenario files with mistakes, and files that test nothing, contradict themselves, or have keys that would be ignored.

use super::{CORNER, refusal, with_text};

const LIFT: &str = r#"id = "C2"
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
fn refused(text: &str, [line, column]: [usize; 2], meant: &str, [message, help]: [&str; 2]) {
    let row = text.lines().nth(line - 1).expect("the file has the line");
    let margin = " ".repeat(line.to_string().len());
    let lead = " ".repeat(column - 1);
    let mark = "^".repeat(meant.chars().count());
    assert_eq!(row.get(column - 1..column - 1 + meant.len()), Some(meant));
    let help = if help.is_empty() { String::new() } else { format!("{margin} = {help}\n") };
    let wanted = format!(
        "case.toml:{line}:{column}: {message}\n{margin} |\n{line} | {row}\n{margin} | {lead}{mark}\n{help}"
    );
    refusal("refused", text, &wanted);
}

/// The lines of a case, by the sign at their beginning.
fn refuse(case: &str) {
    let mut lines = case.lines();
    let mut text = match lines.next() {
        Some("CORNER") => CORNER.to_owned(),
        Some("LIFT") => LIFT.to_owned(),
        name => panic!("there is no file {name:?}"),
    };
    let mut old = String::new();
    let mut place = "";
    let mut said = [""; 2];
    for line in lines {
        let rest = line.get(2..).unwrap_or_default();
        match line.as_bytes()[0] {
            b'-' => old = rest.replace("\\n", "\n"),
            b'+' => {
                assert!(text.contains(&old), "{old} in {case}");
                text = text.replace(&old, &rest.replace("\\n", "\n"));
            }
            b'@' => place = rest,
            b'!' => said[0] = rest,
            b'=' => said[1] = rest,
            _ => panic!("{line} in {case}"),
        }
    }
    let (place, meant) = place.split_once(' ').expect("what is underlined");
    let (line, column) = place.split_once(':').expect("a line and a column");
    let number = |text: &str| text.parse().expect("a number");
    refused(&text, [number(line), number(column)], meant, said);
}

#[test]
fn each_case_is_refused_with_its_place_message_and_remedy() {
    let cases = include_str!("refused.txt").split("\n\n").filter(|case| !case.starts_with('#'));
    let cases: Vec<&str> = cases.collect();
    assert!(cases.len() >= 137, "{}", cases.len());
    cases.into_iter().for_each(refuse);
}

#[test]
fn each_group_of_variants_can_be_excepted() {
    for (word, run) in [("mirrored", 12), ("turned", 15), ("shifted", 8), ("exchanged", 12)] {
        let except = format!("except = [{{ variants = \"{word}\", because = \"shown\" }}]\nmap =");
        let ran = with_text(&format!("except {word}"), &CORNER.replace("map =", &except), &[]);
        let line = format!("ok    C1    {run:>2} of {run:>2}  Falling onto a corner lands\n");
        assert!(ran.out.starts_with(&line), "{word}: {}", ran.out);
    }
}
