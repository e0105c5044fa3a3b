//! Greatest speeds of a character on a map: by its controller, and by what the map adds.

use crate::layer::TICKS;
use crate::map::Map;
use crate::places::Frame;
use crate::player::Player;
use tilephys_core::UNITS_PER_PX;
use tilephys_feel::{Envelope, NoRule, SwimBound};

/// Number of jumps on end that may add speed along. A greater speed has no bound: jumps in low corridors add to it without a limit. The
/// number decides only when a flood is given up for the flood of any speed, which is sound too.
const MOST_JUMPS: f64 = 6.0;

/// Greatest speeds, in px/s unless said otherwise.
#[derive(Clone, Debug)]
pub(crate) struct Speeds {
    pub(crate) envelope: Envelope,
    dt: f64,
    /// Speed at which conveyors and movers carry, along and upward.
    pub(crate) carried_along: f64,
    pub(crate) carried_up: f64,
    /// Speed along that input keeps up.
    run: f64,
    /// Fall that gravity and water lead to.
    pub(crate) fall: f64,
    /// Speed along of all starts, and after some jumps on end that add to it.
    pub(crate) along: f64,
    most_along: f64,
    /// Upward speed of all that a body leaves: holds, water and movers.
    pub(crate) hold_rise: f64,
    /// Fall after a hit on a slanted ceiling.
    pub(crate) deflected: f64,
    /// Upward speed, for a tick, of a body that comes to a slope: it slides up, and on into the air or along a wall. 0 without slopes.
    pub(crate) slides: f64,
    /// Greatest upward speed at which a floor or a zone throws.
    pub(crate) thrown: f64,
    /// Least deceleration of a speed along above the running speed, in px/s².
    brake: f64,
    /// Speed along in water.
    swim: f64,
    /// Upward speed that water leads to. It may keep up any greater one.
    pub(crate) water_rise: f64,
    /// True if a rising body needs layers of its own: it lands nowhere, and meets no corner of a wall in level flight.
    pub(crate) tells_rising: bool,
    /// True if something adds speed along, and no wall gives it back.
    pub(crate) shows: bool,
}

impl Speeds {
    /// Speeds on a map. With `has_any_speed`, the speed along has no bound.
    pub(crate) fn new(
        map: &Map,
        player: &Player,
        frame: &Frame,
        has_any_speed: bool,
    ) -> Result<Speeds, NoRule> {
        let envelope = player.feel.envelope(player.dt)?;
        let carried = map.greatest_carry(player);
        let along = greatest_along(&envelope, map);
        let added = f64::from(envelope.jump.adds_along) + f64::from(carried.x);
        // A mover pushes a body down at its own speed.
        let starts = [greater(along, f64::from(envelope.run)) + MOST_JUMPS * added, f64::from(carried.y)];
        let thrown_down = map.springs().map(|velocity| f64::from(velocity.y));
        let fastest = thrown_down.chain(starts).fold(f64::from(envelope.climb), greater);
        let fall = greater(greatest_fall(&envelope, map, frame, fastest), f64::from(carried.y));
        let most_along = greater(greater(fall, along), f64::from(envelope.run)) + MOST_JUMPS * added;
        let swim = envelope.swim.filter(|_| map.has_water());
        let flow = map.greatest_flow();
        let swim_rise = swim.map_or(0.0, |swim| f64::from(swim.rise) + flow);
        let holds = [f64::from(envelope.climb), swim_rise, f64::from(carried.y)];
        let adds = added > 0.0 && !has_any_speed;
        let retains = player.feel.assist.wall_retain_ticks > 0;
        let brakes_less = |swim: &SwimBound| swim.brake < envelope.brake;
        let brake = swim.filter(brakes_less).map_or(envelope.brake, |swim| swim.brake);
        let dt = f64::from(player.dt);
        let slides = match frame.has_slopes {
            true if has_any_speed => fastest_along(player, frame, most_along, added),
            true => most_along,
            false => 0.0,
        };
        let zones = map.springs().map(|velocity| 0.0 - f64::from(velocity.y));
        Ok(Speeds {
            dt,
            carried_along: f64::from(carried.x),
            carried_up: f64::from(carried.y),
            run: f64::from(envelope.run),
            fall,
            along,
            most_along,
            // A line at an angle turns at most half of a speed across: the product of its sine and cosine. At any speed along, a slower
            // fall leads to the same places.
            deflected: if frame.has_irregular && !has_any_speed { most_along / 2.0 } else { 0.0 },
            slides: slides * player.steepest_rise(),
            thrown: zones.fold(f64::from(envelope.spring), greater),
            // Nothing brakes the speed that a wall took and gives back.
            brake: if retains { 0.0 } else { f64::from(brake) },
            hold_rise: holds.into_iter().fold(0.0, greater),
            tells_rising: adds || player.walk().corner_correct_side > 0.0,
            shows: adds && !retains,
            swim: swim.map_or(0.0, |swim| f64::from(swim.along) + flow),
            water_rise: swim_rise,
            envelope,
        })
    }

    /// Units of the way of a layer at a speed, rounded up.
    pub(crate) fn layer_units(&self, speed: f64) -> i32 {
        let way = speed * self.dt * f64::from(UNITS_PER_PX) * f64::from(TICKS);
        // A little more than in exact numbers, for the engine counts in `f32`.
        let units = (way * 1.000_01).ceil() as i32;
        if units > 0 { units + 1 } else { 0 }
    }

    /// Units of the way of a layer at a speed along that a start sets.
    pub(crate) fn set_units(&self, speed: f64) -> i32 {
        let units = self.layer_units(speed);
        if units > 0 { units + self.unbraked_units() } else { 0 }
    }

    /// Loss of a layer in its first tick, in units a layer: a throw, a wall jump and a hop brake nothing in their tick.
    pub(crate) fn unbraked_units(&self) -> i32 {
        (self.brake_units() + 1) / 2
    }

    /// Running speed, in units a layer.
    pub(crate) fn run_units(&self) -> i32 {
        self.layer_units(self.run)
    }

    /// Greatest speed along that has a bound, in units a layer.
    pub(crate) fn most_along_units(&self) -> i32 {
        self.layer_units(self.most_along) + 2 * self.brake_units() + 2
    }

    /// Speed along at which a steep slope or a mover may throw a body, in units a layer.
    pub(crate) fn slope_along_units(&self) -> i32 {
        // It may do so at the end of a layer, which then brakes nothing.
        self.layer_units(greater(self.fall, self.along)) + self.brake_units()
    }

    /// Speed along that water leads to, in units a layer.
    pub(crate) fn swim_along_units(&self) -> i32 {
        self.layer_units(self.swim)
    }

    /// Least loss in a layer of a speed along above the running speed, in units a layer.
    pub(crate) fn brake_units(&self) -> i32 {
        let lost = self.brake * self.dt * f64::from(TICKS);
        let units = lost * self.dt * f64::from(UNITS_PER_PX) * f64::from(TICKS);
        (units * 0.999_99) as i32
    }
}

/// The greater of two numbers.
pub(crate) fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// Greatest speed along on a map, in px/s, if a tick adds at most `added` to a speed, and other speeds are at most `first`.
///
/// Before a tick that adds to a speed `v`, the body has moved by `v` for a tick: otherwise a wall has taken the speed. All these ways
/// together are at most the width of the map. `v * (v - added)` grows by `2 * added * v` in such a tick, so the width limits it.
fn fastest_along(player: &Player, frame: &Frame, first: f64, added: f64) -> f64 {
    let [left, right] = frame.x.bounds();
    let part = player.least_way_on_slopes();
    // Beside the map, air jumps add to a speed too. Carriers take back at most a tenth of the way of such a speed.
    let first = first + 40.0 * added / part;
    let width = f64::from(right - left) / f64::from(UNITS_PER_PX);
    let ways = 1.2 * width / f64::from(player.dt) / part;
    2.0 * added + (first * first + 2.0 * added * ways).sqrt()
}

/// Greatest fall speed of a body on a map, in px/s. `fastest` is the greatest speed that anything but a fall gives it.
fn greatest_fall(envelope: &Envelope, map: &Map, frame: &Frame, fastest: f64) -> f64 {
    let swim = envelope.swim.filter(|_| map.has_water());
    let sinking = swim.map_or(0.0, |swim| f64::from(swim.sink) + map.greatest_flow());
    if envelope.fall.is_finite() {
        return greater(greater(f64::from(envelope.climb), sinking), f64::from(envelope.fall));
    }
    // Without a limit the fall through the whole map is the fastest, from the greatest speed: any faster body is below the map.
    let [top, bottom] = frame.y.bounds();
    let whole = f64::from(bottom - top) / f64::from(UNITS_PER_PX);
    let mut speed = if sinking.is_finite() { greater(fastest, sinking) } else { fastest };
    let mut fallen = 0.0;
    while fallen < whole {
        speed = -f64::from(envelope.least_rise_after(-(speed as f32)));
        fallen += speed * f64::from(envelope.dt);
    }
    speed
}

/// Greatest speed along of all starts, in px/s.
fn greatest_along(envelope: &Envelope, map: &Map) -> f64 {
    let starts = [Some(envelope.jump), envelope.wall_jump.map(|(start, _)| start), envelope.hop];
    let of_starts = starts.into_iter().flatten().map(|start| f64::from(start.sets_along));
    let dash = envelope.dash.map_or(0.0, |(dash, _)| f64::from(dash.speed));
    let thrown = map.springs().map(|velocity| f64::from(velocity.x.abs()));
    of_starts.chain(thrown).fold(dash, greater)
}
