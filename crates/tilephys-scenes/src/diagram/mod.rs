//! Diagrams: pictures of the engine's geometry, computed anew at each change.

mod discrete;
mod minkowski;
mod slide;

pub use discrete::{DiscreteDiagram, Ghost};
pub use minkowski::MinkowskiDiagram;
pub use slide::SlideDiagram;

use crate::slider::{Quantity, bounded};
use serde::Deserialize;
use tilephys_core::UNITS_PER_PX;
use tilephys_core::glam::{IVec2, Vec2};
use tilephys_inspect::debug_draw::{DebugDraw, Meaning, Rgba};

/// Greatest distance of a dragged place from the origin, in px.
const FAR: f32 = 10_000.0;

/// Colours that most colour-blind people can distinguish (Okabe and Ito, "Color Universal Design", 2008).
pub(crate) const TEXT: Rgba = Meaning::Face.color();
pub(crate) const BLUE: Rgba = Meaning::Body.color();
pub(crate) const YELLOW: Rgba = Meaning::Path.color();
pub(crate) const RED: Rgba = Meaning::Contact.color();
pub(crate) const GREY: Rgba = Rgba::rgb(150, 160, 178);

/// Kind of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiagramKind {
    /// Two boxes with their Minkowski difference.
    Minkowski,
    /// A discrete test beside a sweep.
    Discrete,
    /// A body that slides along brushes and into a crevice.
    Slide,
}

impl DiagramKind {
    /// What sliders of the diagram may set.
    #[must_use]
    pub fn quantities(self) -> &'static [Quantity] {
        use Quantity::{OtherX, OtherY, Size, Speed, Steepness, Ticks, VelocityX, VelocityY, Wall};
        match self {
            Self::Minkowski => &[VelocityX, VelocityY, OtherX, OtherY, Size, Ticks],
            Self::Discrete => &[Speed, OtherX, Size, Wall, Ticks],
            Self::Slide => &[VelocityX, VelocityY, Size, Steepness],
        }
    }
}

/// A diagram with its numbers.
#[derive(Clone, Debug)]
pub enum Diagram {
    /// Two boxes with their Minkowski difference.
    Minkowski(MinkowskiDiagram),
    /// A discrete test beside a sweep.
    Discrete(DiscreteDiagram),
    /// A body that slides along brushes and into a crevice.
    Slide(SlideDiagram),
}

/// A place of a diagram that can be dragged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handle {
    /// Name of the thing at the place.
    pub name: &'static str,
    /// Place, in px.
    pub at: Vec2,
}

impl Diagram {
    /// A diagram with its usual numbers.
    #[must_use]
    pub fn new(kind: DiagramKind) -> Self {
        match kind {
            DiagramKind::Minkowski => Self::Minkowski(MinkowskiDiagram::default()),
            DiagramKind::Discrete => Self::Discrete(DiscreteDiagram::default()),
            DiagramKind::Slide => Self::Slide(SlideDiagram::default()),
        }
    }

    /// Draws the diagram.
    pub fn draw(&self, onto: &mut dyn DebugDraw) {
        match self {
            Self::Minkowski(diagram) => diagram.draw(onto),
            Self::Discrete(diagram) => diagram.draw(onto),
            Self::Slide(diagram) => diagram.draw(onto),
        }
    }

    /// Sets one of its quantities to the nearest sound value; NaN and others change nothing.
    pub fn set(&mut self, quantity: Quantity, value: f32) {
        if let Some(number) = self.number(quantity).filter(|_| !value.is_nan()) {
            let (least, most) = quantity.limits();
            *number = bounded(value, least, most);
        }
    }

    /// The value of one of its quantities.
    #[must_use]
    pub fn value(&self, quantity: Quantity) -> Option<f32> {
        self.clone().number(quantity).map(|number| *number)
    }

    fn number(&mut self, quantity: Quantity) -> Option<&mut f32> {
        match self {
            Self::Minkowski(diagram) => diagram.number(quantity),
            Self::Discrete(diagram) => diagram.number(quantity),
            Self::Slide(diagram) => diagram.number(quantity),
        }
    }

    /// The places that can be dragged.
    #[must_use]
    pub fn handles(&self) -> Vec<Handle> {
        match self {
            Self::Minkowski(diagram) => diagram.handles().to_vec(),
            Self::Discrete(diagram) => diagram.handles().to_vec(),
            Self::Slide(diagram) => diagram.handles().to_vec(),
        }
    }

    /// Drags the place with this index to a place in px.
    pub fn drag(&mut self, handle: usize, to: Vec2) {
        if !to.is_finite() || to.abs().max_element() > FAR {
            return;
        }
        match self {
            Self::Minkowski(diagram) => diagram.drag(handle, to),
            Self::Discrete(diagram) => diagram.drag(handle, to),
            Self::Slide(diagram) => diagram.drag(handle, to),
        }
    }

    /// Advances what moves by itself by a step.
    pub fn step(&mut self) {
        if let Self::Discrete(diagram) = self {
            diagram.step();
        }
    }
}

/// Nearest lattice point of a place in px within the reach of diagrams.
pub(crate) fn units(px: Vec2) -> IVec2 {
    (px * UNITS_PER_PX as f32).round().as_ivec2()
}

/// Draws an arrow.
pub(crate) fn arrow(onto: &mut dyn DebugDraw, from: Vec2, to: Vec2, color: Rgba) {
    /// Length of the head, in px.
    const HEAD: f32 = 4.0;
    onto.line(from, to, color);
    let Some(along) = (to - from).try_normalize() else { return };
    let back = to - along * HEAD;
    let side = along.perp() * (HEAD / 2.0);
    onto.polygon(&[to, back + side, back - side], color, true);
}
