//! The checked pass in progress: its state, and how it reads properties and settings.

use crate::data::properties::{Findings, Properties};
use crate::error::{Faults, LoadError, Place, Position, Warning, Warnings};
use crate::files::limits::Limits;
use crate::files::root::Root;
use crate::settings::collision::Settings;
use crate::tmx::asked::Asked;
use crate::tmx::facts::TilesetFacts;
use crate::tmx::store::{FileFacts, Store};
use crate::types::{Completer, Missing, Subject, TypeSet};
use crate::vocabulary::names::Names;
use crate::xml::markup::Markup;
use crate::xml::tree::Element;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

/// The pass in progress.
pub(super) struct Pass<'f> {
    pub(super) asked: &'f Asked<'f>,
    pub(super) store: &'f mut Store,
    pub(super) root: Root,
    pub(super) types: Arc<TypeSet>,
    /// Data of the current file.
    pub(super) here: Scope,
    /// Files being read, each referenced by the one before.
    pub(super) open: Vec<PathBuf>,
    pub(super) ids: Ids,
    pub(super) images: ImageSizes,
    /// Tilesets and templates that were read for this map.
    pub(super) used: BTreeMap<PathBuf, Arc<FileFacts>>,
    /// Placeholders of unreadable files, so that each is reported once.
    pub(super) failed: BTreeMap<PathBuf, Arc<FileFacts>>,
    /// Markup of the map and those files.
    pub(super) markup: Markup,
    /// Bytes of the map and those files.
    pub(super) bytes: usize,
    /// Bytes of inherited data: from templates, tiles, classes and types.
    pub(super) inherited: usize,
    pub(super) infinite: bool,
    pub(super) layer_count: usize,
    pub(super) cells: u64,
    /// Bytes of decoded Base64 cells.
    pub(super) decoded: u64,
}

/// The ids of a map with their places.
#[derive(Default)]
pub(super) struct Ids {
    pub(super) objects: HashMap<u32, Position>,
    pub(super) layers: HashMap<u32, Position>,
    /// Repeated ids, with the error if a reference would be ambiguous.
    pub(super) same: Vec<(u32, LoadError)>,
    /// Ids that properties refer to; collected only if ids are repeated.
    pub(super) referred: HashSet<u32>,
}

/// The opened image files, with width and height in pixels as far as known.
#[derive(Default)]
pub(super) struct ImageSizes {
    pub(super) known: BTreeMap<PathBuf, Option<[u32; 2]>>,
    /// Bytes that were read.
    pub(super) bytes: usize,
}

/// The data of one file.
#[derive(Default)]
pub(super) struct Scope {
    pub(super) warnings: Warnings,
    pub(super) names: Names,
    pub(super) missing: Missing,
    pub(super) tilesets: Vec<Arc<TilesetFacts>>,
    /// Indices of tilesets whose images have more tiles than stated.
    pub(super) grown: BTreeSet<usize>,
    /// Indices of shared tilesets, by address.
    pub(super) places: BTreeMap<*const TilesetFacts, usize>,
    /// Files that it refers to.
    pub(super) uses: BTreeMap<PathBuf, Arc<FileFacts>>,
    /// Bytes of inherited data of its elements.
    pub(super) inherited: usize,
}

impl Pass<'_> {
    pub(super) fn warn(&mut self, warning: Warning) {
        self.here.warnings.add(warning, self.asked.limits.warnings);
    }

    pub(super) fn limits(&self) -> &Limits {
        self.asked.limits
    }

    /// Reads the properties of an element that inherits none, and its collision settings.
    pub(super) fn properties(
        &mut self,
        element: Element<'_>,
        place: &Place,
        faults: &mut Faults,
    ) -> (Properties, Settings) {
        let mut properties = self.own_properties(element, place, faults);
        let settings = self.settings(&mut properties, element.class(), element, place);
        (properties, faults.keep(settings).unwrap_or_default())
    }

    /// Reads the properties written on an element.
    pub(super) fn own_properties(
        &mut self,
        element: Element<'_>,
        place: &Place,
        faults: &mut Faults,
    ) -> Properties {
        let before = self.here.warnings.len();
        let properties = Properties::of(element, &mut Findings { faults, warnings: &mut self.here.warnings });
        self.here.warnings.place_from(before, place);
        properties
    }

    /// Completes the `properties` of `element` by their types and its class, and reads its collision settings.
    /// Warnings, also about its class, are kept.
    ///
    /// `class` is the class of its template or tile if it has none.
    pub(super) fn settings(
        &mut self,
        properties: &mut Properties,
        class: &str,
        element: Element<'_>,
        place: &Place,
    ) -> Result<Settings, LoadError> {
        let subject = subject(element, class, place);
        let mut completer = self.completer();
        completer.complete(properties, subject)?;
        let is_first = completer.class(properties, subject);
        let given = completer.given;
        self.count_inherited(element, given)?;
        self.here.names.properties(properties, class, place, is_first);
        let is_known = self.types.types.is_of_project(element.class());
        self.here.names.class(element, class, is_known, place);
        let settings = Settings::read(properties, class)?;
        settings.warnings(place, is_first).for_each(|warning| self.warn(warning));
        Ok(settings)
    }

    pub(super) fn completer(&mut self) -> Completer<'_> {
        Completer { types: &self.types.types, missing: &mut self.here.missing, given: 0 }
    }
}

/// An element as input of type completion.
fn subject<'e>(element: Element<'e>, class: &'e str, place: &'e Place) -> Subject<'e> {
    let (file, position) = (&element.source.file, element.class_position());
    Subject { name: element.name(), class, file, position, place }
}
