//! Component of a trigger: plain data, for the game to read and write between steps.

use tilephys_core::shape::Polygon;

/// Makes an entity with a [`Position`](crate::Position) and a [`Collider`](crate::Collider) a region that senses bodies: a coin, a door, a pool. Bodies
/// report [`Enter`](tilephys_core::EventKind::Enter) and [`Exit`](tilephys_core::EventKind::Exit) events.
///
/// The region takes its position at the start of each step; it is not swept from one position to the next. A changed
/// trigger is a new region, which bodies inside enter again. Without a [`Velocity`](crate::Velocity) the entity is no
/// body.
#[doc(alias = "sensor")]
#[doc(alias = "area")]
#[doc(alias = "Area2D")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trigger {
    /// Mask of categories that it senses; see [`Category`](crate::Category). Default: all.
    pub mask: u32,
    /// True if each step reports bodies that stay inside. Default false.
    pub report_stay: bool,
    /// Polygon with corners relative to the box's min corner, touching all four sides of the box; `None`, the default,
    /// for the whole box.
    pub shape: Option<Polygon>,
}

impl Default for Trigger {
    /// Senses all bodies, and reports enter and exit.
    fn default() -> Self {
        Trigger { mask: u32::MAX, report_stay: false, shape: None }
    }
}
