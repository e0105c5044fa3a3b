//! Checks ARCHITECTURE.md against the sources: its invariants of absence, its lists of floors, and imports without circles.

#[path = "architecture/imports.rs"]
mod imports;

#[path = "architecture/public_names.rs"]
mod public_names;

#[path = "architecture/vectors.rs"]
mod vectors;

use imports::{Crate, Module, name};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use syn::{Item, UseTree, Visibility};

/// Maximum number of names at the root of the engine, modules and all features included.
const MAX_ROOT_NAMES: usize = 60;

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

/// A list of floors.
struct Floors<'p> {
    /// Name of the crate's folder.
    package: &'p str,
    /// The module whose parts it orders; empty for the whole crate.
    module: Module,
    /// The floor of each part.
    of: HashMap<&'p str, usize>,
}

/// The lists of the page. A mark names a module of the engine, or another crate.
fn floor_lists(page: &str) -> Vec<Floors<'_>> {
    let lists = page.split("<!-- floors").skip(1).map(|list| {
        let (mark, list) = list.split_once("-->").expect("the mark of a list ends");
        let named = quoted(mark).first().copied().unwrap_or_default();
        let package = if named.starts_with("tilephys-") { named } else { "tilephys-core" };
        let module = if package == named { "" } else { named };
        let lines = list.trim_start().lines().take_while(|line| !line.is_empty());
        let mut floor = 0;
        let mut of = HashMap::new();
        for line in lines {
            // A floor may take several lines.
            floor += usize::from(line.starts_with(|c: char| c.is_ascii_digit()));
            of.extend(quoted(line).into_iter().map(|part| (part, floor)));
        }
        let module = module.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
        Floors { package, module, of }
    });
    lists.collect()
}

/// The crates whose imports are checked.
const CRATES: [&str; 16] = [
    "bevy",
    "check",
    "cli",
    "columns",
    "core",
    "draw",
    "ecs",
    "feel",
    "game",
    "inspect",
    "level",
    "macroquad",
    "objects",
    "play",
    "reach",
    "tiled",
];

/// The files of these crates with their imports, by package. All tests share what is parsed.
static FILES: LazyLock<BTreeMap<String, Crate>> = LazyLock::new(|| {
    let packages = CRATES.map(|name| format!("tilephys-{name}"));
    let read = |package: String| {
        let src = root().join(format!("crates/{package}/src"));
        let files = Crate::in_folder(&src, &sources(&src));
        (package, files)
    };
    packages.into_iter().map(read).collect()
});

#[test]
fn modules_use_only_those_on_lower_floors() {
    let page = page();
    let lists = floor_lists(&page);
    let listed: Vec<_> = lists.iter().map(|list| (list.package, list.module.join("::"))).collect();
    for (package, module) in [("core", ""), ("core", "controller"), ("core", "dynamics"), ("tiled", "")] {
        let expected = (&*format!("tilephys-{package}"), module.to_owned());
        assert!(listed.contains(&expected), "the page has lost the floors of {expected:?}");
    }
    for list in &lists {
        let files = &FILES[list.package];
        let part = |file: &Module| file.strip_prefix(&list.module[..])?.first().cloned();
        let parts: BTreeSet<String> = files.files().filter_map(part).collect();
        let listed: BTreeSet<String> = list.of.keys().map(|name| (*name).to_owned()).collect();
        assert_eq!(listed, parts, "floors of `{}` in {}", name(&list.module), list.package);
        let arrows = files.arrows();
        assert!(arrows.iter().count() > 300, "{}: the sources are not read", list.package);
        for (from, to, names) in arrows.iter() {
            let (Some(a), Some(b)) = (part(from), part(to)) else { continue };
            let is_down = a == b || list.of[b.as_str()] < list.of[a.as_str()];
            assert!(is_down, "`{}` uses {names:?} of `{}`, which is no lower", name(from), name(to));
        }
    }
}

#[test]
fn imports_form_no_circle() {
    for (name, files) in &*FILES {
        let arrows = files.arrows();
        assert!(arrows.iter().count() > 0, "{name}: the sources are not read");
        let circles = arrows.circles();
        assert!(circles.is_empty(), "{name}: circles of imports:\n{}", circles.join("\n\n"));
    }
}

/// The names that a tree of imports brings in.
fn imported(tree: &UseTree) -> Vec<String> {
    match tree {
        UseTree::Path(path) => imported(&path.tree),
        UseTree::Name(name) => vec![name.ident.to_string()],
        UseTree::Rename(name) => vec![name.rename.to_string()],
        UseTree::Group(group) => group.items.iter().flat_map(imported).collect(),
        UseTree::Glob(_) => panic!("a glob hides how many names there are"),
    }
}

#[test]
fn the_root_of_the_engine_has_few_names() {
    let text = fs::read_to_string(root().join("crates/tilephys-core/src/lib.rs")).expect("readable");
    let file = syn::parse_file(&text).expect("it parses");
    let names = file.items.iter().flat_map(|item| match item {
        Item::Mod(module) if matches!(module.vis, Visibility::Public(_)) => vec![module.ident.to_string()],
        Item::Use(names) if matches!(names.vis, Visibility::Public(_)) => imported(&names.tree),
        _ => Vec::new(),
    });
    let names: BTreeSet<String> = names.collect();
    assert!(names.contains("World") && names.contains("shape"), "the names are not read: {names:?}");
    let count = names.len();
    assert!(count <= MAX_ROOT_NAMES, "{count} names, find a module for some: {names:?}");
}

#[test]
fn the_prelude_has_few_names() {
    let text = fs::read_to_string(root().join("crates/tilephys/lib.rs")).expect("readable");
    let file = syn::parse_file(&text).expect("it parses");
    let prelude = file.items.iter().find_map(|item| match item {
        Item::Mod(module) if module.ident == "prelude" => module.content.as_ref(),
        _ => None,
    });
    let (_, items) = prelude.expect("the library has a prelude");
    let names: Vec<String> = items
        .iter()
        .filter_map(|item| match item {
            Item::Use(names) => Some(imported(&names.tree)),
            _ => None,
        })
        .flatten()
        .collect();
    assert!((20..=30).contains(&names.len()), "{} names, keep what most games use: {names:?}", names.len());
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

#[test]
fn a_library_whose_manifest_turns_tests_off_has_none() {
    let units = fs::read_to_string(root().join("crates/unit/Cargo.toml")).expect("readable");
    let mut count = 0;
    for manifest in sources(&root().join("crates")).into_iter().chain([root().join("Cargo.toml")]) {
        let is_manifest = manifest.file_name().is_some_and(|name| name == "Cargo.toml");
        if !is_manifest || !fs::read_to_string(&manifest).expect("readable").contains("\ntest = false\n") {
            continue;
        }
        let crate_folder = manifest.parent().expect("a folder");
        // Another package runs the tests in its sources.
        let name = crate_folder.file_name().unwrap_or_default().to_string_lossy();
        if units.contains(&format!("path = \"../{name}/src/lib.rs\"")) {
            continue;
        }
        let is_facade = crate_folder == root();
        let library = crate_folder.join(if is_facade { "crates/tilephys/lib.rs" } else { "src" });
        // The parts with tests are compiled by a target of their own, alone or with their folder.
        let parts = fs::read_to_string(crate_folder.join("tests/parts.rs")).unwrap_or_default();
        for file in sources(&library) {
            let text = fs::read_to_string(&file).expect("readable");
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            let folder = file.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
            let names = [stem.trim_end_matches("_tests"), &*folder];
            let runs = names.iter().any(|name| parts.contains(&format!("mod {name};")));
            assert!(runs || !text.contains("#[test]"), "{} has a test that never runs", file.display());
        }
        count += 1;
    }
    assert_eq!(count, 8, "manifests with such a library");
}
