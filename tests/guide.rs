//! README.md and the guide in `docs/` are whole: links, the list of chapters, doc tests.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The chapters of the guide, as paths from the root.
fn chapters() -> Vec<String> {
    let entries = fs::read_dir(root().join("docs/src")).expect("the guide has chapters");
    let names = entries.map(|entry| entry.expect("readable").file_name().into_string().expect("UTF-8"));
    let mut chapters: Vec<String> =
        names.filter(|name| name.ends_with(".md") && name != "SUMMARY.md").collect();
    chapters.sort();
    chapters
}

/// The targets of the links of a page that lead to files.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    targets.filter(|target| !target.is_empty() && !target.contains("://"))
}

#[test]
fn links_lead_to_files() {
    let guide = chapters().into_iter().map(|name| format!("docs/src/{name}"));
    let pages = guide.chain(["docs/src/SUMMARY.md", "README.md", "CONTRIBUTING.md"].map(String::from));
    let mut count = 0;
    for page in pages {
        let folder: PathBuf = root().join(&page).parent().expect("a file").to_owned();
        for target in links(&read(&page)) {
            let leaves_book = page.starts_with("docs/") && target.starts_with("..");
            assert!(!leaves_book, "{page}: {target} is not in the book");
            assert!(folder.join(target).exists(), "{page}: {target} is not there");
            count += 1;
        }
    }
    assert!(count > 40, "{count} links: the pages have lost theirs");
}

#[test]
fn chapters_are_listed_and_their_code_is_tested() {
    let summary = read("docs/src/SUMMARY.md");
    let library = read("crates/tilephys/lib.rs") + &read("crates/tilephys-bevy/src/lib.rs");
    for name in chapters() {
        assert!(summary.contains(&format!("]({name})")), "docs/src/SUMMARY.md does not list {name}");
        let included = format!("../docs/src/{name}\")]");
        assert!(library.contains(&included), "no library tests the code of {name}");
    }
}

#[test]
fn the_first_game_is_the_example() {
    let (chapter, example) = (read("docs/src/first-game.md"), read("examples/window/src/bin/first.rs"));
    let code = example.split_once("\n\n").expect("a doc comment, then code").1;
    assert!(chapter.contains(&format!("```rs\n{code}```\n")), "docs/src/first-game.md has other code");
}

#[test]
fn the_readme_stays_short() {
    assert!(read("README.md").lines().count() <= 200);
}
