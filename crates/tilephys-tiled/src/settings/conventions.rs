//! Naming conventions of other games: a rule table from names to collision.
//!
//! A row has a subject and a meaning. The properties of tilephys win over any row. Rows about an object or tile win
//! over rows about its layer; otherwise the first in the table wins.

use crate::data::properties::{Properties, Property, PropertyValue};
use crate::error::Result;
use crate::settings::collision::{Collision, choice};
use crate::settings::common;
use crate::settings::convention::{Convention, Meaning, PropertyPattern, Rank, Subject};
use crate::settings::patterns::matches;
use std::sync::OnceLock;

/// A table of naming conventions. A loader has [`Conventions::common`] by default; an empty table reads no names.
///
/// # Examples
///
/// ```
/// use std::path::Path;
/// use tilephys_tiled::{Conventions, Loader, Meaning, Subject};
/// # let map = br#"<map version="1.10" orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16">
/// #  <tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="1" columns="1">
/// #   <image source="rock.png" width="16" height="16"/>
/// #  </tileset>
/// #  <layer id="1" name="Rocks" width="2" height="1"><data encoding="csv">0,1</data></layer>
/// # </map>"#;
/// # let files = |_: &Path| Ok(map.to_vec());
/// let conventions = Conventions::common().with(Subject::Layer("rock*".to_owned()), Meaning::Solid);
/// let level = Loader::with_files(files).conventions(conventions).load("cave.tmx")?;
/// assert_eq!(level.conventions[0].to_string(), r#"layer "Rocks" (1 tile): solid, by the row "layer rock*""#);
/// # Ok::<(), tilephys_tiled::LoadError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conventions {
    /// Rows of the table; the first that matches wins.
    pub rows: Vec<Convention>,
}

impl Meaning {
    /// The collision of this meaning; `None` if it is for objects only.
    pub(crate) fn collision(self) -> Option<Collision> {
        match self {
            Meaning::None => Some(Collision::None),
            Meaning::Solid => Some(Collision::Solid),
            Meaning::OneWay => Some(Collision::OneWay),
            Meaning::Hazard => Some(Collision::Hazard),
            Meaning::Ladder => Some(Collision::Ladder),
            Meaning::Water => Some(Collision::Water),
            Meaning::Spawn | Meaning::Collectible | Meaning::Goal => None,
        }
    }
}

impl Conventions {
    /// The built-in table: names that public levels use, most of them in several games.
    #[must_use]
    pub fn common() -> Conventions {
        Conventions { rows: common::rows() }
    }

    /// The built-in table, created once.
    pub(crate) fn built_in() -> &'static Conventions {
        static TABLE: OnceLock<Conventions> = OnceLock::new();
        TABLE.get_or_init(Conventions::common)
    }

    /// Adds a row at the end.
    #[must_use]
    pub fn with(mut self, subject: Subject, meaning: Meaning) -> Conventions {
        self.rows.push(Convention { subject, meaning, rank: Rank::Usual });
        self
    }

    /// Index of the first row that matches a layer with this name, of tiles or else of objects.
    pub(crate) fn of_layer(&self, name: &str, properties: &Properties, is_tiles: bool) -> Option<usize> {
        self.rows.iter().position(|row| {
            let fits = !is_tiles || row.meaning.collision().is_some();
            fits && match &row.subject {
                Subject::Layer(pattern) => matches(pattern, name),
                Subject::TileLayer(pattern) => is_tiles && matches(pattern, name),
                Subject::ObjectLayer(pattern) => !is_tiles && matches(pattern, name),
                Subject::LayerProperty(pattern) => pattern.find(properties).is_some(),
                _ => false,
            }
        })
    }

    /// True if a row is about tiles with this class or property name.
    pub(crate) fn names_tiles(&self, name: &str) -> bool {
        self.rows.iter().any(|row| match &row.subject {
            Subject::TileClass(pattern) => matches(pattern, name),
            Subject::TileProperty(pattern) => matches(&pattern.name, name),
            _ => false,
        })
    }

    /// The first row that matches a tile of a tileset, and the matching property unless the class matches.
    pub(crate) fn of_tile<'p>(
        &self,
        class: &str,
        properties: &'p Properties,
    ) -> Option<(&Convention, Option<&'p Property>)> {
        self.rows.iter().filter(|row| row.meaning.collision().is_some()).find_map(|row| match &row.subject {
            Subject::TileClass(pattern) => matches(pattern, class).then_some((row, None)),
            Subject::TileProperty(pattern) => Some((row, Some(pattern.find(properties)?))),
            _ => None,
        })
    }
}

/// The table that the property `tp_conventions` of a map asks for; `None` if unset.
pub(crate) fn asked_by_map(properties: &Properties) -> Result<Option<Conventions>> {
    let known = [("common", true), ("none", false)];
    let asked = choice(properties, "tp_conventions", &known)?;
    Ok(asked.map(|common| if common { Conventions::common() } else { Conventions::default() }))
}

impl Convention {
    /// True if a row is of the built-in table.
    pub(crate) fn is_built_in(&self) -> bool {
        Conventions::built_in().rows.contains(self)
    }
}

impl PropertyPattern {
    /// The matching property, if any.
    pub(crate) fn find<'p>(&self, properties: &'p Properties) -> Option<&'p Property> {
        properties.iter().find(|property| {
            matches(&self.name, &property.name)
                && match (&self.value, text(&property.value)) {
                    (None, value) => value != Some("false".to_owned()),
                    (Some(pattern), Some(value)) => matches(pattern, &value),
                    (Some(_), None) => false,
                }
        })
    }
}

/// The value as Tiled writes it; `None` for a list or a class.
fn text(value: &PropertyValue) -> Option<String> {
    Some(match value {
        PropertyValue::Bool(value) => value.to_string(),
        PropertyValue::Int(value) => value.to_string(),
        PropertyValue::Float(value) => value.to_string(),
        PropertyValue::String(value) | PropertyValue::File(value) => value.clone(),
        PropertyValue::Other { text, .. } => text.clone(),
        PropertyValue::Color(_)
        | PropertyValue::Object(_)
        | PropertyValue::Class(_)
        | PropertyValue::List(_) => return None,
    })
}
