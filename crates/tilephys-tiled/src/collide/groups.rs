//! Grouping of shapes with equal collision: each group becomes a kind of tile of the grid, or a region.

use crate::collide::collider::{self, Unfit};
use crate::error::{Message, WithHelp};
use crate::settings::collision::RegionKind;
use crate::settings::reason::Reason;
use crate::tmx::facts::ObjectFacts;
use glam::IVec2;
use tilephys_core::limits::{MAX_PARTS, SHAPE_REACH};
use tilephys_core::shape::{Part, Polygon, TileShape};
use tilephys_core::{Aabb, Material, Region, UNITS_PER_PX};

/// The properties of a collider besides its shape and collision.
#[derive(Clone, Debug)]
pub(crate) struct Nature<'a> {
    pub(crate) category: u32,
    /// Material without its surface, which is only a name here.
    pub(crate) material: Material,
    pub(crate) surface: &'a str,
    /// Reason for the collision; of several shapes, of the first.
    pub(crate) reason: Reason,
}

impl Nature<'_> {
    fn is_like(&self, other: &Nature<'_>) -> bool {
        self.category == other.category && self.material == other.material && self.surface == other.surface
    }
}

/// A solid, which becomes a kind of tile.
pub(crate) struct Solid<'a> {
    pub(crate) shape: TileShape,
    pub(crate) nature: Nature<'a>,
}

/// A sensor, which blocks no body.
pub(crate) struct Sensed<'a> {
    pub(crate) kind: RegionKind,
    pub(crate) zones: Vec<Zone>,
    pub(crate) nature: Nature<'a>,
}

/// A convex part of a sensor: a box, or a polygon in it with corners relative to the box's min corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Zone {
    pub(crate) aabb: Aabb,
    pub(crate) shape: Option<Polygon>,
}

impl Zone {
    pub(crate) fn of_box(aabb: Aabb) -> Self {
        Zone { aabb, shape: None }
    }

    fn of_polygon(polygon: &Polygon) -> Result<Self, Message> {
        if let Some(aabb) = collider::as_box(polygon) {
            return Ok(Zone::of_box(aabb));
        }
        let Aabb { min, max } = polygon.bounds();
        if (max - min).max_element() > SHAPE_REACH {
            let reach = SHAPE_REACH / UNITS_PER_PX;
            return Err(format!("the shape is more than {reach} px wide or high").help("split it"));
        }
        let Region { aabb, shape, .. } = Region::of_polygon(IVec2::ZERO, polygon);
        Ok(Zone { aabb, shape })
    }
}

/// The collision of a tile or an object.
#[derive(Default)]
pub(crate) struct Verdict<'a> {
    /// Solids, one for each category and material, in the order of the first shape of each.
    pub(crate) solids: Vec<Solid<'a>>,
    /// Sensors, one for each kind of region, category and material.
    pub(crate) sensed: Vec<Sensed<'a>>,
    /// Shapes without area.
    pub(crate) empty: Vec<&'a ObjectFacts>,
}

/// The shapes of a tile or an object, grouped.
#[derive(Default)]
pub(crate) struct Groups<'a> {
    /// Solid parts of each group; the bool is true if polygons may become slopes.
    solids: Vec<(Nature<'a>, Vec<Part>, bool)>,
    sensed: Vec<Sensed<'a>>,
    /// Shapes without area.
    pub(crate) empty: Vec<&'a ObjectFacts>,
}

impl<'a> Groups<'a> {
    /// Adds the parts of a shape, to a solid or a region. A shape without area is noted. The error describes a shape
    /// that the grid cannot take.
    pub(crate) fn add(
        &mut self,
        parts: Result<Vec<Part>, Unfit>,
        region: Option<RegionKind>,
        (nature, slopes): (Nature<'a>, bool),
        shape: &'a ObjectFacts,
    ) -> Result<(), Message> {
        match (parts, region) {
            (Ok(parts), Some(kind)) => {
                // A collider without an open side has no lines.
                let polygons = parts.iter().filter_map(|part| match part {
                    Part::Solid(polygon) => Some(polygon),
                    Part::OneWay(_) => None,
                });
                let zones = polygons.map(Zone::of_polygon).collect::<Result<_, Message>>()?;
                self.zones(kind, nature, zones);
            }
            (Ok(parts), None) => self.solid(nature, parts, slopes),
            (Err(Unfit::Empty), _) => self.empty.push(shape),
            (Err(Unfit::Wrong(message)), _) => return Err(message),
        }
        Ok(())
    }

    /// Adds solid parts.
    pub(crate) fn solid(&mut self, nature: Nature<'a>, parts: Vec<Part>, slopes: bool) {
        match self.solids.iter_mut().find(|group| group.0.is_like(&nature)) {
            Some(group) => {
                group.1.extend(parts);
                group.2 &= slopes;
            }
            None => self.solids.push((nature, parts, slopes)),
        }
    }

    /// Adds zones of a region.
    pub(crate) fn zones(&mut self, kind: RegionKind, nature: Nature<'a>, zones: Vec<Zone>) {
        match self.sensed.iter_mut().find(|group| group.kind == kind && group.nature.is_like(&nature)) {
            Some(group) => group.zones.extend(zones),
            None => self.sensed.push(Sensed { kind, zones, nature }),
        }
    }

    /// The collision of all groups, in a cell of `cell` units.
    pub(crate) fn verdict(self, cell: IVec2) -> Verdict<'a> {
        let mut solids = Vec::with_capacity(self.solids.len());
        for (nature, parts, slopes) in self.solids {
            // A kind of tile has at most `MAX_PARTS`; more become further kinds at the same place.
            for parts in parts.chunks(MAX_PARTS) {
                let shape = collider::shape(parts.to_vec(), cell, slopes);
                solids.push(Solid { shape, nature: nature.clone() });
            }
        }
        Verdict { solids, sensed: self.sensed, empty: self.empty }
    }
}
