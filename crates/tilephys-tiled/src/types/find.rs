//! Project lookup: finds the Tiled project of a map, and reads its types. The input of a load is here.

use super::build::build;
use super::model::Types;
use super::project::{object_types, object_types_xml, project};
use crate::error::{LoadError, Position, Problem, Result, Warning, WarningKind, WithHelp, shortened};
use crate::files::reader::{Files, Limits, above, has_extension, join};
use crate::files::root::Root;
use crate::settings::conventions::Conventions;
use crate::types::project::Drafts;
use crate::xml::{Element, Source};
use std::error::Error as _;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Maximum size of a file of types, in bytes; its parsed form takes some thirty times its size.
const MAX_TYPE_BYTES: usize = 4 << 20;

/// Maximum number of folders above the map that are searched.
const MAX_FOLDERS: usize = 64;

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

/// The source of types.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum TypesFrom {
    /// A project, or an object types file.
    File(PathBuf),
    /// No file was found beside or above the map.
    #[default]
    NotFound,
    /// The search is turned off.
    NotWanted,
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

impl TypesFrom {
    /// Path of the types; `None` if there is no file.
    pub(crate) fn file(&self) -> Option<&Path> {
        if let TypesFrom::File(path) = self { Some(path) } else { None }
    }
}

impl TypeSet {
    /// The built-in types alone.
    pub(crate) fn ours() -> TypeSet {
        TypeSet { types: Types::ours(), ..TypeSet::default() }
    }
}

impl Asked<'_> {
    /// Finds the file of the types, to be [`read`](Self::read), with warnings about the choice.
    pub(crate) fn find(&self) -> (TypesFrom, Vec<Warning>) {
        let mut warnings = Vec::new();
        let from = match self.types {
            Wanted::Ours => TypesFrom::NotWanted,
            Wanted::File(path) => TypesFrom::File(path.clone()),
            Wanted::Nearest => {
                let nearest = nearest(self.files, self.path, &mut warnings);
                nearest.map_or(TypesFrom::NotFound, TypesFrom::File)
            }
        };
        (from, warnings)
    }

    /// Reads the types at `path`.
    ///
    /// # Errors
    /// If a file of types cannot be read or is not what Tiled writes.
    pub(crate) fn read_types(&self, path: &Path) -> Result<TypeSet> {
        let mut set = TypeSet::default();
        let first = self.source(path).map_err(|error| {
            // An error without a position and with a cause comes from the file system.
            if error.position().is_some() || error.source().is_none() {
                return error;
            }
            let message = error.message().help("check the path of the project");
            LoadError::new(error.problem(), path, message).caused_by(error)
        })?;
        if !is_project(path) {
            set.types = merged(None, Some(&first), &mut set.warnings).map_err(|e| show(e, &[&first]))?;
            set.sources.push(first);
            return Ok(set);
        }
        let here = |error| show(error, &[&first]);
        let named = project(&first, &mut Drafts::default()).map_err(here)?;
        let second = match named.as_str() {
            "" => None,
            named => Some(self.object_types(&first, named).map_err(here)?),
        };
        let sources: Vec<&Source> = [&first].into_iter().chain(&second).collect();
        set.types =
            merged(Some(&first), second.as_ref(), &mut set.warnings).map_err(|e| show(e, &sources))?;
        set.sources.extend([first].into_iter().chain(second));
        Ok(set)
    }

    /// Reads the object types that a project names.
    fn object_types(&self, project: &Source, named: &str) -> Result<Source> {
        let path = join(&project.path, named);
        let own = Root::of_map(&project.path);
        let at = project.text().find("\"objectTypesFile\"").unwrap_or(0);
        if let Some(why) = self.root.unwrap_or(&own).refusal(named, &path) {
            let message = why.map(|why| format!("\"objectTypesFile\" is {:?}: {why}", shortened(named)));
            return Err(project.error(Problem::Outside, at, message));
        }
        self.source(&path).map_err(|error| {
            if error.position().is_some() {
                return error;
            }
            let message =
                format!("the \"objectTypesFile\" {:?} {}", path.display().to_string(), error.message())
                    .help("put the file there, or remove the entry, which Tiled 1.9 and later do not need");
            project.error(error.problem(), at, message).caused_by(error)
        })
    }

    fn source(&self, path: &Path) -> Result<Source> {
        let limits = Limits { file_bytes: self.limits.file_bytes.min(MAX_TYPE_BYTES), ..*self.limits };
        Source::read(self.files, path, &limits)
    }
}

/// Adds the source line in one of the files to an error.
fn show(error: LoadError, sources: &[&Source]) -> LoadError {
    error.show(|file, at| sources.iter().find(|s| s.path == file).and_then(|s| s.snippet(at)))
}

/// The project in the nearest folder with a project; without any, the nearest object types file of Tiled 1.8.
fn nearest(files: &dyn Files, map: &Path, warnings: &mut Vec<Warning>) -> Option<PathBuf> {
    let mut dir = map.parent().unwrap_or(Path::new("")).to_owned();
    let mut old = None;
    for _ in 0..MAX_FOLDERS {
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
        match above(&dir) {
            Some(up) => dir = up,
            None => break,
        }
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

/// The types of a project and of an object types file, as far as they exist.
fn merged(
    of_project: Option<&Source>,
    of_objects: Option<&Source>,
    warnings: &mut Vec<Warning>,
) -> Result<Types> {
    let mut drafts = Drafts::default();
    if let Some(source) = of_project {
        project(source, &mut drafts)?;
    }
    let xml = of_objects.filter(|s| !has_extension(&s.path, &["json"]));
    let document = xml.map(|source| source.parse("objecttypes")).transpose()?;
    match (of_objects, &document) {
        (Some(source), Some(document)) => {
            object_types_xml(Element { source, node: document.root_element() }, &mut drafts)?;
        }
        (Some(source), None) => object_types(source, &mut drafts)?,
        (None, _) => {}
    }
    let sources: Vec<&Source> = of_project.into_iter().chain(of_objects).collect();
    build(drafts, &sources, warnings)
}
