//! Project lookup: finds the Tiled project of a map, and reads its types. The input of a load is here.

use super::build::build;
use super::merge::{TypesFile, merge_types};
use super::model::Types;
use super::project::Drafts;
use crate::error::{
    LoadError, Position, Problem, Result, Warning, WarningKind, Warnings, WithHelp, shortened,
};
use crate::files::reader::{Files, Limits, has_extension, join};
use crate::files::root::{Root, folders};
use crate::settings::conventions::Conventions;
use crate::xml::{Element, Source};
use std::error::Error as _;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Maximum size of a file of types, in bytes; its parsed form takes some thirty times its size.
const MAX_TYPE_BYTES: usize = 4 << 20;

/// The choice of types for a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Types of the nearest project beside or above the map.
    #[default]
    Nearest,
    /// Types of this file.
    File(PathBuf),
    /// Built-in types only.
    Ours,
}

/// The types of a project, and their files.
#[derive(Default)]
pub(crate) struct TypeSet {
    pub(crate) types: Types,
    /// Files of the project and of the object types that it names, as far as they exist.
    pub(crate) sources: Vec<Source>,
    pub(crate) warnings: Vec<Warning>,
}

/// The input of a load: path and settings.
pub(crate) struct Asked<'a> {
    pub(crate) files: &'a dyn Files,
    pub(crate) limits: &'a Limits,
    /// Root folder; without it, the folder of the map's project, or the map's own.
    pub(crate) root: Option<&'a Root>,
    pub(crate) types: &'a Wanted,
    /// Path of the map; [`normal`](crate::files::reader::normal).
    pub(crate) path: &'a Path,
    /// Conventions where the map sets nothing.
    pub(crate) conventions: &'a Conventions,
    /// True if damage is an error.
    pub(crate) strict: bool,
    /// True if the open border of a map is closed.
    pub(crate) closes: bool,
}

impl TypeSet {
    /// The built-in types alone.
    pub(crate) fn ours() -> TypeSet {
        static TYPES: LazyLock<Types> = LazyLock::new(|| {
            types_of(&[], &mut Warnings::default()).expect("the built-in types are those of a project")
        });
        TypeSet { types: TYPES.clone(), ..TypeSet::default() }
    }
}

impl Asked<'_> {
    /// Finds the file of the types, to be [read](Self::read_types), with warnings about the choice; `None` if there is none.
    pub(crate) fn find(&self) -> (Option<PathBuf>, Vec<Warning>) {
        let mut warnings = Vec::new();
        let from = match self.types {
            Wanted::Ours => None,
            Wanted::File(path) => Some(path.clone()),
            Wanted::Nearest => nearest(self.files, self.path, &mut warnings),
        };
        (from, warnings)
    }

    /// Reads the types at `path`.
    ///
    /// # Errors
    /// If a file of types cannot be read or is not what Tiled writes.
    pub(crate) fn read_types(&self, path: &Path) -> Result<TypeSet> {
        let root = if is_project(path) { "project" } else { "objecttypes" };
        let first = self.source(path, root).map_err(|error| {
            // An error without a position and with a cause comes from the file system.
            if error.position().is_some() || error.source().is_none() {
                return error;
            }
            let message = error.message().help("check the path of the project");
            LoadError::new(error.problem(), path, message).caused_by(error)
        })?;
        let mut sources = vec![first];
        let named = self.object_types(&sources[0]).map_err(|error| show(error, &sources))?;
        sources.extend(named);
        let mut warnings = Warnings::default();
        let types = types_of(&sources, &mut warnings).map_err(|error| show(error, &sources))?;
        Ok(TypeSet { types, sources, warnings: warnings.all(path) })
    }

    /// Reads the object types that a project names, if it names some.
    fn object_types(&self, project: &Source) -> Result<Option<Source>> {
        const KEY: &str = "objectTypesFile";
        let document = project.parse()?;
        let element = Element { source: project, node: document.root_element() };
        let Some(named) = element.attribute(KEY).filter(|named| !named.is_empty()) else { return Ok(None) };
        let path = join(&project.path, named);
        let own = Root::of_map(&project.path);
        if let Some(why) = self.root.unwrap_or(&own).refusal(named, &path) {
            let message = why.map(|why| format!("\"{KEY}\" is {:?}: {why}", shortened(named)));
            return Err(element.attribute_error(KEY, Problem::Outside, message));
        }
        self.source(&path, "objecttypes").map(Some).map_err(|error| {
            if error.position().is_some() {
                return error;
            }
            let message = format!("the \"{KEY}\" {:?} {}", path.display().to_string(), error.message())
                .help("put the file there, or remove the entry, which Tiled 1.9 and later do not need");
            element.attribute_error(KEY, error.problem(), message).caused_by(error)
        })
    }

    fn source(&self, path: &Path, root: &'static str) -> Result<Source> {
        let limits = Limits { file_bytes: self.limits.file_bytes.min(MAX_TYPE_BYTES), ..*self.limits };
        Source::read(self.files, path, &limits)?.with_tree(root)
    }
}

/// Adds the source line in one of the files to an error.
fn show(error: LoadError, sources: &[Source]) -> LoadError {
    error.show(|file, at| sources.iter().find(|s| s.path == file).and_then(|s| s.snippet(at)))
}

/// The project in the nearest folder with a project; without any, the nearest object types file of Tiled 1.8.
fn nearest(files: &dyn Files, map: &Path, warnings: &mut Vec<Warning>) -> Option<PathBuf> {
    let mut old = None;
    for dir in folders(map) {
        let mut inside = match files.list(&dir) {
            Ok(inside) => inside,
            // Above the root is nothing, and an unreadable folder counts as empty.
            Err(error) if error.kind() == ErrorKind::NotFound => break,
            Err(_) => Vec::new(),
        };
        inside.sort();
        let mut projects = inside.iter().filter(|p| is_listed_project(p));
        if let Some(first) = projects.next() {
            let others: Vec<_> = projects.map(|p| format!("{:?}", p.display().to_string())).collect();
            warnings.extend((!others.is_empty()).then(|| several(first, &others)));
            return Some(first.clone());
        }
        old = old.or_else(|| inside.iter().find(|p| is_object_types(p)).cloned());
    }
    old
}

/// True if a file is a project; by its name, a JSON or XML file has the object types of Tiled 1.8.
pub(crate) fn is_project(path: &Path) -> bool {
    !has_extension(path, &["json", "xml"])
}

/// True if a file in a folder listing is a project.
fn is_listed_project(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().ends_with(b".tiled-project"))
}

fn is_object_types(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "objecttypes.json" || name == "objecttypes.xml")
}

fn several(first: &Path, others: &[String]) -> Warning {
    let others = match others {
        [one] => format!("{one} is"),
        all => format!("{} are", all.join(", ")),
    };
    let message = format!("the types come from this project, but {others} next to it")
        .help("keep one project in the folder, or tell the loader which one to use");
    Warning::at(WarningKind::Type, first, Position::START, message)
}

/// A project with the built-in types.
static OURS: LazyLock<Source> = LazyLock::new(|| {
    let project = merge_types(TypesFile::Project, Path::new(""), None);
    let text = project.map(|project| project.text.into_bytes());
    let source = text.and_then(|text| Source::of_bytes(Path::new(""), text, &Limits::DEFAULT));
    source.and_then(|source| source.with_tree("project")).expect("the built-in types are those of a project")
});

/// The types in a project and in the object types that it names, or in a file of object types, and the built-in types.
fn types_of(sources: &[Source], warnings: &mut Warnings) -> Result<Types> {
    let sources: Vec<&Source> = sources.iter().chain([&*OURS]).collect();
    let documents = sources.iter().map(|source| source.parse()).collect::<Result<Vec<_>>>()?;
    let mut drafts = Drafts::default();
    for (source, document) in sources.into_iter().zip(&documents) {
        source.repeated_keys().for_each(|warning| warnings.add(warning, source.limits.warnings));
        drafts.add(Element { source, node: document.root_element() })?;
    }
    build(drafts, warnings)
}
