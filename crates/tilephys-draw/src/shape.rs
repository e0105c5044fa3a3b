//! What is drawn over a level: boxes, lines, marks and letters.

use glam::Vec2;
use tilephys_tiled::Color;

/// A rectangle in pixels of the level. One without area, or with a negative size, is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Its top left corner.
    pub min: Vec2,
    /// Its width and height.
    pub size: Vec2,
}

impl Rect {
    /// The rectangle with the top left corner `min` and width and height `size`.
    #[must_use]
    pub const fn new(min: Vec2, size: Vec2) -> Self {
        Rect { min, size }
    }

    pub(crate) fn is_empty(&self) -> bool {
        !(self.size.x > 0.0 && self.size.y > 0.0)
    }
}

/// An outline, in pixels of the level unless said otherwise.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// A rectangle.
    Box(Rect),
    /// An ellipse that fills a rectangle.
    Ellipse(Rect),
    /// A mark: a circle whose radius is in pixels of the picture, so that it is seen at every scale.
    Dot {
        /// Its centre.
        center: Vec2,
        /// In pixels of the picture.
        radius: f32,
    },
    /// An open line through points. It has no inside to fill.
    Line(Vec<Vec2>),
    /// A line through points that grows from nothing at the first to the thickness of the outline at the last, so that one
    /// sees which way it goes. It has no inside to fill.
    Trail(Vec<Vec2>),
    /// A closed polygon. Where it covers itself it is filled.
    Polygon(Vec<Vec2>),
}

/// Something to draw. One with a coordinate that is infinite or no number is not drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Where.
    pub outline: Outline,
    /// The colour inside; `None` leaves it open.
    pub fill: Option<Color>,
    /// The colour of the outline, half of which is inside; `None` draws none.
    pub line: Option<Color>,
    /// How thick the outline is, in pixels of the picture; 1000 at most.
    pub thickness: f32,
}

impl Shape {
    /// A filled shape without an outline.
    #[must_use]
    pub const fn filled(outline: Outline, color: Color) -> Self {
        Shape { outline, fill: Some(color), line: None, thickness: 0.0 }
    }

    /// Whether there is something to fill.
    pub(crate) fn is_filled(&self) -> bool {
        self.fill.is_some() && !matches!(self.outline, Outline::Line(_) | Outline::Trail(_))
    }

    /// `None` if the outline is not drawn.
    pub(crate) fn drawn_thickness(&self) -> Option<f32> {
        const MOST: f32 = 1000.0;
        let thickness = if self.thickness < MOST { self.thickness } else { MOST };
        (self.thickness.is_finite() && thickness > 0.0).then_some(thickness)
    }

    /// An outline with nothing inside, `thickness` pixels of the picture thick.
    #[must_use]
    pub const fn outlined(outline: Outline, color: Color, thickness: f32) -> Self {
        Shape { outline, fill: None, line: Some(color), thickness }
    }
}

/// A line of letters, upright and in pixels of the picture, so that it can be read at every scale.
///
/// A letter is 8 pixels wide and high times `size`, from a font of the letters of Western Europe; others are boxes.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The bottom left corner of its plate, in pixels of the level.
    pub at: Vec2,
    /// What it says. A line break or tab is drawn as a space.
    pub text: String,
    /// The colour of the letters.
    pub color: Color,
    /// The colour of a plate behind them, one pixel larger on all sides; `None` draws none.
    pub plate: Option<Color>,
    /// Times 8 pixels; 0 is not drawn.
    pub size: u8,
}

/// What a body is, which decides its colour. The colours keep apart for most who are colour-blind (Okabe and Ito).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BodyKind {
    /// Whom one plays. Sky blue.
    Player,
    /// Another character. Orange.
    Character,
    /// What flies. Yellow.
    Projectile,
    /// What moves others. Bluish green.
    Platform,
    /// Anything else. Reddish purple.
    Other,
    /// One that something is wrong with. Vermilion.
    Wrong,
}

impl BodyKind {
    /// Its colour.
    #[must_use]
    pub const fn color(self) -> Color {
        match self {
            BodyKind::Player => Color::rgb(86, 180, 233),
            BodyKind::Character => Color::rgb(230, 159, 0),
            BodyKind::Projectile => Color::rgb(240, 228, 66),
            BodyKind::Platform => Color::rgb(0, 158, 115),
            BodyKind::Other => Color::rgb(204, 121, 167),
            BodyKind::Wrong => Color::rgb(255, 82, 20),
        }
    }

    /// Which are drawn over which: what there is most of is below.
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

/// A body and where it came from.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Decides its colour.
    pub kind: BodyKind,
    /// Where it is.
    pub rect: Rect,
    /// Its last path, oldest point first, usually of its centre; may be empty. Drawn as a trail that grows from nothing
    /// to where it is.
    pub path: Vec<Vec2>,
    /// Drawn over it; may be empty.
    pub label: String,
}

/// Dark: what sets things off from any background.
const SHADE: Color = Color::rgb(10, 12, 20);

impl Body {
    /// Its path: a shaded trail that ends in the body.
    pub(crate) fn path_shapes(&self) -> [Shape; 2] {
        let trail = |color, thickness| Shape::outlined(Outline::Trail(self.path.clone()), color, thickness);
        // Those of projectiles are many.
        let (thickness, shade, alpha) = match self.kind {
            BodyKind::Projectile => (2.0, 70, 150),
            _ => (4.0, 150, 255),
        };
        [
            trail(SHADE.with_alpha(shade), thickness + 2.0),
            trail(self.kind.color().with_alpha(alpha), thickness),
        ]
    }

    /// Its box.
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

    /// Its label, if it has one.
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
