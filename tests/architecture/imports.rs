//! Import graph of a crate: arrows from file to file, with re-exports resolved to the file that defines a name.
//!
//! Paths in code, in `use` items and in macro arguments are arrows. Calls of methods, docs and tests are not. A file that only
//! re-exports names of the files below it does not depend on them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use syn::visit::{self, Visit};
use syn::{Attribute, Ident, Item, ItemMod, ItemUse, UseTree, Visibility};

/// Path of a module from the crate's root, which is empty.
pub(crate) type Module = Vec<String>;

/// A name brought into a module by `use`; `None` for all names of the path.
struct Import {
    alias: Option<String>,
    path: Vec<String>,
    is_public: bool,
}

/// Imports, items and paths of a module. An inline module has its own entry.
#[derive(Default)]
struct Names {
    imports: Vec<Import>,
    items: BTreeSet<String>,
    paths: BTreeSet<Vec<String>>,
}

/// The modules of a crate.
#[derive(Default)]
pub(crate) struct Crate {
    modules: BTreeMap<Module, Names>,
    files: BTreeSet<Module>,
}

/// The names that files import from other files.
#[derive(Default)]
pub(crate) struct Arrows(BTreeMap<Module, BTreeMap<Module, BTreeSet<String>>>);

impl Crate {
    /// The crate whose sources lie in a folder.
    pub(crate) fn in_folder(src: &Path, files: &[std::path::PathBuf]) -> Self {
        let mut own = Crate::default();
        for file in files.iter().filter(|file| file.extension().is_some_and(|e| e == "rs")) {
            let inside = file.strip_prefix(src).expect("below src").to_str().expect("a name");
            own.add(inside, &fs::read_to_string(file).expect("readable"));
        }
        own
    }

    /// Adds a file by its path from the folder of sources.
    pub(crate) fn add(&mut self, path: &str, text: &str) {
        let mut module: Module = path.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
        module.pop_if(|last| last == "mod" || last == "lib");
        let file = syn::parse_file(text).unwrap_or_else(|e| panic!("{path}: {e}"));
        self.files.insert(module.clone());
        self.modules.entry(module.clone()).or_default();
        Reader { own: self, module }.visit_file(&file);
    }

    /// All files.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Module> {
        self.files.iter()
    }

    /// The arrows between files.
    pub(crate) fn arrows(&self) -> Arrows {
        let mut arrows = Arrows::default();
        for (module, names) in &self.modules {
            let from = self.file_of(module);
            let mut add = |path: &[String], is_re_export: bool| {
                let Some(target) = self.resolve(module, path, 0) else { return };
                let to = self.file_of(&target);
                if to != from && !(is_re_export && to.starts_with(&from)) {
                    let name = path.last().cloned().unwrap_or_default();
                    arrows.0.entry(from.clone()).or_default().entry(to).or_default().insert(name);
                }
            };
            names.imports.iter().for_each(|import| add(&import.path, import.is_public));
            names.paths.iter().for_each(|path| add(path, false));
        }
        arrows
    }

    /// The file that contains a module.
    fn file_of(&self, module: &Module) -> Module {
        let mut file = module.clone();
        while !self.files.contains(&file) {
            file.pop();
        }
        file
    }

    /// The module that defines what a path in `module` means; `None` for a path out of the crate or to a local name.
    fn resolve(&self, module: &Module, path: &[String], depth: usize) -> Option<Module> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.walk(Vec::new(), rest, depth),
            "self" => self.walk(module.clone(), rest, depth),
            "super" => {
                let parent = module[..module.len().checked_sub(1)?].to_vec();
                if rest.first().is_some_and(|next| next == "super") {
                    return self.resolve(&parent, rest, depth);
                }
                self.walk(parent, rest, depth)
            }
            _ => {
                let names = self.modules.get(module)?;
                let is_known = self.import(names, first).is_some() || self.has_child(module, first);
                is_known.then(|| self.walk(module.clone(), path, depth)).flatten()
            }
        }
    }

    /// Follows the rest of a path from a module on.
    fn walk(&self, module: Module, rest: &[String], depth: usize) -> Option<Module> {
        let Some((first, after)) = rest.split_first() else { return Some(module) };
        let names = self.modules.get(&module)?;
        if self.has_child(&module, first) {
            let mut child = module;
            child.push(first.clone());
            return self.walk(child, after, depth);
        }
        if names.items.contains(first) || depth > 8 {
            return Some(module);
        }
        let through = |import: &Import| {
            let tail = if import.alias.is_some() { after } else { rest };
            let path: Vec<String> = import.path.iter().chain(tail).cloned().collect();
            self.resolve(&module, &path, depth + 1)
        };
        if let Some(import) = self.import(names, first) {
            return through(import);
        }
        let defines = |found: &Module| self.modules[found].items.contains(first);
        let mut globs = names.imports.iter().filter(|import| import.alias.is_none());
        globs.find_map(|import| through(import).filter(defines)).or(Some(module))
    }

    fn import<'a>(&self, names: &'a Names, alias: &str) -> Option<&'a Import> {
        names.imports.iter().find(|import| import.alias.as_deref() == Some(alias))
    }

    fn has_child(&self, module: &Module, name: &str) -> bool {
        let mut child = module.clone();
        child.push(name.to_owned());
        self.modules.contains_key(&child)
    }
}

/// Collects the names of one module.
struct Reader<'a> {
    own: &'a mut Crate,
    module: Module,
}

impl Reader<'_> {
    fn names(&mut self) -> &mut Names {
        self.own.modules.entry(self.module.clone()).or_default()
    }

    fn import(&mut self, tree: &UseTree, path: &mut Vec<String>, is_public: bool) {
        match tree {
            UseTree::Path(step) => {
                path.push(step.ident.to_string());
                self.import(&step.tree, path, is_public);
                path.pop();
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.import(tree, path, is_public)),
            UseTree::Name(name) => self.import_as(&name.ident, &name.ident, path, is_public),
            UseTree::Rename(name) => self.import_as(&name.ident, &name.rename, path, is_public),
            UseTree::Glob(_) => {
                let path = path.clone();
                self.names().imports.push(Import { alias: None, path, is_public });
            }
        }
    }

    fn import_as(&mut self, name: &Ident, alias: &Ident, path: &[String], is_public: bool) {
        let mut path = path.to_vec();
        if name != "self" {
            path.push(name.to_string());
        }
        let alias = if alias == "self" { path.last().cloned() } else { Some(alias.to_string()) };
        self.names().imports.push(Import { alias, path, is_public });
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let (attributes, name): (&[Attribute], Option<&Ident>) = match item {
            Item::Const(i) => (&i.attrs, Some(&i.ident)),
            Item::Enum(i) => (&i.attrs, Some(&i.ident)),
            Item::Fn(i) => (&i.attrs, Some(&i.sig.ident)),
            Item::Impl(i) => (&i.attrs, None),
            Item::Macro(i) => (&i.attrs, i.ident.as_ref()),
            Item::Mod(i) => (&i.attrs, None),
            Item::Static(i) => (&i.attrs, Some(&i.ident)),
            Item::Struct(i) => (&i.attrs, Some(&i.ident)),
            Item::Trait(i) => (&i.attrs, Some(&i.ident)),
            Item::Type(i) => (&i.attrs, Some(&i.ident)),
            Item::Use(i) => (&i.attrs, None),
            _ => (&[], None),
        };
        if attributes.iter().any(is_for_tests) {
            return;
        }
        // Only items of the module itself can be imported.
        if let Some(name) = name {
            self.names().items.insert(name.to_string());
        }
        visit::visit_item(self, item);
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if let Some((_, items)) = &item.content {
            self.module.push(item.ident.to_string());
            self.names();
            items.iter().for_each(|item| self.visit_item(item));
            self.module.pop();
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.import(&item.tree, &mut Vec::new(), !matches!(item.vis, Visibility::Inherited));
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        // A single name is local or imported.
        if path.segments.len() > 1 {
            let path = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            self.names().paths.insert(path);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        // Tokens of a path stand apart: `crate :: grid :: View`.
        let text = call.tokens.to_string().replace(" :: ", "::");
        for word in text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
            let path: Vec<String> = word.split("::").map(str::to_owned).collect();
            if path.len() > 1 && path.iter().all(|name| !name.is_empty() && !name.contains(':')) {
                self.names().paths.insert(path);
            }
        }
        visit::visit_macro(self, call);
    }
}

/// True for `#[cfg(test)]` and `#[test]`.
fn is_for_tests(attribute: &Attribute) -> bool {
    let is_test = |tokens: &syn::MetaList| tokens.tokens.to_string() == "test";
    attribute.path().is_ident("test")
        || attribute.path().is_ident("cfg") && attribute.meta.require_list().is_ok_and(is_test)
}

impl Arrows {
    /// All arrows with their names.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Module, &Module, &BTreeSet<String>)> {
        self.0.iter().flat_map(|(from, all)| all.iter().map(move |(to, names)| (from, to, names)))
    }

    /// The circles: sets of files that reach each other, with the arrows between them.
    pub(crate) fn circles(&self) -> Vec<String> {
        let reached: BTreeMap<&Module, BTreeSet<&Module>> =
            self.0.keys().map(|file| (file, self.reached_from(file))).collect();
        let is_together =
            |a: &Module, b: &Module| reached[a].contains(b) && reached.get(b).is_some_and(|r| r.contains(a));
        let mut circles = BTreeSet::new();
        for file in self.0.keys() {
            let members: Vec<_> = self.0.keys().filter(|other| is_together(file, other)).collect();
            let arrows = members.iter().flat_map(|from| {
                let to = self.0[*from].iter().filter(|(to, _)| members.contains(to));
                to.map(|(to, names)| {
                    let names: Vec<_> = names.iter().map(String::as_str).collect();
                    format!("  {} -> {} {{{}}}", name(from), name(to), names.join(", "))
                })
            });
            let lines: Vec<String> = arrows.collect();
            if !lines.is_empty() {
                circles.insert(lines.join("\n"));
            }
        }
        circles.into_iter().collect()
    }

    fn reached_from(&self, file: &Module) -> BTreeSet<&Module> {
        let (mut reached, mut open) = (BTreeSet::new(), vec![file]);
        while let Some(next) = open.pop() {
            for to in self.0.get(next).into_iter().flat_map(BTreeMap::keys) {
                if reached.insert(to) {
                    open.push(to);
                }
            }
        }
        reached
    }
}

/// A module as it is written in a path.
pub(crate) fn name(module: &Module) -> String {
    if module.is_empty() { "crate".to_owned() } else { module.join("::") }
}

#[test]
fn a_circle_through_a_re_export_is_reported_with_its_names() {
    let mut own = Crate::default();
    own.add("lib.rs", "mod a; mod low; pub use a::Top;");
    own.add("a/mod.rs", "mod b; mod c; pub(crate) use b::Bee; pub use c::Top;");
    own.add("a/b.rs", "pub(crate) struct Bee(super::c::Top);");
    own.add("a/c.rs", "use crate::a::Bee; use crate::low::Low; pub struct Top; fn f(_: Option<Bee>) {}");
    own.add("low.rs", "pub(crate) struct Low; #[cfg(test)] mod tests { use crate::a::Top; }");
    let found = own.arrows().circles();
    assert_eq!(found, ["  a::b -> a::c {Top}\n  a::c -> a::b {Bee}"]);
}

#[test]
fn arrows_of_macros_globs_and_inline_modules_are_seen_and_a_facade_has_none() {
    let mut own = Crate::default();
    own.add("lib.rs", "mod a; mod b; mod c; mod d; pub use d::*;");
    own.add("a.rs", "/// See [`crate::c`].\nfn f() { assert!(1 == crate::b::one(), \"{}\", crate::D); }");
    own.add("b.rs", "pub fn one() -> i32 { 1 }");
    own.add("c.rs", "mod inner { use super::super::b; fn g() -> i32 { b::one() } }");
    own.add("d.rs", "pub const D: i32 = 2; fn h(v: Vec<i32>) { let c = v; c.len(); }");
    let arrows = own.arrows();
    let of =
        |file: &str| arrows.0.get(&vec![file.to_owned()]).map(|to| to.keys().map(name).collect::<Vec<_>>());
    assert_eq!(of("a"), Some(vec!["b".to_owned(), "d".to_owned()]));
    assert_eq!(of("c"), Some(vec!["b".to_owned()]));
    assert_eq!((of("b"), of("d"), arrows.0.get(&Vec::new())), (None, None, None));
    assert!(arrows.circles().is_empty());
}
