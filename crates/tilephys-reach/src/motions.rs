//! Motions: the states of a body that a flood includes. Assertions compare each state of a search with them.

use crate::crowd::State;
use crate::flood::{Flood, Model};
use crate::layer::{Kind, Layer, TICKS};
use crate::player::Player;
use crate::spread::Spread;
use glam::IVec2;
use tilephys_core::UNITS_PER_PX;
use tilephys_feel::Envelope;

/// Tolerance of vertical speeds, in px/s.
const TOLERANCE: f32 = 1.0;

/// Positions in a cell that a node sweeps in its two ticks, and the greatest speeds along.
#[derive(Clone, Copy, Debug)]
struct Swept {
    node: u32,
    area: [i32; 4],
    along: [i32; 2],
}

/// All motions of a flood.
#[derive(Debug)]
pub(crate) struct Motions {
    envelope: Envelope,
    dt: f32,
    /// What is swept in each cell.
    cells: Vec<Vec<Swept>>,
}

impl Motions {
    /// The motions of a flood, if its character has bounds.
    pub(crate) fn new(model: &Model, flood: &Flood, player: &Player) -> Option<Motions> {
        let envelope = player.feel.envelope(player.dt).ok()?;
        let mut cells = vec![Vec::new(); model.places.flags.len()];
        let mut spread = Spread::default();
        for (index, node) in flood.nodes.iter().enumerate() {
            spread.run(&model.places, &model.layers, node);
            for (cell, area) in &spread.swept {
                let swept = Swept { node: index as u32, area: *area, along: spread.along };
                cells[*cell as usize].push(swept);
            }
        }
        Some(Motions { envelope, dt: player.dt, cells })
    }

    /// True if a state is at the start of a node of the flood, or between its two ticks.
    pub(crate) fn include(&self, model: &Model, flood: &Flood, state: &State) -> bool {
        let position = model.places.clamped(state.position);
        let cell = model.places.cell_of(position);
        let starts = flood.of_cell(cell).any(|index| {
            let node = &flood.nodes[index as usize];
            let area = [node.hull.x[0], node.hull.x[1], node.hull.y[0], node.hull.y[1]];
            let layer = &model.layers.list[usize::from(node.layer)];
            holds(area, position) && self.is_along(model, node.hull.along, state) && self.starts(layer, state)
        });
        let is_on_the_way = |swept: &Swept| {
            let layer = &model.layers.list[usize::from(flood.nodes[swept.node as usize].layer)];
            holds(swept.area, position) && self.is_along(model, swept.along, state) && goes_on(layer, state)
        };
        starts || self.cells[cell as usize].iter().any(is_on_the_way)
    }

    /// True if the speed along of a state is within bounds, in units a layer. What a tick brakes is in the bounds of its end.
    fn is_along(&self, model: &Model, along: [i32; 2], state: &State) -> bool {
        let units = state.velocity.x * self.dt * (UNITS_PER_PX as u32 * TICKS) as f32;
        let [left, right] = along.map(|along| (along + model.layers.brake + 2) as f32);
        -left <= units && units <= right
    }

    /// True if a layer may begin with a state.
    fn starts(&self, layer: &Layer, state: &State) -> bool {
        let rise = 0.0 - state.velocity.y;
        // A floor stops any fall.
        if layer.kind == Kind::Floor {
            return is_supported(state) && rise <= TOLERANCE;
        }
        if layer.kind != Kind::Air {
            return layer.slowest - TOLERANCE <= rise && rise <= layer.fastest + TOLERANCE;
        }
        let least = self.envelope.least_rise_after(rise);
        is_in_air(layer, state) && rise <= layer.before + TOLERANCE && layer.slowest <= least + TOLERANCE
    }
}

/// True if a state may be in the air in a layer.
fn is_in_air(layer: &Layer, state: &State) -> bool {
    let has_left = layer.air_jumps >= state.feel.air_jumps() && layer.dashes >= state.feel.dashes();
    has_left && !is_supported(state)
}

/// True if a floor holds the body, or may hold a body that the game has just placed.
fn is_supported(state: &State) -> bool {
    state.contacts.on_floor() || state.contacts.is_placed()
}

/// True if a state may be between the two ticks of a layer.
fn goes_on(layer: &Layer, state: &State) -> bool {
    let rise = 0.0 - state.velocity.y;
    let is_within = layer.slowest - TOLERANCE <= rise && rise <= layer.fastest + TOLERANCE;
    layer.kind == Kind::Air && is_in_air(layer, state) && is_within
}

fn holds([left, right, top, bottom]: [i32; 4], position: IVec2) -> bool {
    left <= position.x && position.x <= right && top <= position.y && position.y <= bottom
}
