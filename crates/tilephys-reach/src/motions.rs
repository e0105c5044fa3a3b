//! Motions: the states of a character that a flood includes. Assertions compare each state of a search with them.

use crate::bounds::Bounds;
use crate::crowd::State;
use crate::flood::{Flood, Model};
use crate::layer::{Kind, Layer, TICKS};
use crate::order::Known;
use crate::player::Player;
use crate::spread::Spread;
use glam::{IVec2, Vec2};
use tilephys_core::{BodyState, UNITS_PER_PX};
use tilephys_feel::{Envelope, FeelState, NoRule};

/// Tolerance of vertical speeds, in px/s.
const TOLERANCE: f32 = 1.0;

/// Positions in a cell that a node sweeps in its two ticks, and the greatest speeds along.
#[derive(Clone, Copy, Debug)]
struct Swept {
    node: u32,
    area: [i32; 4],
    along: [i32; 2],
}

/// Positions and speeds that no input takes a character out of.
///
/// Tighter than [`Bounds::includes`], and slower to make. For tests of a controller: each state of its play is included.
#[derive(Debug)]
pub struct Motions<'a> {
    model: &'a Model,
    flood: &'a Flood,
    envelope: Envelope,
    dt: f32,
    /// Positions that nodes sweep, by cell.
    cells: Vec<Vec<Swept>>,
}

/// A character between two ticks.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// Min corner, in lattice units; of the standing body on its feet, if the character crouches.
    pub position: IVec2,
    /// In px/s.
    pub velocity: Vec2,
    /// Contacts of the last step.
    pub contacts: BodyState,
    /// State of the controller.
    pub feel: FeelState,
}

impl From<&State> for Moment {
    fn from(state: &State) -> Self {
        let State { position, velocity, contacts, feel, .. } = *state;
        Moment { position, velocity, contacts, feel }
    }
}

impl Bounds {
    /// The motions of the character that these bounds were made for.
    ///
    /// # Errors
    /// If this is another character, with a setting without a rule.
    pub fn motions(&self, player: &Player) -> Result<Motions<'_>, NoRule> {
        Motions::new(&self.model, &self.flood, player)
    }
}

impl<'a> Motions<'a> {
    /// The motions of a flood.
    pub(crate) fn new(model: &'a Model, flood: &'a Flood, player: &Player) -> Result<Motions<'a>, NoRule> {
        let envelope = player.feel.envelope(player.dt)?;
        let mut cells = vec![Vec::new(); model.places.flags.len()];
        let mut spread = Spread::default();
        for (index, node) in flood.nodes.iter().enumerate() {
            spread.run(&model.places, &model.layers, &Known::default(), node);
            for (cell, area) in &spread.swept {
                let swept = Swept { node: index as u32, area: *area, along: spread.along };
                cells[*cell as usize].push(swept);
            }
        }
        Ok(Motions { model, flood, envelope, dt: player.dt, cells })
    }

    /// True if the character may come to a moment. True below the map, where the play ends.
    #[must_use]
    pub fn include(&self, at: &Moment) -> bool {
        if at.position.y > self.model.places.bottom() {
            return true;
        }
        let position = self.model.places.clamped(at.position);
        let cell = self.model.places.cell_of(position);
        let layer = |node: u32| {
            let layer = self.flood.nodes[node as usize].layer;
            &self.model.layers.list[usize::from(layer)]
        };
        let begins = |node: u32| {
            let hull = &self.flood.nodes[node as usize].hull;
            let area = [hull.x[0], hull.x[1], hull.y[0], hull.y[1]];
            holds(area, position) && self.is_along(hull.along, at) && self.begins(layer(node), at)
        };
        // Between the two ticks of a node.
        let goes_on = |swept: &Swept| {
            holds(swept.area, position) && self.is_along(swept.along, at) && goes_on(layer(swept.node), at)
        };
        self.flood.of_cell(cell).any(begins) || self.cells[cell as usize].iter().any(goes_on)
    }

    /// True if the speed along of a moment is within bounds, in units a layer. A node whose motion
    /// has ended after its first tick has lost the second tick's brake already.
    fn is_along(&self, along: [i32; 2], at: &Moment) -> bool {
        let units = at.velocity.x * self.dt * (UNITS_PER_PX as u32 * TICKS) as f32;
        let [left, right] = along.map(|along| (along + self.model.layers.brake / 2 + 2) as f32);
        -left <= units && units <= right
    }

    /// True if a layer may begin at a moment.
    fn begins(&self, layer: &Layer, at: &Moment) -> bool {
        let rise = 0.0 - at.velocity.y;
        // A floor stops any fall.
        if layer.kind == Kind::Floor {
            return is_supported(at) && rise <= TOLERANCE;
        }
        if layer.kind != Kind::Air {
            return layer.slowest - TOLERANCE <= rise && rise <= layer.fastest + TOLERANCE;
        }
        let most = self.envelope.rise_after(rise);
        let least = self.envelope.least_rise_after(rise);
        is_in_air(layer, at) && most <= layer.fastest + TOLERANCE && layer.slowest <= least + TOLERANCE
    }
}

/// True if the character may be in the air in a layer.
fn is_in_air(layer: &Layer, at: &Moment) -> bool {
    let has_left = layer.air_jumps >= at.feel.air_jumps() && layer.dashes >= at.feel.dashes();
    has_left && !is_supported(at)
}

/// True if a floor holds the body, or may hold a body that the game has just placed.
fn is_supported(at: &Moment) -> bool {
    at.contacts.on_floor() || at.contacts.is_placed()
}

/// True if a moment may be between the two ticks of a layer.
fn goes_on(layer: &Layer, at: &Moment) -> bool {
    let rise = 0.0 - at.velocity.y;
    let is_within = layer.slowest - TOLERANCE <= rise && rise <= layer.fastest + TOLERANCE;
    layer.kind == Kind::Air && is_in_air(layer, at) && is_within
}

fn holds([left, right, top, bottom]: [i32; 4], position: IVec2) -> bool {
    left <= position.x && position.x <= right && top <= position.y && position.y <= bottom
}
