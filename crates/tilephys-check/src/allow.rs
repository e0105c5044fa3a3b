//! Accepted findings: entries of the settings, and the property `tp_allow` of maps, layers, tilesets, tiles and objects.

use crate::check_id::CheckId;
use crate::checks::unused_allow::CHECK;
use crate::findings::{Finding, Findings};
use crate::settings::{Allow, Settings};
use std::path::Path;
use tilephys_tiled::{Level, Properties, Property, PropertyOrigin, PropertyValue, matches_pattern};

/// Property with the ids or names of accepted checks, separated by commas.
pub(crate) const PROPERTY: &str = "tp_allow";

/// Accepted findings of one map.
pub(crate) struct Allowed<'s> {
    settings: &'s Settings,
    /// Entries of the settings that this map has used, by index.
    pub(crate) used: Vec<bool>,
    inline: Vec<Inline>,
}

/// A property `tp_allow`.
struct Inline {
    scope: Scope,
    property: Property,
    /// Each accepted check, and true if a finding has used it.
    checks: Vec<(CheckId, bool)>,
    /// Words that name no check.
    unknown: Vec<String>,
}

/// The element with a property.
enum Scope {
    Map,
    Layer(String),
    Object(u32),
    Tileset(String),
    Tile(String, u32),
}

impl<'s> Allowed<'s> {
    pub(crate) fn new(settings: &'s Settings) -> Self {
        Allowed { settings, used: vec![false; settings.allow.len()], inline: Vec::new() }
    }

    /// Reads the properties of a level.
    pub(crate) fn read(&mut self, level: &Level) {
        let mut add = |scope: Scope, properties: &Properties| {
            let Some(property) = properties.property(PROPERTY) else { return };
            let PropertyValue::String(text) = &property.value else { return };
            let (mut checks, mut unknown) = (Vec::new(), Vec::new());
            for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
                match word.parse() {
                    Ok(id) => checks.push((id, false)),
                    Err(()) => unknown.push(word.to_owned()),
                }
            }
            self.inline.push(Inline { scope, property: property.clone(), checks, unknown });
        };
        add(Scope::Map, &level.properties);
        level.layers.iter().for_each(|layer| add(Scope::Layer(layer.path.clone()), &layer.properties));
        level.objects.iter().for_each(|object| add(Scope::Object(object.id), &object.properties));
        for tileset in &level.tilesets {
            add(Scope::Tileset(tileset.name.clone()), &tileset.properties);
            for (id, tile) in &tileset.tiles {
                add(Scope::Tile(tileset.name.clone(), *id), &tile.properties);
            }
        }
    }

    /// True if the finding is accepted. All entries that accept it count as used.
    pub(crate) fn accepts(&mut self, finding: &Finding) -> bool {
        let mut accepted = false;
        for (allow, used) in self.settings.allow.iter().zip(&mut self.used) {
            let fits = allow.fits(finding, self.settings);
            *used |= fits;
            accepted |= fits;
        }
        for inline in self.inline.iter_mut().filter(|inline| inline.scope.has(finding)) {
            for (check, used) in inline.checks.iter_mut().filter(|(check, _)| *check == finding.check) {
                let _ = check;
                *used = true;
                accepted = true;
            }
        }
        accepted
    }

    /// Adds findings about properties that accept nothing.
    ///
    /// A tileset is shared by maps, and a default by objects, so only a property of the map itself is judged.
    pub(crate) fn report_unused(&self, map: &Path, out: &mut Findings) {
        for Inline { scope, property, checks, unknown } in &self.inline {
            let is_own = property.origin == PropertyOrigin::Own;
            let is_of_map = matches!(scope, Scope::Map | Scope::Layer(_) | Scope::Object(_));
            let runs = |id: &CheckId| self.settings.runs(*id);
            let unused = checks.iter().filter(|(id, used)| !used && is_own && is_of_map && runs(id));
            let unused = unused.map(|(id, _)| {
                (
                    format!("{PROPERTY:?} accepts {id}, but {id} is not reported here"),
                    "remove it from the property",
                )
            });
            let unknown = unknown.iter().map(|word| {
                let message = format!("{PROPERTY:?} names {word:?}, which is not a check");
                (message, "run tilephys check --list for the ids and names of all checks")
            });
            for (message, help) in unused.chain(unknown) {
                let mut finding = Finding::new(CHECK.id, map, message).help(help);
                finding.file = property.file.to_path_buf();
                finding.position = Some(property.position);
                match scope {
                    Scope::Layer(path) => finding.place.layer = Some(path.clone()),
                    Scope::Object(id) => finding.place.object = Some(*id),
                    _ => {}
                }
                out.add(finding);
            }
        }
    }
}

impl Scope {
    /// True if the finding is about the element, or a part of it.
    fn has(&self, finding: &Finding) -> bool {
        let place = &finding.place;
        match self {
            Scope::Map => true,
            Scope::Layer(path) => place.layer.as_ref().is_some_and(|layer| {
                layer.strip_prefix(path.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            }),
            // With a tile, the object is one of its shapes.
            Scope::Object(id) => place.object == Some(*id) && place.tile.is_none(),
            Scope::Tileset(name) => place.tileset.as_ref() == Some(name),
            Scope::Tile(name, id) => place.tileset.as_ref() == Some(name) && place.tile == Some(*id),
        }
    }
}

impl Allow {
    fn fits(&self, finding: &Finding, settings: &Settings) -> bool {
        let place = &finding.place;
        let fits_map = |pattern: &String| settings.path_matches(pattern, &finding.map);
        let fits_layer =
            |pattern: &String| place.layer.as_deref().is_some_and(|layer| matches_pattern(pattern, layer));
        self.check.is_none_or(|check| check == finding.check)
            && self.map.as_ref().is_none_or(fits_map)
            && self.layer.as_ref().is_none_or(fits_layer)
            && self.object.is_none_or(|id| place.object == Some(id) && place.tile.is_none())
            && self.cell.is_none_or(|cell| place.cell == Some(cell) || finding.covers(cell))
    }

    /// The finding that this entry accepts nothing, if a run over `maps` can tell. Each map has with it if it loads.
    ///
    /// A run over some maps of a project can tell it only of an entry with the path of a checked map. Of a map that does
    /// not load no run can tell it.
    pub(crate) fn unused<'m>(
        &self,
        settings: &Settings,
        maps: impl Iterator<Item = (&'m Path, bool)>,
    ) -> Option<Finding> {
        let pattern = self.map.as_ref();
        let fits = |map| pattern.is_none_or(|pattern| settings.path_matches(pattern, map));
        let loads: Vec<bool> = maps.filter(|(map, _)| fits(map)).map(|(_, loads)| loads).collect();
        let names_one = pattern.is_some_and(|pattern| !pattern.contains(['*', '?']));
        let can_tell = settings.covers_all || (names_one && !loads.is_empty());
        let runs = self.check.is_none_or(|check| settings.runs(check));
        if !can_tell || !runs || loads.contains(&false) {
            return None;
        }
        let what = self.check.map_or_else(|| "findings".to_owned(), |check| check.to_string());
        let message = format!("this entry accepts {what}, but no finding matches it");
        let file = self.file.clone().unwrap_or_default();
        let mut finding = Finding::new(CHECK.id, &file, message).help("remove the entry");
        finding.position = self.position;
        Some(finding)
    }
}
