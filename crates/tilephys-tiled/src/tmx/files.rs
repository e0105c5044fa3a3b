//! The checked pass over referenced files: tilesets and templates.

use crate::error::{Faults, LoadError, Message, Position, Problem, Result, WithHelp, mebibytes, shortened};
use crate::files::missing_file::{is_nowhere, missing_file_remedy};
use crate::files::reader::{Limits, join};
use crate::tmx::facts::{ObjectFacts, TilesKnown, TilesetFacts};
use crate::tmx::include::first_gid;
use crate::tmx::pass::{FileFacts, Pass, Scope};
use crate::xml::tree::{Element, Markup, Source};
use roxmltree::NodeId;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A reference to a file, in an attribute of an element.
#[derive(Clone, Copy)]
struct Reference<'a> {
    element: Element<'a>,
    attribute: &'static str,
    /// Kind of the file, which is the name of its root element.
    root: &'static str,
}

impl Reference<'_> {
    fn error(&self, problem: Problem, message: impl Into<Message>) -> LoadError {
        self.element.attribute_error(self.attribute, problem, message)
    }
}

impl Pass<'_> {
    /// Reads the tileset file in the `source` of `element`.
    pub(super) fn tileset_file(&mut self, element: Element<'_>, source: &str) -> Result<Arc<TilesetFacts>> {
        let reference = Reference { element, attribute: "source", root: "tileset" };
        let Some(file) = self.file(reference, source)? else {
            return Ok(self.failed[&join(&element.source.path, source)].1.clone());
        };
        let is_none = || reference.error(Problem::Format, "the file is not a tileset");
        file.tileset.clone().ok_or_else(is_none)
    }

    /// Reads the template file in the attribute `source` of `element`; `None` if it is unreadable, which is reported already.
    pub(super) fn template_file(
        &mut self,
        element: Element<'_>,
        source: &str,
    ) -> Result<Option<Arc<FileFacts>>> {
        self.file(Reference { element, attribute: "template", root: "template" }, source)
    }

    /// Reads a file; `None` if it is unreadable, which is reported already.
    fn file(&mut self, reference: Reference<'_>, source: &str) -> Result<Option<Arc<FileFacts>>> {
        let path = join(&reference.element.source.path, source);
        if let Some(file) = self.here.uses.get(&path).filter(|file| file.source.root == reference.root) {
            return Ok(Some(file.clone()));
        }
        if self.failed.get(&path).is_some_and(|(root, _)| *root == reference.root) {
            return Ok(None);
        }
        let file = self.file_at(reference, source, &path);
        match &file {
            Ok(file) => _ = self.here.uses.insert(path, file.clone()),
            Err(_) => {
                let nowhere = (Position::START, NodeId::new(0));
                let unknown = Arc::new(TilesetFacts::unknown(&path, nowhere, "", TilesKnown::Missing));
                self.failed.insert(path, (reference.root, unknown));
            }
        }
        file.map(Some)
    }

    fn file_at(&mut self, reference: Reference<'_>, source: &str, path: &Path) -> Result<Arc<FileFacts>> {
        if let Some(why) = self.root.refusal(source, path).filter(|_| !is_nowhere(self.asked.files, path)) {
            let quoted = reference.element.quote(reference.attribute, shortened(source));
            return Err(reference.error(Problem::Outside, why.map(|why| format!("{quoted}: {why}"))));
        }
        let known = self.used.get(path).cloned().or_else(|| self.store.get(path, &self.root, &self.types));
        let known = known.filter(|file| file.source.root == reference.root);
        self.check_depth(reference, path, known.as_ref().map_or(1, |file| file.depth))?;
        let file = match known {
            Some(file) => file,
            None => {
                self.open.push(path.to_owned());
                let read = self.read_file(reference, path);
                self.open.pop();
                read?
            }
        };
        self.take_over(reference, &file)?;
        Ok(file)
    }

    /// Reads and caches the file at `path`.
    fn read_file(&mut self, reference: Reference<'_>, path: &Path) -> Result<Arc<FileFacts>> {
        let source = self.read_for(reference, path)?;
        let outer = std::mem::take(&mut self.here);
        let mut markup = Markup::default();
        let content = source.parse().and_then(|document| {
            let root = Element { source: &source, node: document.root_element() };
            markup = self.markup_of(root)?;
            source.repeated_keys().for_each(|warning| self.warn(warning));
            match reference.root {
                "tileset" => Ok((Some(Arc::new(self.tileset(root, None)?)), None)),
                _ => self.template(root),
            }
        });
        let Scope { warnings, names, missing, uses, inherited, .. } =
            std::mem::replace(&mut self.here, outer);
        // Added again with the file.
        self.inherited -= inherited;
        let (tileset, object) = content.map_err(|e| e.show(|file, at| source.snippet_in(file, at)))?;
        let uses: Vec<_> = uses.into_values().collect();
        let file = Arc::new(FileFacts {
            path: path.to_owned(),
            source: Arc::new(source),
            tileset,
            object,
            depth: 1 + uses.iter().map(|file| file.depth).max().unwrap_or(0),
            uses,
            inherited,
            markup,
            warnings,
            names,
            missing,
            types: self.types.clone(),
        });
        // A file with a placeholder inside is not cached.
        if self.failed.is_empty() {
            self.store.keep(file.clone());
        }
        Ok(file)
    }

    /// Reads a template's definition.
    fn template(&mut self, root: Element<'_>) -> Result<(Option<Arc<TilesetFacts>>, Option<ObjectFacts>)> {
        let mut faults = Faults::default();
        if let Some(tileset) = root.child("tileset") {
            let read = first_gid(tileset).and_then(|gid| Ok((gid, self.tileset_use(tileset, gid)?)));
            // Shapes of the tileset do not show its own tiles.
            let range = faults.keep(read);
            let unknown = || (1, self.unknown_tileset(tileset, "", TilesKnown::BuiltIn));
            let range = range.unwrap_or_else(unknown);
            self.here.gids.ranges.push(range);
        }
        let Some(object) = root.child("object") else {
            let message = format!("the template has no {}", root.in_json("\"object\"", "<object>"));
            return Err(root.error(Problem::Format, message));
        };
        if object.attribute("template").is_some_and(|t| !t.is_empty()) {
            let message = "the object of a template uses a template itself".help("make it a plain object");
            return Err(object.attribute_error("template", Problem::Reference, message));
        }
        let object = faults.keep(self.object(object));
        faults.or((self.here.tilesets.first().cloned(), object))
    }

    /// Counts a file and the files within it as used by the map, once, whether cached or not.
    fn take_over(&mut self, reference: Reference<'_>, file: &Arc<FileFacts>) -> Result<()> {
        if self.used.get(&file.path).is_some_and(|used| Arc::ptr_eq(used, file)) {
            return Ok(());
        }
        self.used.insert(file.path.clone(), file.clone());
        self.bytes = self.bytes.saturating_add(file.source.text().len());
        self.inherited = self.inherited.saturating_add(file.inherited);
        self.markup.add(file.markup);
        self.check_markup(self.markup).map_err(|message| reference.error(Problem::Limit, message))?;
        let (files, bytes) = (self.asked.limits.files, self.asked.limits.all_bytes);
        if self.used.len() > files {
            let message =
                format!("the map uses more than {files} tilesets and templates, which is the limit");
            return Err(reference.error(Problem::Limit, message));
        }
        if self.bytes > bytes {
            let message = format!(
                "the map is larger than {} with its tilesets and templates, which is the limit",
                mebibytes(bytes)
            );
            return Err(reference.error(Problem::Limit, message));
        }
        file.uses.iter().try_for_each(|used| self.take_over(reference, used))
    }

    /// Size of the markup of a file, if within the limit.
    pub(super) fn markup_of(&self, root: Element<'_>) -> Result<Markup> {
        let markup = Markup::of(root.node.document());
        let mut all = self.markup;
        all.add(markup);
        self.check_markup(all).map_err(|message| root.error(Problem::Limit, message))?;
        Ok(markup)
    }

    fn check_markup(&self, markup: Markup) -> Result<(), Message> {
        let Limits { markup_bytes, markup_elements, .. } = *self.limits();
        let most = if markup.bytes > markup_bytes {
            format!("{} of data", mebibytes(markup_bytes))
        } else if markup.elements > markup_elements {
            format!("{markup_elements} elements")
        } else {
            return Ok(());
        };
        let text = format!("the map and its files have more than {most} besides cells, which is the limit");
        Err(text.help("split the map"))
    }

    /// Checks that `path` does not refer to itself, nor to files too deep; `depth` is the depth of the files within it.
    fn check_depth(&self, reference: Reference<'_>, path: &Path, depth: usize) -> Result<()> {
        if self.open.iter().any(|p| p == path) {
            let chain = self.open.iter().map(PathBuf::as_path).chain([path]).map(|p| p.display().to_string());
            let message = format!("the file refers to itself: {}", chain.collect::<Vec<_>>().join(" → "));
            return Err(reference.error(Problem::Reference, message));
        }
        let most = self.asked.limits.files_deep;
        if self.open.len() + depth > most {
            let message =
                format!("files refer to each other more than {most} levels deep, which is the limit");
            return Err(reference.error(Problem::Reference, message));
        }
        Ok(())
    }

    /// Reads `path`; if the file is missing, the error is at the reference.
    fn read_for(&self, reference: Reference<'_>, path: &Path) -> Result<Source> {
        let source = Source::read(self.asked.files, path, self.asked.limits);
        source.and_then(|source| source.with_tree(reference.root)).map_err(|error| {
            if error.position().is_some() {
                return error;
            }
            let unknown = match reference.root {
                "tileset" => ", so its tiles are unknown and collide only where their layer does",
                _ => "",
            };
            let remedy = missing_file_remedy(self.asked.files, path);
            let message = format!(
                "the {} {:?} {}{unknown}",
                reference.root,
                path.display().to_string(),
                error.message()
            )
            .help(remedy);
            reference.error(error.problem(), message).caused_by(error)
        })
    }
}
