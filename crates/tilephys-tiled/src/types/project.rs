//! The types of a `.tiled-project`, and of files with the object types of Tiled 1.8, as the files write them.

use crate::error::{Problem, Result, WithHelp};
use crate::types::model::{Enum, uses_of};
use crate::xml::Element;

/// Maximum number of types in all files together, and of members of all classes.
const MAX_TYPES: usize = 1 << 12;
const MAX_MEMBERS: usize = 1 << 16;

/// The types of some files.
#[derive(Default)]
pub(super) struct Drafts<'a> {
    /// Enums in the order of the files; of equal names the first wins.
    pub(super) enums: Vec<(&'a str, Enum)>,
    pub(super) classes: Vec<ClassDraft<'a>>,
    members: usize,
}

/// A class whose members are not read yet.
#[derive(Clone)]
pub(super) struct ClassDraft<'a> {
    pub(super) name: &'a str,
    /// Kinds of elements that it is for.
    pub(super) uses: Vec<&'static str>,
    pub(super) element: Element<'a>,
}

/// True if an element is of the built-in types, which are in no file.
pub(super) fn is_built_in(element: Element<'_>) -> bool {
    element.source.path.as_os_str().is_empty()
}

impl<'a> Drafts<'a> {
    /// Adds the types in the root element of a file.
    ///
    /// # Errors
    /// If there are too many types or members.
    pub(super) fn add(&mut self, root: Element<'a>) -> Result<()> {
        let is_known = |drafts: &Self, name: &str| {
            drafts.enums.iter().any(|of| of.0 == name) || drafts.classes.iter().any(|of| of.name == name)
        };
        for element in root.children() {
            let name = element.attribute("name").unwrap_or_default();
            // The types of a project are instead of built-in ones.
            if is_built_in(root) && is_known(self, name) {
                continue;
            }
            match (element.name(), element.attribute("type").unwrap_or_default()) {
                ("objecttype", _) => {
                    self.add_class(ClassDraft { name, uses: vec!["object", "tile"], element });
                }
                ("type", _) if name.is_empty() => continue,
                // Tiled wrote no kind before it had classes.
                ("type", "" | "enum") => {
                    let values = element.children().filter(|e| e.name() == "value");
                    let values = values.filter_map(|e| e.attribute("name")).map(str::to_owned).collect();
                    let flags = element.flag("valuesAsFlags") == Some(true);
                    let as_int = element.attribute("storageType") == Some("int");
                    self.enums.push((name, Enum { values, flags, as_int }));
                }
                ("type", "class") => {
                    // Before `useAs` existed, classes were for properties only.
                    let uses = uses_of(element.attribute("useAs").unwrap_or("property"));
                    self.add_class(ClassDraft { name, uses, element });
                }
                // Tiled ignores unknown kinds.
                _ => continue,
            }
            if self.enums.len() + self.classes.len() > MAX_TYPES || self.members > MAX_MEMBERS {
                let message =
                    format!("more than {MAX_TYPES} types or {MAX_MEMBERS} class members, which is the limit")
                        .help("remove types and members that no map uses");
                return Err(element.error(Problem::Limit, message));
            }
        }
        Ok(())
    }

    /// Adds a class. One of the object types of Tiled 1.8 replaces a class with its name for objects or tiles.
    fn add_class(&mut self, class: ClassDraft<'a>) {
        let list = class.element.child("properties").unwrap_or(class.element);
        self.members += list.children().count();
        let is_replaced = |other: &&mut ClassDraft<'_>| {
            class.element.name() == "objecttype"
                && other.name == class.name
                && other.uses.iter().any(|word| class.uses.contains(word))
        };
        match self.classes.iter_mut().find(is_replaced) {
            Some(other) => *other = class,
            None => self.classes.push(class),
        }
    }
}
