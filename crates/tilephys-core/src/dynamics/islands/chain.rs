//! Data of a contact chain.

use glam::Vec2;

/// Body of a contact chain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChainBody {
    pub(crate) member: u32,
    /// True on the upper side of the contact.
    pub(crate) is_high: bool,
    pub(crate) before: f64,
    /// Velocity on both axes when it joined, in px/s.
    pub(crate) velocity: Vec2,
    /// True if its velocity has changed.
    pub(crate) is_changed: bool,
    /// Number of the chain element through which it joined; `None` for the two bodies in contact.
    pub(crate) through: Option<u32>,
    /// Momentum lost by it and by all that joined through it.
    pub(crate) lost: f64,
    /// True if an immovable obstacle took a part of that momentum.
    pub(crate) is_held: bool,
    /// True by side if an obstacle blocks it toward low and high; `None` until needed.
    pub(crate) blocked: [Option<bool>; 2],
}

/// Contact chain, kept to reuse its allocation.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContactChain {
    pub(crate) group: Vec<ChainBody>,
    pub(crate) momentum: f64,
    pub(crate) mass: f64,
    /// Momentum and mass of bodies that yield along the chain.
    pub(crate) yielding_momentum: f64,
    pub(crate) yielding_mass: f64,
    /// True if a body that walks along the chain is in it.
    pub(crate) is_walked: bool,
    /// Least and greatest velocity of infinite-mass bodies, in px/s.
    pub(crate) fixed: Option<(f64, f64)>,
}

/// Result of a contact chain.
pub(crate) struct Outcome {
    /// Impulse between the two bodies in contact.
    pub(crate) impulse: f64,
    /// True if an immovable obstacle blocks the chain.
    pub(crate) is_blocked: bool,
}

impl ContactChain {
    pub(crate) fn clear(&mut self) {
        self.group.clear();
        self.momentum = 0.0;
        self.mass = 0.0;
        self.yielding_momentum = 0.0;
        self.yielding_mass = 0.0;
        self.is_walked = false;
        self.fixed = None;
    }

    /// Returns the common velocity; the slower one between two infinite-mass bodies that approach.
    pub(crate) fn velocity(&self) -> f64 {
        match self.fixed {
            // Whatever their masses, yielding bodies take the speed of the walking bodies.
            None if self.is_walked => self.momentum / self.mass,
            None if self.mass + self.yielding_mass > 0.0 => {
                (self.momentum + self.yielding_momentum) / (self.mass + self.yielding_mass)
            }
            None => 0.0,
            Some((least, _)) if least > 0.0 => least,
            Some((_, greatest)) if greatest < 0.0 => greatest,
            Some((least, greatest)) if least == greatest => least,
            Some(_) => 0.0,
        }
    }

    /// True if two infinite-mass bodies squeeze the chain.
    pub(crate) fn is_squeezed(&self) -> bool {
        self.fixed.is_some_and(|(least, greatest)| least != greatest)
    }
}
