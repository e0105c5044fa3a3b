//! Overlay shapes: boxes, lines, marks and labels.

use crate::rect::Rect;
use glam::Vec2;
use tilephys_tiled::Color;

/// An outline, in pixels of the level unless stated otherwise.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// A rectangle.
    Box(Rect),
    /// A rectangle that covers the pixels that an image in its place covers, without smooth edges. Adjacent ones have no
    /// gap and no overlap at any scale.
    Tile(Rect),
    /// An ellipse that fills a rectangle.
    Ellipse(Rect),
    /// A circle whose radius is in pixels of the picture, so that it is visible at every scale.
    Dot {
        /// Centre, in pixels of the level.
        center: Vec2,
        /// Radius, in pixels of the picture.
        radius: f32,
    },
    /// An open line through points, without an inside to fill.
    Line(Vec<Vec2>),
    /// Straight lines between pairs of points, without an inside to fill. Where they cross, the colour is drawn once.
    Segments(Vec<[Vec2; 2]>),
    /// A line through points whose thickness grows from zero to the outline's, which shows its direction. A trail has
    /// no inside to fill.
    Trail(Vec<Vec2>),
    /// A closed polygon. Parts where it overlaps itself are filled.
    Polygon(Vec<Vec2>),
}

/// A shape to draw. A shape with an infinite or NaN coordinate is not drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Outline of the shape.
    pub outline: Outline,
    /// Colour inside; `None` draws no inside.
    pub fill: Option<Color>,
    /// Colour of the outline, half of which is inside; `None` draws no outline.
    pub line: Option<Color>,
    /// Thickness of the outline, in pixels of the picture; 1000 at most.
    pub thickness: f32,
}

impl Shape {
    /// Creates a filled shape without an outline.
    #[must_use]
    pub const fn filled(outline: Outline, color: Color) -> Self {
        Shape { outline, fill: Some(color), line: None, thickness: 0.0 }
    }

    /// True if there is an inside to fill.
    pub(crate) fn is_filled(&self) -> bool {
        self.fill.is_some()
            && !matches!(self.outline, Outline::Line(_) | Outline::Segments(_) | Outline::Trail(_))
    }

    /// Thickness of the outline, in pixels of the picture; `None` if it is not drawn.
    pub(crate) fn drawn_thickness(&self) -> Option<f32> {
        const MOST: f32 = 1000.0;
        let thickness = if self.thickness < MOST { self.thickness } else { MOST };
        (self.thickness.is_finite() && thickness > 0.0).then_some(thickness)
    }

    /// Creates an outline with nothing inside, `thickness` pixels of the picture thick.
    #[must_use]
    pub const fn outlined(outline: Outline, color: Color, thickness: f32) -> Self {
        Shape { outline, fill: None, line: Some(color), thickness }
    }
}

/// A line of text, upright and sized in pixels of the picture, so that it is readable at every scale.
///
/// A letter is 8 · `size` pixels wide and high. The font has the letters of Western Europe; others are boxes.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Bottom left corner of its plate, in pixels of the level.
    pub at: Vec2,
    /// Text of the label. A line break or tab is drawn as a space.
    pub text: String,
    /// Colour of the letters.
    pub color: Color,
    /// Colour of the plate behind them, one pixel larger on all sides; `None` draws none.
    pub plate: Option<Color>,
    /// Size of the letters, in multiples of 8 pixels; 0 is not drawn.
    pub size: u8,
}

/// The kind of a body, which decides its colour. Colours are the same as of `Meaning` in `tilephys-inspect`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BodyKind {
    /// The player. Sky blue.
    Player,
    /// Another character. Orange.
    Character,
    /// A projectile. Yellow.
    Projectile,
    /// A moving platform. Reddish purple.
    #[doc(alias = "moving platform")]
    Platform,
    /// Any other body. Sand.
    Other,
    /// A faulty body. Light red.
    Wrong,
}

impl BodyKind {
    /// The colour of the kind.
    #[must_use]
    pub const fn color(self) -> Color {
        match self {
            BodyKind::Player => Color::rgb(86, 180, 233),
            BodyKind::Character => Color::rgb(230, 159, 0),
            BodyKind::Projectile => Color::rgb(240, 228, 66),
            BodyKind::Platform => Color::rgb(204, 121, 167),
            BodyKind::Other => Color::rgb(222, 206, 170),
            BodyKind::Wrong => Color::rgb(255, 105, 97),
        }
    }

    /// The drawing order: the most frequent kind is at the bottom.
    pub(crate) const fn rank(self) -> u8 {
        match self {
            BodyKind::Projectile => 0,
            BodyKind::Other => 1,
            BodyKind::Platform => 2,
            BodyKind::Character => 3,
            BodyKind::Player => 4,
            BodyKind::Wrong => 5,
        }
    }
}

/// A body and its recent path.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Kind, which decides the colour.
    pub kind: BodyKind,
    /// Box of the body, in pixels of the level.
    pub rect: Rect,
    /// Recent path, oldest point first, usually of its centre; may be empty. Drawn as a trail of growing thickness.
    pub path: Vec<Vec2>,
    /// Label over the body; may be empty.
    pub label: String,
}

/// Dark outline that sets shapes off from any background.
const SHADE: Color = Color::rgb(10, 12, 20);

impl Body {
    /// The path as a shaded trail that ends in the body.
    pub(crate) fn path_shapes(&self) -> [Shape; 2] {
        let trail = |color, thickness| Shape::outlined(Outline::Trail(self.path.clone()), color, thickness);
        // Projectiles are many, so their trails are thin.
        let (thickness, shade, alpha) = match self.kind {
            BodyKind::Projectile => (2.0, 70, 150),
            _ => (4.0, 150, 255),
        };
        [
            trail(SHADE.with_alpha(shade), thickness + 2.0),
            trail(self.kind.color().with_alpha(alpha), thickness),
        ]
    }

    /// The box of the body.
    pub(crate) fn box_shapes(&self) -> [Shape; 2] {
        let color = self.kind.color();
        let light = |channel: u8| channel / 2 + 128;
        let rim = Color::rgb(light(color.red), light(color.green), light(color.blue));
        let outline = Outline::Box(self.rect);
        let shade = if self.kind == BodyKind::Projectile { 3.0 } else { 4.0 };
        [
            Shape::outlined(outline.clone(), SHADE.with_alpha(200), shade),
            Shape { outline, fill: Some(color), line: Some(rim), thickness: 1.0 },
        ]
    }

    /// The label, if the body has one.
    pub(crate) fn label(&self) -> Option<Label> {
        let gap = Vec2::new(0.0, -2.0);
        (!self.label.is_empty()).then(|| Label {
            at: self.rect.min + gap,
            text: self.label.clone(),
            color: self.kind.color(),
            plate: Some(SHADE.with_alpha(190)),
            size: 1,
        })
    }
}
