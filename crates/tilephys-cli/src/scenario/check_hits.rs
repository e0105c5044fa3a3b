//! Refuses hits that no run can have.

use super::format_expect::HitKeys;
use super::number::{Exactly, Quotient};
use super::read_steps::Reader;
use super::turn::direction_of;
use super::vocabulary::word;
use glam::IVec2;
use tilephys::check::located::Problem;
use tilephys::core::shape::{Part, TileShape};
use toml::Spanned;

impl Reader<'_> {
    /// A part of a move, from 0 to 1.
    pub(crate) fn fraction(&self, fraction: Option<&Spanned<Quotient>>) -> Result<Option<f64>, Problem> {
        let Some(fraction) = fraction else { return Ok(None) };
        let value = fraction.get_ref().0;
        if (0.0..=1.0).contains(&value) {
            return Ok(Some(value));
        }
        let message = format!("a `fraction` is a part of the move, from 0 to 1, not {value}");
        Err(self.source.problem(fraction.span(), message))
    }

    /// A normal in the smallest whole numbers; `[0, 0]` only where it stands for none.
    pub(crate) fn normal(
        &self,
        normal: &Spanned<Exactly<i32, 2>>,
        may_be_none: bool,
    ) -> Result<IVec2, Problem> {
        let vector = IVec2::from(normal.get_ref().0);
        let divisor = greatest_divisor(vector.x.unsigned_abs(), vector.y.unsigned_abs());
        if divisor == 1 || divisor == 0 && may_be_none {
            return Ok(vector);
        }
        let problem = |message: &str| self.source.problem(normal.span(), message);
        if divisor == 0 {
            return Err(problem("a hit has a normal, and [0, 0] is not a normal")
                .with_help("[0, -1] is out of a floor"));
        }
        let divisor = i64::from(divisor);
        let [x, y] = [i64::from(vector.x) / divisor, i64::from(vector.y) / divisor];
        let help = format!("here it is [{x}, {y}]");
        Err(problem("a normal is written in the smallest whole numbers").with_help(help))
    }

    /// Refuses a hit of which two keys contradict each other.
    pub(crate) fn check_hit(
        &self,
        hit: &Spanned<HitKeys>,
        normal: Option<IVec2>,
        kind: Option<usize>,
    ) -> Result<(), Problem> {
        let keys = hit.get_ref();
        if let (Some(normal), Some(face)) = (normal, keys.face.map(|face| face.0))
            && (normal.x == 0 || normal.y == 0)
            && direction_of(normal) != face
        {
            let message = format!("a face with the normal {normal} looks `{}`", word(direction_of(normal)));
            let help = format!("`face` is `{}`: remove the wrong one", word(face));
            return Err(self.source.problem(hit.span(), message).with_help(help));
        }
        let Some(kind) = kind else { return Ok(()) };
        let (parts, one_way) = match &self.map.kinds[kind].tile.shape {
            TileShape::Parts(parts) => {
                (parts.len(), parts.iter().any(|part| matches!(part, Part::OneWay(_))))
            }
            shape => (1, matches!(shape, TileShape::OneWay(_))),
        };
        let letter = self.map.kinds[kind].letter;
        if let Some(part) = keys.part.filter(|part| usize::from(*part) >= parts) {
            let message = format!("`{letter}` has no part {part}");
            let help = format!("parts count from 0, and its last is {}", parts - 1);
            return Err(self.source.problem(hit.span(), message).with_help(help));
        }
        if keys.one_way == Some(true) && !one_way {
            let message = format!("`{letter}` has no one-way line, so no hit on it is `one_way`");
            let help = "name a letter that has such a line, or remove `one_way`";
            return Err(self.source.problem(hit.span(), message).with_help(help));
        }
        Ok(())
    }
}

/// Euclid's algorithm; 0 for two zeros.
fn greatest_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}
