//! A world in few lines: only differences from the defaults.

use crate::combinations::game::{Game, id};
use crate::combinations::spec::Spec;
use std::fmt::Debug;
use tilephys_core::{Body, MoverId, Profile, driver::SerialExecutor, moves::TransientState};

/// Fields of a value that differ from a default, by their printed lines.
fn differences(value: &impl Debug, default: &impl Debug) -> String {
    let lines = |value: &dyn Debug| -> Vec<String> {
        let text = format!("{value:#?}");
        let lines: Vec<&str> = text.lines().collect();
        let mut fields: Vec<String> = Vec::new();
        for line in lines.iter().skip(1).take(lines.len().saturating_sub(2)) {
            let is_field = line.starts_with("    ") && !line[4..].starts_with([' ', '}', ']', ')']);
            match fields.last_mut() {
                Some(last) if !is_field => last.push_str(line.trim()),
                _ => fields.push(line.trim().to_owned()),
            }
        }
        fields
    };
    let usual = lines(default);
    let fields: Vec<String> = lines(value).into_iter().filter(|line| !usual.contains(line)).collect();
    fields.join(" ")
}

/// The world in a few lines.
pub(crate) fn text(spec: &Spec) -> String {
    let mut lines = vec![format!(
        "tiles {:?}, room {:?}{}, gravity {:?}",
        spec.tile_px,
        spec.room,
        if spec.is_closed { " closed" } else { "" },
        spec.gravity
    )];
    for (place, kind) in spec.kinds.iter().enumerate() {
        lines.push(format!("kind {place}: {kind:?}"));
    }
    lines.extend(spec.runs.iter().map(|run| format!("{run:?}")));
    lines.extend(spec.off_grid.iter().map(|off_grid| format!("{off_grid:?}")));
    lines.extend(spec.zones.iter().map(|zone| format!("{zone:?}")));
    lines.extend(spec.pools.iter().map(|pool| format!("{pool:?}")));
    lines.extend(spec.movers.iter().enumerate().map(|(place, mover)| format!("{place}: {mover:?}")));
    for (place, a) in spec.actors.iter().enumerate() {
        lines.push(format!(
            "actor {place} at {:?} size {:?} velocity {:?} solid {:?} born {} {:?}",
            a.at, a.size, a.velocity, a.solid, a.born, a.drive
        ));
        lines.push(format!("      {}", differences(&a.profile, &Profile::default())));
    }
    lines.extend(spec.cues.iter().map(|cue| format!("{cue:?}")));
    lines.join("\n")
}

/// Movers, bodies and events of the steps up to one, the last `count` of them.
pub(crate) fn story(spec: &Spec, last: u32, count: u32) -> String {
    let (mut game, mut lines) = (Game::new(spec, false), Vec::new());
    for step in 0..=last.min(spec.steps) {
        game.prepare();
        let is_told = step + count > last;
        if is_told {
            lines.push(format!("step {step}"));
            lines.extend(states(&game).map(|line| format!("  before {line}")));
        }
        game.advance(&SerialExecutor);
        if is_told {
            lines.extend(states(&game).map(|line| format!("  after {line}")));
            lines.extend(game.world.events().iter().map(|event| format!("  {event:?}")));
        }
    }
    lines.join("\n")
}

/// Places and velocities of all that moves.
fn states<'a>(game: &'a Game) -> impl Iterator<Item = String> + 'a {
    let movers = (0..game.spec.movers.len()).filter_map(|place| {
        let bounds = game.world.mover_bounds(MoverId(place as u32))?;
        let by = game.world.mover_moved(MoverId(place as u32));
        Some(format!("mover {place} {bounds:?} moved {by:?}"))
    });
    let bodies = (0..game.profiles.len()).filter_map(|place| {
        game.profiles[place]?;
        let (body, state) = (game.world.body(id(place))?, game.world.state(id(place))?);
        let (floor, stuck, sides) = (state.on_floor(), state.stuck(), state.contacts().sides);
        let memory = differences(&body.memory, &TransientState::default());
        let Body { position, size, velocity, remainder: rest, .. } = body;
        Some(format!(
            "{place} at {position} size {size} velocity {velocity} rest {rest} {sides:?} floor {floor} stuck {stuck} {memory}"
        ))
    });
    movers.chain(bodies)
}
