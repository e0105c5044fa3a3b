//! Chains: the layers of a motion through the air, tick by tick from its start to the common fall.

use crate::layer::{Kind, Layer, TICKS};
use crate::speeds::{Speeds, greater};
use tilephys_core::UNITS_PER_PX;
use tilephys_feel::{DashBound, Start};

/// Number of ticks of a layer, as an index.
const STEP: usize = TICKS as usize;

/// Ticks of a fall at its limit that have a layer of their own. After these the relation of both axes is lost.
const TAIL: usize = 60;

/// Most ticks of a chain before it joins the common fall.
const MOST_TICKS: usize = 600;

/// Greatest and least vertical speeds of a chain, by tick. The last element decides where it joins the common fall.
struct Chain {
    fast: Vec<f64>,
    /// At most the fall of the map: so a layer includes the later ones, and a place needs few of them. Only a steep way down gets wider.
    slow: Vec<f64>,
    /// Least speeds of a body that nothing stops, as long as it rises.
    rising: Vec<f64>,
}

/// Layers under construction: for one number of air jumps and dashes left after the other.
pub(crate) struct Chains<'a> {
    pub(crate) speeds: &'a Speeds,
    pub(crate) list: Vec<Layer>,
    air_jumps: u8,
    dashes: u8,
    /// Height of the map, in units.
    height: i32,
    /// First layer of the common fall, and its greatest speeds by tick.
    fall_at: u16,
    falls: Vec<f64>,
    /// Starts that have a chain already.
    started: Vec<Started>,
}

/// A start, and the first layer of its chain.
struct Started {
    rise: f32,
    kept_ticks: u8,
    lift: f64,
    at: u16,
}

impl<'a> Chains<'a> {
    /// No layers yet, for a map of a height in units.
    pub(crate) fn new(speeds: &'a Speeds, height: i32) -> Self {
        Chains {
            speeds,
            height,
            list: Vec::new(),
            air_jumps: 0,
            dashes: 0,
            fall_at: 0,
            falls: Vec::new(),
            started: Vec::new(),
        }
    }

    /// Sets the numbers of air jumps and dashes left in the layers that follow.
    pub(crate) fn set_left(&mut self, air_jumps: u8, dashes: u8) {
        self.air_jumps = air_jumps;
        self.dashes = dashes;
        self.started.clear();
    }

    /// Index of the next layer.
    pub(crate) fn end(&self) -> u16 {
        self.list.len() as u16
    }

    fn units(&self, way: f64) -> i32 {
        (way * f64::from(self.speeds.envelope.dt) * f64::from(UNITS_PER_PX)).round() as i32
    }

    /// A layer with the greatest and least speeds of its two ticks.
    fn layer(&self, fast: &[f64], slow: &[f64]) -> Layer {
        // The engine rounds each tick by half a unit, and carries the remainder on: a unit more is enough at any time.
        let rises = [self.units(fast[0]) + 1, self.units(fast[0] + fast[1]) + 1];
        let falls = [self.units(slow[0]) - 1, self.units(slow[0] + slow[1]) - 1];
        Layer {
            kind: Kind::Air,
            up: rises[0].max(rises[1]).max(0),
            down: (-falls[0]).max(-falls[1]).max(0),
            ends_up: rises[1],
            ends_low: falls[1],
            lands_low: falls[0].min(falls[1]),
            lands: slow[0] <= 0.0 || slow[1] <= 0.0,
            fastest: fast[0] as f32,
            slowest: slow[0] as f32,
            last: fast[STEP - 1] as f32,
            along: 0,
            next: 0,
            bumped: 0,
            edges: Vec::new(),
            air_jumps: self.air_jumps,
            dashes: self.dashes,
        }
    }

    /// Adds a layer on a support that moves the body at these speeds up and down.
    pub(crate) fn add_ground(&mut self, kind: Kind, up: f64, down: f64) {
        let layer = self.layer(&[up; STEP], &[-down; STEP]);
        let own = self.end();
        let mut layer = Layer { kind, bumped: own, next: own, ..layer };
        if matches!(kind, Kind::Grip | Kind::Water) {
            // A body that moves within its hold leaves it for that. Roundings alone would spread it unit by unit.
            layer.up = 0;
            layer.down = 0;
        }
        self.list.push(layer);
    }

    /// Adds the common fall: from rest to the limit, and on for a while or the height of the map. Returns its first layer.
    pub(crate) fn add_fall(&mut self) -> u16 {
        self.fall_at = self.end();
        self.falls.clear();
        let mut speed = 0.0;
        let mut left = i64::from(self.height);
        let mut at_limit = 0;
        while self.falls.len() < MOST_TICKS && at_limit < TAIL && left > 0 {
            self.falls.push(speed);
            let next = f64::from(self.speeds.envelope.rise_after(speed as f32));
            at_limit += usize::from(next == speed);
            left += i64::from(self.units(speed));
            speed = next;
        }
        while !self.falls.len().is_multiple_of(STEP) {
            self.falls.push(speed);
        }
        let count = self.falls.len() / STEP;
        for k in 0..count {
            let first = STEP * k;
            let mut layer = self.layer(&self.falls[first..first + STEP], &[-self.speeds.fall; STEP]);
            let own = self.end();
            // The last layer goes on for ever.
            layer.next = if k + 1 < count { own + 1 } else { own };
            layer.bumped = own;
            self.list.push(layer);
        }
        self.fall_at
    }

    /// The latest layer of the common fall that includes a greatest speed before its first tick.
    pub(crate) fn fall_from(&self, fast: f64) -> u16 {
        let later = (0..self.falls.len() / STEP).rev().find(|k| self.falls[STEP * k] >= fast);
        self.fall_at + later.unwrap_or(0) as u16
    }

    /// The latest layer of the common fall whose ticks all include a greatest speed.
    pub(crate) fn fall_at_most(&self, fast: f64) -> u16 {
        let later = (0..self.falls.len() / STEP).rev().find(|k| self.falls[STEP * k + STEP - 1] >= fast);
        self.fall_at + later.unwrap_or(0) as u16
    }

    /// Adds a chain. Where it matters, the chain has a twin at its beginning, for a body that rises until it hits a ceiling. Returns its
    /// first layer.
    fn add(&mut self, chain: &Chain) -> u16 {
        let first = self.end();
        let count = chain.fast.len() / STEP;
        let rising = if self.speeds.tells_rising { (chain.rising.len() / STEP).min(count) } else { 0 };
        let at = first + rising as u16;
        let last = chain.fast[chain.fast.len() - 1];
        // The fastest body has left the map upward by then. A slower one still rises in it.
        let joined = if last > 0.0 { at + count as u16 - 1 } else { self.fall_from(last) };
        // Layer of the second part that follows its layer with an index.
        let follower = |k: usize| if k + 1 < count { at + k as u16 + 1 } else { joined };
        let ticks = |k: usize| STEP * k..STEP * (k + 1);
        for k in 0..rising {
            let mut layer = self.layer(&chain.fast[ticks(k)], &chain.rising[ticks(k)]);
            layer.next = if k + 1 < rising { self.end() + 1 } else { follower(k) };
            layer.bumped = at + k as u16;
            self.list.push(layer);
        }
        for k in 0..count {
            let mut layer = self.layer(&chain.fast[ticks(k)], &chain.slow[ticks(k)]);
            layer.next = follower(k);
            layer.bumped = self.end();
            self.list.push(layer);
        }
        first
    }

    /// The ticks that follow a first one with the greatest speed `fast`, kept for `kept` ticks, and the least speed `slow`.
    fn follow(&self, fast: f64, slow: f64, kept: usize) -> Chain {
        self.follow_for(0, fast, slow, kept)
    }

    /// Ticks off a floor after which a jump may still be a floor jump.
    fn coyote(&self) -> usize {
        usize::from(self.speeds.envelope.coyote_ticks)
    }

    /// Number of layers from the start of a chain of a body that leaves a floor in which it may still jump.
    pub(crate) fn coyote_layers(&self) -> u16 {
        self.coyote().div_ceil(STEP) as u16
    }

    /// Like [`follow`](Self::follow), for at least `least` ticks.
    fn follow_for(&self, least: usize, fast: f64, slow: f64, kept: usize) -> Chain {
        let envelope = &self.speeds.envelope;
        // A slanted ceiling turns speed along downward.
        let fall = greater(self.speeds.fall, self.speeds.deflected);
        let mut slow_now = -greater(fall, -slow);
        let mut chain = Chain { fast: vec![fast], slow: vec![slow_now], rising: self.rising(slow) };
        let mut fast_now = fast;
        let mut risen = self.units(fast).max(0);
        loop {
            let ticks = chain.fast.len();
            let slow_before = slow_now;
            if ticks >= kept {
                fast_now = f64::from(envelope.rise_after(fast_now as f32));
            }
            slow_now = -greater(self.speeds.fall, -self.least_after(slow_now));
            risen = risen.saturating_add(self.units(fast_now).max(0));
            chain.fast.push(fast_now);
            chain.slow.push(slow_now);
            // A fall that has come to its limit, or from a throw back to it, is the common one.
            let is_common = fast_now <= 0.0 && slow_now == slow_before;
            // Over the map everything is at its upper border.
            let is_above = risen > self.height;
            let is_long = is_common || is_above || ticks > MOST_TICKS;
            if ticks.is_multiple_of(STEP) && ticks >= least && is_long {
                return chain;
            }
        }
    }

    /// The least speeds from an upward one on, as long as it rises.
    fn rising(&self, rise: f64) -> Vec<f64> {
        let later = |rise: &f64| Some(self.least_after(*rise));
        std::iter::successors(Some(rise), later).take_while(|rise| *rise > 0.0).take(MOST_TICKS).collect()
    }

    /// Least upward speed after a tick. On this map no fall gets faster than its greatest fall, unless it was. Without a limit of falls, this
    /// is what ends a chain: without it the bounds are wider, and take longer.
    fn least_after(&self, rise: f64) -> f64 {
        let after = f64::from(self.speeds.envelope.least_rise_after(rise as f32));
        greater(after, -greater(self.speeds.fall, -rise))
    }

    /// Adds the chain of a start whose upward speed a lift raises by `lift` px/s. Starts with equal speeds share a chain.
    pub(crate) fn add_start(&mut self, start: &Start, lift: f64) -> u16 {
        let Start { rise, kept_ticks, .. } = *start;
        let is_same =
            |other: &&Started| other.rise == rise && other.kept_ticks == kept_ticks && other.lift == lift;
        if let Some(known) = self.started.iter().find(is_same) {
            return known.at;
        }
        let slow = f64::from(rise);
        let chain = self.follow(slow + lift, slow, usize::from(kept_ticks));
        let at = self.add(&chain);
        self.started.push(Started { rise, kept_ticks, lift, at });
        at
    }

    /// Adds the chain of a throw at an upward speed, negative for a throw downward, in px/s.
    pub(crate) fn add_throw(&mut self, rise: f64) -> u16 {
        let chain = self.follow(rise, rise, 0);
        self.add(&chain)
    }

    /// Adds the chain of a body that walks off a level floor. Slopes are holds.
    pub(crate) fn add_walk_off(&mut self) -> u16 {
        let slow = f64::from(self.speeds.envelope.least_rise_after(0.0));
        // In the tick in which the body leaves the floor, the floor still stops its fall.
        let chain = self.follow_for(self.coyote(), 0.0, slow, 0);
        self.add(&chain)
    }

    /// Adds the chain of a body that leaves a hold at any speed up to `rise`, in px/s.
    pub(crate) fn add_leave(&mut self, rise: f64) -> u16 {
        self.add_slide(rise, rise)
    }

    /// Adds the chain of a body that leaves a slope at any speed up to `rise`, after it has slid for a tick at `slides`, in px/s.
    pub(crate) fn add_slide(&mut self, rise: f64, slides: f64) -> u16 {
        let fast = greater(rise, f64::from(self.speeds.envelope.rise_after(0.0)));
        let mut chain = self.follow_for(self.coyote(), fast, -self.speeds.fall, 0);
        chain.fast[0] = greater(fast, slides);
        self.add(&chain)
    }

    /// Adds the chain of a dash whose upward speed a lift raises by `lift` px/s, and of the flight after it.
    pub(crate) fn add_dash(&mut self, dash: &DashBound, lift: f64) -> u16 {
        let speed = f64::from(dash.speed);
        let after = self.follow(f64::from(dash.end_rise) + lift, -speed, 0);
        let ticks = usize::from(dash.ticks).next_multiple_of(STEP);
        let lengthened = |speed: f64, after: Vec<f64>| {
            let mut speeds = vec![speed; ticks];
            speeds.extend(after);
            speeds
        };
        let chain = Chain {
            fast: lengthened(speed + lift, after.fast),
            slow: lengthened(-speed, after.slow),
            rising: Vec::new(),
        };
        let at = self.add(&chain);
        // A dash that is snapped down to a floor leads to nothing new: after a fall beside the edge it can begin there.
        let along = self.speeds.layer_units(speed);
        for layer in &mut self.list[usize::from(at)..usize::from(at) + ticks / STEP] {
            layer.along = along;
        }
        at
    }

    /// Greatest height that any chain reaches over its start, in units.
    pub(crate) fn highest(&self) -> i32 {
        let mut most = 0;
        for first in 0..self.list.len() {
            let mut height = 0;
            let mut at = first;
            while self.list[at].ends_up > 0 && height < i32::MAX / 4 {
                most = most.max(height + self.list[at].up);
                height += self.list[at].ends_up;
                let next = usize::from(self.list[at].next);
                if next <= at {
                    break;
                }
                at = next;
            }
        }
        most
    }
}
