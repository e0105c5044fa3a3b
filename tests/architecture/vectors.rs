//! Public signatures of `tilephys-bevy` have no vectors of the engine's version of glam: Bevy has another version. Types that contain
//! such vectors come from functions named `raw` alone.

use crate::{root, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use syn::visit::{self, Visit};
use syn::{Fields, ImplItem, Item, TypePath, UseTree, Visibility};

/// Types of glam.
const VECTORS: [&str; 4] = ["I64Vec2", "IVec2", "UVec2", "Vec2"];

/// Types with vectors in a part that the page of the crate names.
const NAMED: [&str; 2] = ["tilephys_core::EventKind", "tilephys_core::Tile"];

/// Paths of types, as lists of their names.
#[derive(Default)]
struct Paths(Vec<Vec<String>>);

impl Visit<'_> for Paths {
    fn visit_type_path(&mut self, path: &TypePath) {
        self.0.push(path.path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_type_path(self, path);
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Types of the public parts of a struct or an enum.
fn parts(item: &Item) -> Option<(String, Paths)> {
    let mut paths = Paths::default();
    let name = match item {
        Item::Struct(item) => {
            item.fields.iter().filter(|field| is_public(&field.vis)).for_each(|f| paths.visit_type(&f.ty));
            &item.ident
        }
        Item::Enum(item) => {
            let fields = item.variants.iter().map(|variant| &variant.fields).flat_map(Fields::iter);
            fields.for_each(|field| paths.visit_type(&field.ty));
            &item.ident
        }
        _ => return None,
    };
    Some((name.to_string(), paths))
}

fn parsed(file: &Path) -> Vec<Item> {
    let text = fs::read_to_string(file).expect("readable");
    syn::parse_file(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display())).items
}

fn rust_files(package: &str) -> Vec<std::path::PathBuf> {
    let mut files = sources(&root().join(format!("crates/{package}/src")));
    files.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
    files
}

/// Types of the engine with vectors in their public parts, and in the parts of those, such as `tilephys_core::Hit`.
fn types_with_vectors() -> BTreeSet<String> {
    let mut types = Vec::new();
    for name in ["core", "columns", "feel", "objects", "tiled"] {
        let items = rust_files(&format!("tilephys-{name}")).into_iter().flat_map(|file| parsed(&file));
        types.extend(items.filter_map(|item| parts(&item)).map(|(own, paths)| (name, own, paths)));
    }
    let mut names: BTreeSet<String> = VECTORS.map(str::to_owned).into();
    let mut found = BTreeSet::new();
    loop {
        let before = found.len();
        for (package, name, paths) in &types {
            if paths.0.iter().filter_map(|path| path.last()).any(|part| names.contains(part)) {
                names.insert(name.clone());
                found.insert(format!("tilephys_{package}::{name}"));
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// Adds the names that a `use` brings from a crate of the engine, by their names in the file. A crate has no name in itself.
fn add_imports(tree: &UseTree, package: Option<&str>, imports: &mut BTreeMap<String, [String; 2]>) {
    let mut add = |new: &syn::Ident, name: &syn::Ident| {
        let new = new.to_string();
        let name = name.to_string();
        match package {
            Some(package) => imports.insert(new, [package.to_owned(), name]),
            None if name.starts_with("tilephys_") => imports.insert(new, [name, String::new()]),
            None => None,
        }
    };
    match tree {
        UseTree::Path(path) => {
            let name = path.ident.to_string();
            add_imports(&path.tree, package.or(name.starts_with("tilephys_").then_some(&name)), imports);
        }
        UseTree::Group(group) => group.items.iter().for_each(|tree| add_imports(tree, package, imports)),
        UseTree::Name(name) => _ = add(&name.ident, &name.ident),
        UseTree::Rename(name) => _ = add(&name.rename, &name.ident),
        UseTree::Glob(_) => {}
    }
}

/// Types in the public signatures of a file.
fn signatures(items: &[Item]) -> Paths {
    let mut paths = Paths::default();
    for item in items {
        if let Some((_, parts)) = parts(item) {
            paths.0.extend(parts.0);
        }
        match item {
            Item::Fn(item) if is_public(&item.vis) => paths.visit_signature(&item.sig),
            Item::Trait(item) if is_public(&item.vis) => paths.visit_item_trait(item),
            Item::Impl(item) => {
                // A target of `Deref`, and the other side of `From`.
                item.trait_.iter().for_each(|(path, _)| paths.visit_path(path));
                for item in &item.items {
                    match item {
                        ImplItem::Type(item) => paths.visit_type(&item.ty),
                        ImplItem::Fn(item) if is_public(&item.vis) => {
                            let name = item.sig.ident.to_string();
                            if !name.starts_with("raw") && !name.starts_with("from_raw") {
                                paths.visit_signature(&item.sig);
                            }
                        }
                        _ => {}
                    }
                }
            }
            // Tuple structs with public values: `Name(Value);`.
            Item::Macro(item) if item.mac.path.is_ident("components") => {
                let text = item.mac.tokens.to_string();
                let values = text.split('(').filter_map(|part| part.split(')').next());
                let values = values.filter_map(|value| syn::parse_str::<syn::Type>(value).ok());
                values.for_each(|value| paths.visit_type(&value));
            }
            Item::Use(item) if is_public(&item.vis) => {
                let mut imports = BTreeMap::new();
                add_imports(&item.tree, None, &mut imports);
                paths.0.extend(imports.into_values().map(Vec::from));
            }
            _ => {}
        }
    }
    paths
}

/// Names of types with vectors in the public signatures of a file.
fn leaks(items: &[Item], with_vectors: &BTreeSet<String>) -> Vec<String> {
    let mut imports = BTreeMap::new();
    for item in items {
        if let Item::Use(item) = item {
            add_imports(&item.tree, None, &mut imports);
        }
    }
    let full_name = |path: Vec<String>| {
        let package = match imports.get(&path[0]) {
            Some([package, name]) if path.len() == 1 => return Some(format!("{package}::{name}")),
            Some([package, _]) => package,
            None if path.len() > 1 => &path[0],
            None => return None,
        };
        Some(format!("{package}::{}", path[path.len() - 1]))
    };
    let names = signatures(items).0.into_iter().filter_map(full_name);
    names.filter(|name| with_vectors.contains(name) && !NAMED.contains(&name.as_str())).collect()
}

#[test]
fn public_signatures_of_the_plugin_for_bevy_have_no_vectors_of_the_engine() {
    let with_vectors = types_with_vectors();
    let known = ["core::Hit", "core::World", "columns::Position", "tiled::Level", "tiled::Object"];
    let is_found = |name: &&str| with_vectors.contains(&format!("tilephys_{name}"));
    assert!(known.iter().chain(&["core::Tile", "core::EventKind"]).all(is_found), "{with_vectors:?}");
    let mut count = 0;
    for file in rust_files("tilephys-bevy") {
        let items = parsed(&file);
        count += signatures(&items).0.len();
        let found = leaks(&items, &with_vectors);
        assert!(
            found.is_empty(),
            "{}: {found:?} has vectors of glam: name the function `raw`",
            file.display()
        );
    }
    assert!(count > 200, "{count} types: the signatures are not found");
    for (text, expected) in [
        ("use tilephys_core::World; impl Deref for X { type Target = World; }", "core::World"),
        ("pub struct X { pub object: Arc<tilephys_tiled::Object> }", "tiled::Object"),
        ("use tilephys_core as core; impl X { pub fn at(&self) -> Option<core::Hit> { None } }", "core::Hit"),
        ("components! { X(tilephys_columns::Velocity); }", "columns::Velocity"),
        ("pub use tilephys_core::World as Engine;", "core::World"),
    ] {
        let items = syn::parse_file(text).expect("Rust").items;
        assert_eq!(leaks(&items, &with_vectors), [format!("tilephys_{expected}")], "{text}");
    }
    let raw =
        syn::parse_file("impl X { pub fn raw(&self) -> &tilephys_core::World { &self.0 } }").expect("Rust");
    assert!(leaks(&raw.items, &with_vectors).is_empty());
}
