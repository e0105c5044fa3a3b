//! Public names of the crates that are published, compared with a list: a name that goes or comes is a decision, not an accident.
//! Only names: `cargo semver-checks` compares what they stand for.

use crate::{imported, root};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use syn::{Ident, Item, Visibility};

const LIST: &str = "tests/architecture/public_names.txt";

/// Name of an item that is public by itself; `None` for modules, imports and private items.
fn public_name(item: &Item) -> Option<&Ident> {
    let (vis, ident) = match item {
        Item::Const(item) => (&item.vis, &item.ident),
        Item::Enum(item) => (&item.vis, &item.ident),
        Item::Fn(item) => (&item.vis, &item.sig.ident),
        Item::Static(item) => (&item.vis, &item.ident),
        Item::Struct(item) => (&item.vis, &item.ident),
        Item::Trait(item) => (&item.vis, &item.ident),
        Item::Type(item) => (&item.vis, &item.ident),
        _ => return None,
    };
    matches!(vis, Visibility::Public(_)).then_some(ident)
}

/// Adds the public names of a module at `path`, whose files are beside or in `folder`, and of the public modules in it.
fn collect(items: &[Item], path: &str, folder: &Path, names: &mut BTreeSet<String>) {
    for item in items {
        names.extend(public_name(item).map(|ident| format!("{path}::{ident}")));
        match item {
            Item::Use(item) if matches!(item.vis, Visibility::Public(_)) => {
                names.extend(imported(&item.tree).iter().map(|name| format!("{path}::{name}")));
            }
            Item::Mod(item) if matches!(item.vis, Visibility::Public(_)) => {
                let module = item.ident.to_string();
                let path = format!("{path}::{module}");
                let below = folder.join(&module);
                let of_file;
                let inner = match &item.content {
                    Some((_, items)) => items,
                    None => {
                        of_file = items_of(&[below.with_extension("rs"), below.join("mod.rs")]);
                        &of_file
                    }
                };
                collect(inner, &path, &below, names);
                names.insert(path);
            }
            _ => {}
        }
    }
}

/// The items of the first of these files that is there.
fn items_of(files: &[std::path::PathBuf]) -> Vec<Item> {
    let file =
        files.iter().find(|file| file.is_file()).unwrap_or_else(|| panic!("none of {files:?} is there"));
    let text = fs::read_to_string(file).expect("readable");
    syn::parse_file(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display())).items
}

#[test]
fn public_names_are_in_the_list() {
    let mut names = BTreeSet::new();
    collect(
        &items_of(&[root().join("crates/tilephys/lib.rs")]),
        "tilephys",
        &root().join("crates/tilephys"),
        &mut names,
    );
    for part in
        ["bevy", "check", "core", "draw", "ecs", "feel", "inspect", "level", "macroquad", "reach", "tiled"]
    {
        let sources = root().join(format!("crates/tilephys-{part}/src"));
        collect(&items_of(&[sources.join("lib.rs")]), &format!("tilephys_{part}"), &sources, &mut names);
    }
    let list = fs::read_to_string(root().join(LIST)).unwrap_or_default();
    let listed: BTreeSet<String> = list.lines().map(str::to_owned).collect();
    if std::env::var_os("TILEPHYS_WRITE_NAMES").is_some() {
        let lines: Vec<&str> = names.iter().map(String::as_str).collect();
        fs::write(root().join(LIST), lines.join("\n") + "\n").expect("the list can be written");
    }
    let gone: Vec<&String> = listed.difference(&names).collect();
    let come: Vec<&String> = names.difference(&listed).collect();
    assert!(
        gone.is_empty() && come.is_empty(),
        "{LIST} is out of date: gone {gone:?}, new {come:?}; TILEPHYS_WRITE_NAMES=1 writes it again"
    );
}
