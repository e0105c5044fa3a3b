//! Debug drawing of a Minkowski difference: a sweep of two boxes as one ray against one box.

use super::canvas::{DebugDraw, arrow, dashed, px, rect};
use super::meaning::Meaning;
use super::rgba::Rgba;
use glam::{I64Vec2, IVec2, Vec2};
use tilephys_core::Aabb;
use tilephys_core::geometry::{minkowski_difference, sweep_aabb};

/// Draws the sweep of box `a` by `translation` lattice units against box `b`, and their Minkowski difference around `origin`, in
/// px.
///
/// The difference is the box of all translations of `a` that end inside `b`. The motion is a ray from the origin; where it
/// enters the box, `a` hits `b`. With the low corner of `a` as origin, the Minkowski box is `b`, grown by the size of `a` on its
/// upper left side, so both pictures coincide. Hamaluik, "Swept AABB Collision Detection Using the Minkowski Difference",
/// draws them apart.
///
/// # Panics
/// If the translation leaves the range of lattice units.
///
/// ```
/// use glam::{IVec2, Vec2};
/// use tilephys_core::Aabb;
/// use tilephys_inspect::debug_draw::{DebugDraw, Rgba, draw_minkowski};
///
/// struct Words(Vec<String>);
///
/// impl DebugDraw for Words {
///     fn line(&mut self, _: Vec2, _: Vec2, _: Rgba) {}
///     fn rect(&mut self, _: Vec2, _: Vec2, _: Rgba, _: bool) {}
///     fn text(&mut self, _: Vec2, text: &str, _: Rgba) {
///         self.0.push(text.to_owned());
///     }
/// }
///
/// let a = Aabb::from_px(Vec2::new(10.0, 10.0), Vec2::new(8.0, 11.0));
/// let b = Aabb::from_px(Vec2::new(38.0, 10.0), Vec2::new(16.0, 16.0));
/// let mut words = Words(Vec::new());
/// draw_minkowski(&mut words, a, IVec2::new(40 * 256, 0), b, Vec2::ZERO);
/// assert_eq!(words.0, ["b - a", "a", "b", "hit at 0.5"]);
/// ```
pub fn draw_minkowski(onto: &mut dyn DebugDraw, a: Aabb, translation: IVec2, b: Aabb, origin: Vec2) {
    /// Colour of the axes.
    const AXIS: Rgba = Rgba::rgb(150, 160, 178);
    /// Length by which the axes extend beyond the box, in px.
    const MARGIN: f32 = 8.0;
    let targets = minkowski_difference(b, a);
    let low = origin + px(targets.min);
    let high = origin + px(targets.max);
    let end = origin + px(translation.as_i64vec2());

    let least = low.min(origin).min(end) - MARGIN;
    let most = high.max(origin).max(end) + MARGIN;
    arrow(onto, Vec2::new(least.x, origin.y), Vec2::new(most.x, origin.y), AXIS);
    arrow(onto, Vec2::new(origin.x, least.y), Vec2::new(origin.x, most.y), AXIS);

    let inside = if targets.contains_origin() { Meaning::Contact.color() } else { Meaning::OneWay.color() };
    onto.rect(low, high - low, inside.with_alpha(46), true);
    onto.rect(low, high - low, inside, false);
    onto.text(low + Vec2::new(1.0, -1.0), "b - a", inside);

    rect(onto, a, Meaning::Body.color().with_alpha(150), true);
    rect(onto, a, Meaning::Body.color(), false);
    rect(onto, b, Meaning::Solid.color().with_alpha(150), true);
    rect(onto, b, Meaning::Face.color(), false);
    onto.text(px(a.min.as_i64vec2()) + Vec2::new(1.0, -1.0), "a", Meaning::Body.color());
    onto.text(
        px(I64Vec2::new(b.min.x.into(), b.max.y.into())) + Vec2::new(1.0, -1.0),
        "b",
        Meaning::Face.color(),
    );
    if translation == IVec2::ZERO {
        return;
    }
    match sweep_aabb(a, translation, b, IVec2::ZERO) {
        Some(hit) => {
            let there = origin + (end - origin) * hit.shape.fraction.as_f32();
            onto.line(origin, there, Meaning::Path.color());
            dashed(onto, there, end, Meaning::Path.color());
            cross(onto, there, Meaning::Contact.color());
            arrow(onto, there, there + hit.shape.normal.as_vec2() * MARGIN, Meaning::Contact.color());
            rect(
                onto,
                Aabb { min: hit.shape.position, max: hit.shape.position + (a.max - a.min) },
                Meaning::Path.color(),
                false,
            );
            let text =
                format!("hit at {}", (hit.shape.fraction.as_f64() * 1000.0).round_ties_even() / 1000.0);
            onto.text(there + Vec2::new(2.0, -2.0), &text, Meaning::Contact.color());
        }
        None => {
            arrow(onto, origin, end, Meaning::Path.color());
            rect(onto, a.translated(translation), Meaning::Path.color(), false);
        }
    }
}

/// Draws a mark at a point.
pub(super) fn cross(onto: &mut dyn DebugDraw, at: Vec2, color: Rgba) {
    const ARM: f32 = 1.75;
    for arm in [Vec2::new(ARM, ARM), Vec2::new(ARM, -ARM)] {
        onto.line(at - arm, at + arm, color);
    }
}
