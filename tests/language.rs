//! Static check (lint) of the prose in comments and Markdown: words that hide their referent, and overlong sentences.
//! Code, code blocks and link targets are not prose. Strings have a check of their own. Tables have no sentences, so only their words are checked.

#[path = "language/messages.rs"]
mod user_messages;

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders and pages that the check covers.
const CLEAN: [&str; 11] = [
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "benches",
    "crates",
    "docs",
    "examples",
    "fuzz",
    "maps",
    "tests",
];

/// Maximum length of a sentence in the documentation of an item, in words.
const MAX_WORDS: usize = 40;

/// Maximum length of a sentence on a page of Markdown, in words.
const MAX_PAGE_WORDS: usize = 25;

/// Phrases in lower case, each with a remedy.
const PHRASES: [(&str, &str); 13] = [
    ("who", "name the body, the mover or the caller"),
    ("whom", "name the body, the mover or the caller"),
    ("whoever", "name the body, the mover or the caller"),
    ("somebody", "name the body, the mover or the caller"),
    ("nobody", "name the body, the mover or the caller"),
    ("anybody", "name the body, the mover or the caller"),
    ("that of", "repeat the noun"),
    ("those of", "repeat the noun"),
    ("those that", "repeat the noun"),
    ("one that", "repeat the noun"),
    ("another one", "repeat the noun"),
    ("is told", "say which argument or return value carries it"),
    ("it is that", "say the reason directly"),
];

/// Words after "The same" that make it a subject instead of an adjective.
const AFTER_SAME: [&str; 17] = [
    "and", "as", "at", "but", "by", "for", "from", "goes", "holds", "if", "in", "is", "of", "on", "to",
    "when", "with",
];

/// Abbreviations whose full stop does not end a sentence.
const ABBREVIATIONS: [&str; 4] = ["e.g.", "i.e.", "vs.", "etc."];

/// Fault of the prose.
#[derive(Debug, PartialEq)]
struct Finding {
    /// Line of the first word, from 1.
    line: usize,
    words: String,
    reason: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: \"{}\": {}", self.line, self.words, self.reason)
    }
}

/// Kind of a piece of prose.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// `//` and `/* */`.
    Comment,
    /// `///` and `//!`.
    Doc,
    /// Markdown files.
    Page,
}

/// One line of prose without its comment marker.
#[derive(Clone)]
struct Line {
    number: usize,
    kind: Kind,
    text: String,
    /// True if nothing but white space stands before the comment.
    is_alone: bool,
}

/// Comments, literals and words of a Rust source, each with its offset. Literals are whole, so a `//` inside them is no comment.
fn pieces(source: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < source.len() {
        let rest = &source[at..];
        let comment = match rest {
            _ if rest.starts_with("//") => rest.lines().next().map(str::len),
            _ if rest.starts_with("/*") => Some(rest.find("*/").map_or(rest.len(), |end| end + 2)),
            _ => None,
        };
        let length = comment.or_else(|| literal(rest));
        found.extend(length.map(|length| (at, &rest[..length])));
        at += length.unwrap_or_else(|| rest.chars().next().map_or(1, char::len_utf8));
    }
    found
}

/// Comments of a Rust source, line by line.
fn comments(source: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut number = 1;
    let mut counted = 0;
    for (at, piece) in pieces(source) {
        number += source[counted..at].matches('\n').count();
        counted = at;
        if let Some(text) = piece.strip_prefix("//") {
            let is_doc = text.starts_with('!') || text.starts_with('/') && !text.starts_with("//");
            let kind = if is_doc { Kind::Doc } else { Kind::Comment };
            let line_start = source[..at].rfind('\n').map_or(0, |end| end + 1);
            let is_alone = source[line_start..at].trim().is_empty();
            lines.push(Line { number, kind, text: text[usize::from(is_doc)..].to_owned(), is_alone });
        } else if let Some(text) = piece.strip_prefix("/*") {
            for (offset, text) in text.strip_suffix("*/").unwrap_or(text).lines().enumerate() {
                let text = text.trim_start_matches(' ').trim_start_matches('*').to_owned();
                lines.push(Line { number: number + offset, kind: Kind::Comment, text, is_alone: true });
            }
        }
    }
    lines
}

/// Bytes of the string, the character literal or the word at the start of `rest`; `None` if there is none.
fn literal(rest: &str) -> Option<usize> {
    let raw = rest.strip_prefix("br").or_else(|| rest.strip_prefix('r'));
    if let Some(raw) = raw {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if let Some(body) = raw[hashes..].strip_prefix('"') {
            let close = format!("\"{}", "#".repeat(hashes));
            let body_start = rest.len() - body.len();
            return Some(body.find(&close).map_or(rest.len(), |end| body_start + end + close.len()));
        }
        // A word that begins with r is passed whole: `for"` must not be read as a raw string.
    }
    if rest.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
        return rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).or(Some(rest.len()));
    }
    if let Some(body) = rest.strip_prefix('"') {
        let mut is_escaped = false;
        for (offset, c) in body.char_indices() {
            match c {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                '"' => return Some(offset + 2),
                _ => {}
            }
        }
        return Some(rest.len());
    }
    let body = rest.strip_prefix('\'')?;
    let first = body.chars().next()?;
    if first == '\\' {
        return body[2..].find('\'').map(|end| end + 4);
    }
    // A lifetime has no closing quote.
    body[first.len_utf8()..].starts_with('\'').then_some(first.len_utf8() + 2)
}

/// Lines of a Markdown page.
fn page(source: &str) -> Vec<Line> {
    let line = |(at, text): (usize, &str)| Line {
        number: at + 1,
        kind: Kind::Page,
        text: text.into(),
        is_alone: true,
    };
    source.lines().enumerate().map(line).collect()
}

/// Splits lines into paragraphs, list items and table rows, without code blocks. True beside table rows and headings.
fn paragraphs(lines: &[Line]) -> Vec<(bool, Vec<Line>)> {
    let mut found: Vec<(bool, Vec<Line>)> = Vec::new();
    let (mut open, mut is_code): (Option<(usize, Kind)>, bool) = (None, false);
    for line in lines {
        let text = line.text.trim();
        let follows = open.is_some_and(|(number, kind)| number + 1 == line.number && kind == line.kind);
        if !follows {
            is_code = false;
        }
        if text.starts_with("```") {
            is_code = !is_code;
            open = Some((line.number, line.kind));
            found.push((false, Vec::new()));
            continue;
        }
        let is_row = text.starts_with('|') || text.starts_with('#');
        let is_item = text.starts_with("- ") || text.starts_with("* ") || numbered(text);
        let is_link = text.starts_with('[') && text.contains("]: ");
        open = Some((line.number, line.kind));
        if is_code || is_link || text.is_empty() {
            found.push((false, Vec::new()));
        } else if is_row || is_item || !follows || !line.is_alone {
            found.push((is_row, vec![line.clone()]));
        } else if let Some((false, last)) = found.last_mut() {
            last.push(line.clone());
        } else {
            found.push((false, vec![line.clone()]));
        }
    }
    found.retain(|(_, lines)| !lines.is_empty());
    found
}

/// True if a line begins like an item of a numbered list.
fn numbered(text: &str) -> bool {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    digits > 0 && text[digits..].starts_with(". ")
}

/// Text without the insides of code spans and link targets. A code span is left as one word.
fn prose(text: &str, in_code: &mut bool) -> String {
    let mut plain = String::new();
    let (mut target, mut previous) = (0, ' ');
    for c in text.chars() {
        match c {
            '`' => {
                *in_code = !*in_code;
                if *in_code {
                    plain.push('X');
                }
            }
            _ if *in_code => {}
            '(' if previous == ']' => target = 1,
            '(' if target > 0 => target += 1,
            ')' if target > 0 => target -= 1,
            _ if target > 0 => {}
            _ => plain.push(c),
        }
        previous = c;
    }
    plain
}

/// A word with its punctuation, and its line.
type Word = (String, usize);

fn words(lines: &[Line]) -> Vec<Word> {
    let mut in_code = false;
    let mut found = Vec::new();
    for line in lines {
        let plain = prose(&line.text, &mut in_code);
        let has_letter = |word: &&str| word.chars().any(char::is_alphanumeric);
        found.extend(plain.split_whitespace().filter(has_letter).map(|word| (word.to_owned(), line.number)));
    }
    found
}

/// Splits words after each full stop, exclamation mark and question mark that a new sentence follows.
fn sentences(words: &[Word]) -> Vec<&[Word]> {
    let ends = |(word, _): &Word| {
        let bare = word.trim_end_matches([')', '"', '*', '_', ']']);
        bare.ends_with(['.', '!', '?']) && !ABBREVIATIONS.contains(&bare.trim_start_matches('('))
    };
    words.split_inclusive(ends).collect()
}

/// A word in lower case, without its punctuation.
fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

/// True if `found` is the phrase with no punctuation between its words.
fn is_phrase(found: &[Word], phrase: &[&str]) -> bool {
    let (Some(last), true) = (found.len().checked_sub(1), found.len() == phrase.len()) else { return false };
    let is_joined = |word: &str| word.ends_with(|c: char| c.is_alphanumeric() || c == '*' || c == '_');
    let mut pairs = found.iter().zip(phrase).enumerate();
    pairs.all(|(at, ((word, _), wanted))| bare(word) == *wanted && (at == last || is_joined(word)))
}

fn finding(words: &[Word], reason: impl Into<String>) -> Finding {
    let text: Vec<&str> = words.iter().take(8).map(|(word, _)| word.as_str()).collect();
    Finding { line: words[0].1, words: text.join(" "), reason: reason.into() }
}

/// Faults of a sentence.
fn judge(sentence: &[Word], kind: Kind, has_sentences: bool, found: &mut Vec<Finding>) {
    for at in 0..sentence.len() {
        for (phrase, reason) in PHRASES {
            let phrase: Vec<&str> = phrase.split(' ').collect();
            let end = (at + phrase.len()).min(sentence.len());
            // "so that of two bodies" begins a clause: there "that" stands for no noun.
            let is_clause = phrase == ["that", "of"] && at > 0 && bare(&sentence[at - 1].0) == "so";
            if is_phrase(&sentence[at..end], &phrase) && !is_clause {
                found.push(finding(&sentence[at..end], reason));
            }
        }
    }
    if !has_sentences {
        return;
    }
    let start: Vec<String> = sentence.iter().take(3).map(|(word, _)| bare(word)).collect();
    let begins_with = |word: &str| start.first().is_some_and(|first| first == word);
    if begins_with("the") && start.get(1).is_some_and(|second| second == "same") {
        let is_cut = sentence[1].0.ends_with(['.', ',', ':', ';']);
        if is_cut || start.get(2).is_none_or(|third| AFTER_SAME.contains(&third.as_str())) {
            found.push(finding(sentence, "name the item: \"Like `step`, but ...\""));
        }
    }
    if begins_with("what") && sentence.iter().any(|(word, _)| bare(word) == "is") {
        found.push(finding(sentence, "begin with the noun"));
    }
    if kind != Kind::Comment && sentence.last().is_some_and(|(word, _)| word.ends_with('?')) {
        found.push(finding(sentence, "a statement, not a question: \"True if ...\""));
    }
    let max_words = match kind {
        Kind::Comment => usize::MAX,
        Kind::Doc => MAX_WORDS,
        Kind::Page => MAX_PAGE_WORDS,
    };
    if sentence.len() > max_words {
        found.push(finding(sentence, format!("{} words in a sentence, at most {max_words}", sentence.len())));
    }
}

/// Faults of prose, in order of lines.
fn check(lines: &[Line]) -> Vec<Finding> {
    let mut found = Vec::new();
    for (is_row, lines) in paragraphs(lines) {
        for sentence in sentences(&words(&lines)) {
            judge(sentence, lines[0].kind, !is_row, &mut found);
        }
    }
    found
}

/// Sources and pages at or below a path, without build results.
fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        let is_text = path.extension().is_some_and(|e| e == "rs" || e == "md");
        return if is_text { vec![path.to_owned()] } else { Vec::new() };
    }
    if path.ends_with("target") || path.ends_with(".git") {
        return Vec::new();
    }
    let entries = fs::read_dir(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut found: Vec<PathBuf> = entries.flat_map(|entry| files(&entry.expect("readable").path())).collect();
    found.sort();
    found
}

/// A message for each fault at or below a path, as `file:line: "words": reason`.
fn messages(path: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for file in files(path) {
        let text = fs::read_to_string(&file).expect("readable");
        let lines = if file.extension().is_some_and(|e| e == "md") { page(&text) } else { comments(&text) };
        found.extend(check(&lines).into_iter().map(|finding| format!("{}:{finding}", file.display())));
    }
    found
}

#[test]
fn clean_folders_stay_plain() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let found: Vec<String> = CLEAN.iter().flat_map(|path| messages(&root.join(path))).collect();
    assert!(found.is_empty(), "\n{}\n{} faults", found.join("\n"), found.len());
}

/// Words that are no names in the folders of [`NAMED`], each with the name to use.
const NO_NAMES: [(&str, &str); 12] = [
    ("place", "`index`, `position`"),
    ("places", "`indices`, `positions`"),
    ("odd", "what is excluded, or why"),
    ("told", "`reported`, `before`"),
    ("who", "what it is"),
    ("whom", "what it is"),
    ("nobody", "`none`"),
    ("somebody", "`any`"),
    ("take_over", "a verb with its object"),
    ("stand_still", "a verb with its object"),
    ("know", "`read_settings`, ..."),
    ("look", "`window`, `ahead`, ..."),
];

/// Folders whose names of functions, fields and variables are checked.
const NAMED: [&str; 5] = ["bevy/src", "columns/src", "core/src/dynamics", "ecs/src", "feel/src"];

/// Names in a source that are among [`NO_NAMES`], as `line: name`. Text in comments and in quotes has no names.
fn poor_names(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(source.lines()) {
        let code = line.split("//").next().unwrap_or_default();
        let outside = code.split('"').step_by(2);
        let names = outside.flat_map(|part| part.split(|c: char| !c.is_alphanumeric() && c != '_'));
        for name in names {
            if let Some((_, better)) = NO_NAMES.iter().find(|(poor, _)| *poor == name) {
                found.push(format!("{number}: `{name}`: say {better}"));
            }
        }
    }
    found
}

#[test]
fn names_say_what_they_name() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for file in NAMED.iter().flat_map(|path| files(&root.join(format!("crates/tilephys-{path}")))) {
        let source = fs::read_to_string(&file).expect("readable");
        found.extend(poor_names(&source).iter().map(|name| format!("{}:{name}", file.display())));
    }
    assert!(found.is_empty(), "\n{}\n{} names", found.join("\n"), found.len());
    let sample = "let place = 1; // the place\nlet text = \"look\"; displaced(odd);";
    assert_eq!(
        poor_names(sample),
        ["1: `place`: say `index`, `position`", "2: `odd`: say what is excluded, or why"]
    );
}

/// Asserts the words of each fault in a source.
fn faults(source: &str, wanted: &[&str]) {
    let found = check(&comments(source));
    let found: Vec<&str> = found.iter().map(|f| f.words.as_str()).collect();
    assert_eq!(found, wanted, "{source}");
}

#[test]
fn each_phrase_is_found_and_a_near_miss_passes() {
    for (phrase, _) in PHRASES {
        faults(&format!("/// The body, {phrase} x moves."), &[phrase]);
        faults(&format!("// The body, {phrase} x moves."), &[phrase]);
        faults(&format!("/* The body, {phrase} x moves. */"), &[phrase]);
        faults(&format!("/// The body, {phrase}x moves, `{phrase}` and [too]({phrase})."), &[]);
        faults(&format!("let x = \"// {phrase} x\"; let y = r#\"/// {phrase} \" x\"#; let {phrase};"), &[]);
    }
    for near in [
        "/// The body whose whole path is known.",
        "/// After that, of two bodies the first moves.",
        "/// Sorted, so that of two bodies the first moves.",
        "/// The position of those. That body is the tallest.",
        "/// A one-way that is solid, one body that moves, another body.",
    ] {
        faults(near, &[]);
    }
}

#[test]
fn phrases_are_found_across_lines_and_only_within_a_sentence() {
    faults("/// The speed is that\n/// of the body.", &["that of"]);
    faults("/// The speed is that\n//  of the body.", &[]);
    faults("/// The speed is that.\n/// Of two bodies the first moves.", &[]);
    faults("/// The speed is that\n\n/// of the body.", &[]);
    faults("let x = 'a'; // A body, or\nlet y = '\\''; // nobody.", &["nobody."]);
    faults("/// | `Body` | solid to nobody |", &["nobody"]);
}

#[test]
fn the_same_is_no_subject_but_an_adjective() {
    faults("/// The same, with hooks.", &["The same, with hooks."]);
    faults("/// The same as above.", &["The same as above."]);
    faults("/// Steps. The same.", &["The same."]);
    faults("/// The same body moves the same way.", &[]);
    faults("/// Is the same, with hooks.", &[]);
}

#[test]
fn definitions_by_what_and_questions_are_found() {
    faults("/// What nothing moves is still.", &["What nothing moves is still."]);
    faults("/// What a hit does to a velocity.", &[]);
    faults("/// Does it move?", &["Does it move?"]);
    faults("// Does it move?", &[]);
    faults("/// True if it moves.", &[]);
}

#[test]
fn long_sentences_are_found_in_docs_only() {
    let long = "word ".repeat(MAX_WORDS + 1);
    let found = check(&comments(&format!("/// Fine.\n//! {long}")));
    assert_eq!((found.len(), found[0].line), (1, 2));
    let in_page = |words: usize| check(&page(&format!("# Head\n\nA line.\n{}", "word ".repeat(words)))).len();
    assert_eq!((in_page(MAX_PAGE_WORDS), in_page(MAX_PAGE_WORDS + 1)), (0, 1));
    for passing in [
        format!("// {long}"),
        format!("/// {}", "word ".repeat(MAX_WORDS)),
        format!("/// ```\n/// {long}\n/// ```"),
        format!("/// | {long} |"),
        format!("/// [link]: {long}"),
        format!("/// {}. Then {}", "word ".repeat(30), "word ".repeat(30)).replace(" .", "."),
        format!("/// - {}\n/// - {}", "word ".repeat(30), "word ".repeat(30)),
    ] {
        assert_eq!(check(&comments(&passing)), [], "{passing}");
    }
}
