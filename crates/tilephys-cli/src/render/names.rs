//! Placement of names beside objects, without overlaps (greedy, by importance).

use super::overlay::{Scene, shows};
use super::pens::SHADE;
use glam::{IVec2, Vec2};
use std::collections::HashMap;
use tilephys::draw::{Label, Picture, Rect};
use tilephys::tiled::Color;

/// Side of a letter, in pixels of the picture.
const LETTER: f32 = 8.0;

/// Maximum number of letters of a name; longer ones are cut.
const MOST_LETTERS: usize = 32;

/// Minimum distance of equal names of classes, in pixels of the picture.
const REPEATED: f32 = 200.0;

/// Importance of a name: the first have the first choice of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    First,
    Second,
    Third,
    Last,
    /// Equal names of many objects, of which only those far from each other are drawn.
    OfMany,
}

/// A name to place beside a rectangle.
pub(crate) struct Name {
    pub(crate) text: String,
    /// Bounding box of the named object, in pixels of the level.
    pub(crate) around: Rect,
    pub(crate) color: Color,
    pub(crate) rank: Rank,
}

/// Draws the names that find room over, below or beside their objects and beside the `occupied` rectangles, and returns the
/// number of others.
pub(crate) fn push(picture: &mut Picture<'_>, names: &[Name], occupied: &[Rect], scene: Scene) -> usize {
    let mut taken = Taken::new(scene.px(64.0));
    occupied.iter().for_each(|rect| taken.add(*rect));
    let shown: Vec<&Name> =
        names.iter().filter(|name| shows(scene.region, grown(name.around, 0.01))).collect();
    // A large area may have the names of others on it.
    let is_small = |name: &&&Name| (name.around.size * scene.scale).max_element() <= 96.0;
    shown.iter().filter(is_small).for_each(|name| taken.add(name.around));
    let mut order = shown;
    order.sort_by_key(|name| name.rank);
    let mut left_out = 0;
    let mut repeated: HashMap<&str, Taken> = HashMap::new();
    for name in order {
        if name.rank == Rank::OfMany {
            let near = repeated.entry(&name.text).or_insert_with(|| Taken::new(scene.px(64.0)));
            if !near.is_free(grown(name.around, scene.px(REPEATED))) {
                continue;
            }
            near.add(name.around);
        }
        match place(name, &taken, scene) {
            Some((at, plate, text)) => {
                taken.add(plate);
                let back = Some(SHADE.with_alpha(200));
                picture.push_label(Label { at, text, color: lighter(name.color), plate: back, size: 1 });
            }
            None => left_out += 1,
        }
    }
    left_out
}

/// Lower left corner of a name, the rectangle of its plate, and the text that fits.
fn place(name: &Name, taken: &Taken, scene: Scene) -> Option<(Vec2, Rect, String)> {
    let text: String = match name.text.chars().count() > MOST_LETTERS {
        true => name.text.chars().take(MOST_LETTERS - 2).chain("..".chars()).collect(),
        false => name.text.clone(),
    };
    let letters = text.chars().count() as f32;
    let size = Vec2::new(scene.px(LETTER * letters + 2.0), scene.px(LETTER + 2.0));
    let low = name.around.min;
    let high = name.around.min + name.around.size;
    let gap = scene.px(3.0);
    let middle = (low + high - size) / 2.0;
    let mins = [
        Vec2::new(middle.x, low.y - size.y - gap),
        Vec2::new(middle.x, high.y + gap),
        Vec2::new(high.x + gap, middle.y),
        Vec2::new(low.x - size.x - gap, middle.y),
        Vec2::new(low.x, low.y - size.y - gap),
        Vec2::new(high.x - size.x, low.y - size.y - gap),
    ];
    let within = |rect: &Rect| {
        let edge = scene.region.min + scene.region.size;
        rect.min.cmpge(scene.region.min).all() && (rect.min + rect.size).cmple(edge).all()
    };
    let plate =
        mins.into_iter().map(|min| Rect::new(min, size)).find(|rect| within(rect) && taken.is_free(*rect))?;
    Some((Vec2::new(plate.min.x, plate.min.y + size.y), plate, text))
}

/// A colour for letters: half as far from white.
fn lighter(Color { red, green, blue, alpha }: Color) -> Color {
    let light = |channel: u8| channel / 2 + 128;
    Color::rgb(light(red), light(green), light(blue)).with_alpha(alpha)
}

fn grown(rect: Rect, by: f32) -> Rect {
    Rect::new(rect.min - by, rect.size + 2.0 * by)
}

/// Rectangles by the squares that they touch.
struct Taken {
    /// Side of a square, in pixels of the level.
    side: f32,
    squares: HashMap<IVec2, Vec<Rect>>,
}

impl Taken {
    fn new(side: f32) -> Self {
        Taken { side, squares: HashMap::new() }
    }

    fn squares(&self, rect: Rect) -> impl Iterator<Item = IVec2> + use<> {
        let low = (rect.min / self.side).floor().as_ivec2();
        let high = ((rect.min + rect.size) / self.side).floor().as_ivec2();
        (low.y..=high.y).flat_map(move |y| (low.x..=high.x).map(move |x| IVec2::new(x, y)))
    }

    fn add(&mut self, rect: Rect) {
        for square in self.squares(rect) {
            self.squares.entry(square).or_default().push(rect);
        }
    }

    fn is_free(&self, rect: Rect) -> bool {
        let near = self.squares(rect).filter_map(|square| self.squares.get(&square));
        !near.flatten().any(|other| shows(*other, rect))
    }
}
