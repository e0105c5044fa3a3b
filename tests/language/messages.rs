//! Phrases in the strings of all crates that a native speaker does not write.

use super::{Kind, Line, bare, files, finding, is_phrase, pieces, words};
use std::fs;
use std::path::Path;

/// Phrases in lower case, each with the plain words.
const PHRASES: [(&str, &str); 22] = [
    ("are not read", "\"... which is the limit\", \"are not supported\", \"are ignored\""),
    ("is not read", "\"... which is the limit\", \"is not supported\", \"is ignored\""),
    ("the most that is", "\"... which is the limit\""),
    ("are the most", "\"the limit is ...\""),
    ("mend", "\"fix\""),
    ("is no", "\"is not a ...\""),
    ("no multiple of", "\"not a multiple of\""),
    ("stands here", "\"appears\""),
    ("a second time", "\"twice\""),
    ("so it counts as", "\"and is read as\""),
    ("which would tell", "say what cannot be done"),
    ("is seen", "\"appears\", \"is drawn\""),
    ("taken to be", "\"is accepted\", \"is assumed to be\""),
    ("says nothing of", "\"has no effect on\""),
    ("says already", "\"already gives\""),
    ("the level that runs", "\"the running level\""),
    ("take it from", "\"restore\""),
    ("for a convention", "\"because of a convention\""),
    ("is to change", "\"would change\""),
    ("a body and", "\"per body and\""),
    ("anew", "\"again\", \"redraw\""),
    ("covers nothing", "\"has no area\""),
];

/// Phrases in the strings of a source, as `line: "words": reason`. Its tests have no messages for users.
fn faults(source: &str) -> Vec<String> {
    let end = source.find("#[cfg(test)]\nmod ").unwrap_or(source.len());
    let mut found = Vec::new();
    let mut number = 1;
    let mut counted = 0;
    for (at, piece) in pieces(source) {
        number += source[counted..at].matches('\n').count();
        counted = at;
        let is_string = piece.contains('"') && !piece.starts_with(['\'', '/']);
        if at < end && is_string {
            found.extend(judge(number, piece));
        }
    }
    found
}

/// Phrases in a string literal that begins in a line.
fn judge(number: usize, literal: &str) -> Vec<String> {
    // A line break after a backslash is not in the text.
    let parts = literal.split("\\\n").map(str::trim_start);
    let text = parts.collect::<String>().replace("\\n", " ");
    let line = Line { number, kind: Kind::Comment, text, is_alone: true };
    let words = words(&[line]);
    let mut found = Vec::new();
    for at in 0..words.len() {
        for (phrase, plain) in PHRASES {
            let phrase: Vec<&str> = phrase.split(' ').collect();
            let end = (at + phrase.len()).min(words.len());
            // "There is no floor" and "is no longer" are plain.
            let word = |index: usize| words.get(index).map(|(word, _)| bare(word)).unwrap_or_default();
            let before = at.checked_sub(1).map(word).unwrap_or_default();
            let is_plain = phrase == ["is", "no"] && (before == "there" || word(end) == "longer");
            if is_phrase(&words[at..end], &phrase) && !is_plain {
                found.push(finding(&words[at..end], plain).to_string());
            }
        }
    }
    found
}

#[test]
fn messages_are_plain() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for file in files(&root.join("crates")) {
        let is_source = file.extension().is_some_and(|ending| ending == "rs");
        let is_test = file.components().any(|part| part.as_os_str() == "tests");
        if is_source && !is_test {
            let source = fs::read_to_string(&file).expect("readable");
            found.extend(faults(&source).iter().map(|fault| format!("{}:{fault}", file.display())));
        }
    }
    assert!(found.is_empty(), "\n{}\n{} phrases", found.join("\n"), found.len());
}

#[test]
fn each_phrase_of_a_message_is_found_and_a_near_miss_passes() {
    for (phrase, plain) in PHRASES {
        let expected = [format!("2: \"{phrase}\": {plain}")];
        for string in [
            format!("\"The layer {phrase} x\""),
            format!("r#\"The layer {phrase} x\"#"),
            format!("\"The layer \\\n   {phrase} x\""),
            format!("\"The layer\\n{phrase} x\""),
        ] {
            assert_eq!(faults(&format!("\nlet text = {string};")), expected, "{string}");
        }
        let others = format!("// {phrase}\nlet text = \"The layer {phrase}x, `{phrase}`\";");
        assert_eq!(faults(&others), [""; 0]);
        let tests = format!("#[cfg(test)]\nmod tests {{ const TEXT: &str = \"The layer {phrase} x\"; }}");
        assert_eq!(faults(&tests), [""; 0]);
    }
    for near in ["there is no floor", "it is no longer in the map", "recommended", "the map is. No floor"] {
        assert_eq!(faults(&format!("let text = \"{near}\";")), [""; 0]);
    }
}
