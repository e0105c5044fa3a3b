//! Checks ARCHITECTURE.md against the sources: its invariants of absence and its list of layers.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn page() -> String {
    fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md is there")
}

/// The Rust sources and manifests at or below a path.
fn sources(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    // What a build generates, in the folders of crates that are workspaces of their own.
    if path.ends_with("target") {
        return Vec::new();
    }
    let entries = fs::read_dir(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut found: Vec<PathBuf> =
        entries.flat_map(|entry| sources(&entry.expect("readable").path())).collect();
    found.retain(|p| p.extension().is_some_and(|e| e == "rs" || e == "toml"));
    found.sort();
    found
}

/// The parts of a line between backticks.
fn quoted(line: &str) -> Vec<&str> {
    line.split('`').skip(1).step_by(2).collect()
}

#[test]
fn what_is_not_there_is_not_there() {
    let page = page();
    let rules: Vec<_> =
        page.lines().filter(|l| l.starts_with("- ") && l.contains("` has no `")).map(quoted).collect();
    assert!(rules.len() >= 10, "{} rules: the page has lost its list", rules.len());
    for rule in rules {
        let [place, absent @ ..] = &rule[..] else {
            panic!("not of the form \"PLACE has no WORDS\": {rule:?}")
        };
        assert!(!absent.is_empty(), "not of the form \"PLACE has no WORDS\": {rule:?}");
        let files = sources(&root().join(place));
        assert!(!files.is_empty(), "{place} has no sources");
        for file in files {
            let text = fs::read_to_string(&file).expect("readable");
            for (number, line) in text.lines().enumerate() {
                let code = line.split("//").next().unwrap_or_default();
                let found = absent.iter().find(|word| code.contains(**word));
                assert!(found.is_none(), "{}:{}: {line}", file.display(), number + 1);
            }
        }
    }
}

#[test]
fn modules_of_the_engine_use_only_those_on_lower_floors() {
    let page = page();
    let list = page.split("<!-- floors").nth(1).expect("the page marks the list of floors");
    let floors: HashMap<&str, usize> = list
        .lines()
        .skip(1)
        .take_while(|l| !l.is_empty())
        .enumerate()
        .flat_map(|(floor, line)| quoted(line).into_iter().map(move |module| (module, floor)))
        .collect();
    let src = root().join("crates/tilephys-core/src");
    let mut arrows = 0;
    for file in sources(&src) {
        let inside = file.strip_prefix(&src).expect("below src");
        let first = inside.iter().next().and_then(|p| p.to_str()).expect("a name");
        let module = first.trim_end_matches(".rs");
        if module == "lib" {
            continue;
        }
        let own = *floors.get(module).unwrap_or_else(|| panic!("ARCHITECTURE.md gives `{module}` no floor"));
        let text = fs::read_to_string(&file).expect("readable");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        // A link in a doc may point up.
        let code: String =
            code.lines().map(|line| line.split("//").next().unwrap_or_default().to_owned() + "\n").collect();
        for used in code.split("crate::").skip(1) {
            let name: String = used.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let Some(&floor) = floors.get(name.as_str()) else { continue };
            arrows += 1;
            assert!(name == module || floor < own, "{}: `{module}` uses `{name}`", file.display());
        }
    }
    assert!(arrows > 30, "{arrows} arrows: the sources are not read");
}

#[test]
fn every_file_keeps_to_the_size_that_the_house_allows() {
    for folder in ["crates", "tests", "benches", "maps/maker/src"] {
        for file in sources(&root().join(folder)) {
            let lines = fs::read_to_string(&file).expect("readable").lines().count();
            assert!(lines <= 500, "{} has {lines} lines; split it by subject", file.display());
        }
    }
}
