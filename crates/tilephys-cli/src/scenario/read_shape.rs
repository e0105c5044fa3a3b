//! Validates the shapes of tiles in the legend.

use super::format::{Area, Corners, Letter, LineKeys, PartKeys, SlopeKeys};
use super::number::{Pair, WordOr, checked, first_key, from_zero_finite, keys, point, px};
use super::turn::Turn;
use super::vocabulary::word;
use glam::{IVec2, UVec2, Vec2};
use std::ops::Range;
use tilephys::check::located::{Problem, Source};
use tilephys::core::{
    Aabb, Direction, Material, Tile, UNITS_PER_PX,
    limits::{MAX_PARTS, SHAPE_REACH},
    shape::{OneWay, Part, Polygon, PolygonFault, Slope, TileShape},
};
use toml::Spanned;

/// What reads the letters of a legend: the file, and the size of its tiles in pixels.
#[derive(Clone, Copy)]
pub(crate) struct Shapes<'a> {
    pub(crate) source: &'a Source,
    pub(crate) tile: UVec2,
}

impl Shapes<'_> {
    /// The tile that a letter stands for.
    pub(crate) fn tile(&self, keys: &Letter) -> Result<Tile, Problem> {
        let plain = Tile::default();
        let turn = keys.flip.as_ref().map(|flip| self.flip(flip)).transpose()?.unwrap_or(Turn::NONE);
        let material = self.material(keys)?;
        Ok(Tile {
            shape: turn.shape(&self.shape(keys)?, self.units()),
            category: keys.category.unwrap_or(plain.category),
            material: Material { conveyor: turn.vector(material.conveyor), ..material },
            user: keys.user.unwrap_or(plain.user),
        })
    }

    /// The place of the first key that is about a tile, if there is one.
    pub(crate) fn first_of(&self, keys: &Letter) -> Option<Range<usize>> {
        let about = keys!(
            keys; shape, area, slope, one_way, polygon, parts, flip, friction, restitution, conveyor
        );
        Some(first_key(about)?.1)
    }

    /// The size of a tile in lattice units.
    fn units(&self) -> IVec2 {
        self.tile.as_ivec2() * UNITS_PER_PX
    }

    fn shape(&self, keys: &Letter) -> Result<TileShape, Problem> {
        let given = keys!(keys; shape, area, slope, one_way, polygon, parts);
        self.one_of(&given, "`shape`, `box`, `slope`, `one_way`, `polygon` and `parts`")?;
        if let Some(area) = &keys.area {
            return Ok(TileShape::Box(self.area(area.get_ref())?));
        }
        if let Some(slope) = &keys.slope {
            return self.slope(slope);
        }
        if let Some(line) = &keys.one_way {
            return Ok(TileShape::OneWay(self.line(line)?));
        }
        if let Some(corners) = &keys.polygon {
            return Ok(TileShape::Parts(vec![Part::Solid(self.polygon(corners)?)]));
        }
        let Some(parts) = &keys.parts else { return Ok(TileShape::Full) };
        let count = parts.get_ref().len();
        if !(1..=MAX_PARTS).contains(&count) {
            let message = format!("a tile has 1 to {MAX_PARTS} parts, not {count}");
            return Err(self.source.problem(parts.span(), message));
        }
        parts.get_ref().iter().map(|part| self.part(part)).collect::<Result<_, _>>().map(TileShape::Parts)
    }

    /// Says that two of `given` are one too many.
    fn one_of(&self, given: &[(&str, Option<Range<usize>>)], names: &str) -> Result<(), Problem> {
        match given.iter().filter_map(|(_, span)| span.as_ref()).nth(1) {
            None => Ok(()),
            Some(second) => {
                let message = format!("a tile has one of {names}");
                let help =
                    "several shapes in one tile are `parts = [{ polygon = [...] }, { one_way = \"up\" }]`";
                Err(self.source.problem(second.clone(), message).with_help(help))
            }
        }
    }

    fn part(&self, part: &Spanned<PartKeys>) -> Result<Part, Problem> {
        let keys = part.get_ref();
        let given = keys!(keys; area, polygon, one_way);
        self.one_of(&given, "`box`, `polygon` and `one_way` in each of its parts")?;
        if let Some(area) = &keys.area {
            let Aabb { min, max } = self.area(area.get_ref())?;
            let corners = [min, IVec2::new(max.x, min.y), max, IVec2::new(min.x, max.y)];
            return Ok(Part::Solid(Polygon::new(&corners)));
        }
        if let Some(corners) = &keys.polygon {
            return Ok(Part::Solid(self.polygon(corners)?));
        }
        match &keys.one_way {
            Some(line) => Ok(Part::OneWay(self.line(line)?)),
            None => {
                let message = "a part of a tile has one of `box`, `polygon` and `one_way`";
                Err(self.source.problem(part.span(), message))
            }
        }
    }

    fn area(&self, keys: &Area) -> Result<Aabb, Problem> {
        let (min, size) = (self.near(&keys.at)?, self.near(keys.size.get_ref())?);
        if size.min_element() <= 0 {
            let message = "the box of a tile is more than 0 px wide and high";
            return Err(self.source.problem(keys.size.span(), message));
        }
        let max = min + size;
        if max.max_element() > SHAPE_REACH {
            return Err(too_far(self.source, keys.size.span()));
        }
        Ok(Aabb { min, max })
    }

    /// A point that a shape may have.
    fn near(&self, pair: &Pair) -> Result<IVec2, Problem> {
        let at = point(self.source, pair)?;
        let far = [0, 1].into_iter().find(|&k| at[k].unsigned_abs() > SHAPE_REACH.unsigned_abs());
        far.map_or(Ok(at), |k| Err(too_far(self.source, pair.0[k].span())))
    }

    fn slope(&self, slope: &Spanned<SlopeKeys>) -> Result<TileShape, Problem> {
        let keys = slope.get_ref();
        let side = keys.side.map_or(Direction::Down, |side| side.0);
        let heights = point(self.source, keys.heights.get_ref())?;
        let most = self.units()[side.axis()];
        let help = || {
            let over = match side {
                Direction::Down | Direction::Up => "left and at its right",
                Direction::Left | Direction::Right => "upper and at its lower",
            };
            let side = word(side);
            let most = px(most);
            format!("`heights` are those over the `{side}` side, at its {over} end: 0 to {most} px")
        };
        let wrong =
            keys.heights.get_ref().0.iter().zip(heights.to_array()).find(|(_, h)| !(0..=most).contains(h));
        if let Some((height, _)) = wrong {
            let message = format!("a slope cannot be {} px high in this tile", height.get_ref());
            return Err(self.source.problem(height.span(), message).with_help(help()));
        }
        if heights == IVec2::ZERO {
            let message = "both heights of the slope are 0, so nothing of it is solid";
            return Err(self.source.problem(keys.heights.span(), message).with_help(help()));
        }
        Ok(TileShape::Slope(Slope { side, heights: heights.to_array() }))
    }

    fn line(&self, line: &Spanned<LineKeys>) -> Result<OneWay, Problem> {
        match line.get_ref() {
            &WordOr::Word(open) => {
                let longest = SHAPE_REACH / UNITS_PER_PX;
                if self.tile.max_element() > longest.unsigned_abs() {
                    let message = format!("a tile with a one-way edge is at most {longest} px wide and high");
                    return Err(self.source.problem(line.span(), message));
                }
                Ok(OneWay::edge(self.tile, open.0))
            }
            WordOr::Other(keys) => {
                let (from, to) = (self.near(&keys.from)?, self.near(&keys.to)?);
                let open = keys.open.get_ref().0;
                let along = 1 - open.axis();
                if from[along] == to[along] {
                    let side = word(open);
                    let message =
                        format!("this line has no side toward `{side}`: it runs along it, or is a point");
                    let help =
                        "`open` is the side that stops what comes from there, and lies across the line";
                    return Err(self.source.problem(keys.open.span(), message).with_help(help));
                }
                Ok(OneWay::new(from, to, open))
            }
        }
    }

    fn polygon(&self, corners: &Spanned<Corners>) -> Result<Polygon, Problem> {
        let list = corners.get_ref();
        let not_finite = |pair: &Spanned<Pair>| pair.get_ref().0.iter().any(|px| !px.get_ref().is_finite());
        if let Some(corner) = list.iter().position(not_finite) {
            return Err(self.bad_polygon(corners, PolygonFault::NotFinite { corner }));
        }
        let is_far = |pair: &Spanned<Pair>| {
            let reach = f64::from(SHAPE_REACH / UNITS_PER_PX);
            pair.get_ref().0.iter().any(|px| px.get_ref().abs() > reach)
        };
        if let Some(corner) = list.iter().position(is_far) {
            return Err(self.bad_polygon(corners, PolygonFault::TooFar { corner }));
        }
        let places: Vec<IVec2> =
            list.iter().map(|pair| point(self.source, pair.get_ref())).collect::<Result<_, _>>()?;
        Polygon::try_new(&places).map_err(|fault| self.bad_polygon(corners, fault))
    }

    fn bad_polygon(&self, corners: &Spanned<Corners>, fault: PolygonFault) -> Problem {
        let of_corner = |corner: usize| corners.get_ref().get(corner).map_or(corners.span(), Spanned::span);
        let (span, help) = match fault {
            PolygonFault::TooFew { .. } => {
                (corners.span(), "a triangle is `polygon = [[0, 16], [16, 0], [16, 16]]`")
            }
            PolygonFault::NoArea => {
                (corners.span(), "move a corner off the line; a line that blocks is a `one_way`")
            }
            PolygonFault::SelfCrossing => {
                (corners.span(), "list the corners in the order in which they follow each other around it")
            }
            PolygonFault::Concave { corner } => (
                of_corner(corner),
                "corners count from 0; several polygons are `parts = [{ polygon = [...] }, { polygon = [...] }]`",
            ),
            PolygonFault::NotFinite { corner } => {
                (of_corner(corner), "corners are pixels from the upper left corner of the cell")
            }
            PolygonFault::TooFar { corner } => (
                of_corner(corner),
                "corners are pixels from the upper left corner of the cell; `shapes` puts shapes elsewhere",
            ),
            _ => {
                (corners.span(), "several polygons are `parts = [{ polygon = [...] }, { polygon = [...] }]`")
            }
        };
        self.source.problem(span, fault.to_string()).with_help(help)
    }

    /// Tiled's flags: the diagonal flip first, then the others.
    fn flip(&self, flip: &Spanned<String>) -> Result<Turn, Problem> {
        let flags = flip.get_ref();
        let help =
            "`H` mirrors left and right, `V` up and down, `D` exchanges both axes first, as Tiled's flags do";
        let wrong = flags.char_indices().find(|&(i, c)| !"HVD".contains(c) || flags[..i].contains(c));
        if let Some((_, letter)) = wrong {
            let message = format!("`flip` is made of `H`, `V` and `D`, each once, not of `{letter}`");
            return Err(self.source.problem(flip.span(), message).with_help(help));
        }
        let (swap, negative) = (flags.contains('D'), |c: char| if flags.contains(c) { -1 } else { 1 });
        if swap && self.tile.x != self.tile.y {
            let message = "the `D` flip needs square tiles";
            return Err(self.source.problem(flip.span(), message).with_help(help));
        }
        Ok(Turn { swap, sign: IVec2::new(negative('H'), negative('V')) })
    }

    fn material(&self, keys: &Letter) -> Result<Material, Problem> {
        let plain = Material::default();
        let not_negative = |key: &str, value: &Option<Spanned<f64>>, plain: f32| {
            checked(self.source, (key, value), plain, from_zero_finite, "must be a number, 0 or more")
        };
        let conveyor = match &keys.conveyor {
            None => plain.conveyor,
            Some(speed) => {
                let [x, y] = speed.get_ref().0;
                let vector = Vec2::new(x as f32, y as f32);
                if !vector.is_finite() {
                    let message = format!("`conveyor` is two finite numbers of px/s, not [{x}, {y}]");
                    return Err(self.source.problem(speed.span(), message));
                }
                vector
            }
        };
        let material = Material {
            friction: not_negative("friction", &keys.friction, plain.friction)?,
            restitution: not_negative("restitution", &keys.restitution, plain.restitution)?,
            conveyor,
            surface: keys.surface.unwrap_or(plain.surface),
        };
        let Some((field, fault)) = material.fault() else { return Ok(material) };
        let numbers = [keys.friction.as_ref(), keys.restitution.as_ref()].into_iter().flatten();
        let spans = numbers.map(Spanned::span).chain(keys.conveyor.as_ref().map(Spanned::span));
        let message = format!("the material's {field} {fault}: {}", field.range());
        Err(self.source.problem(spans.last().unwrap_or(0..0), message))
    }
}

fn too_far(source: &Source, span: Range<usize>) -> Problem {
    let reach = SHAPE_REACH / UNITS_PER_PX;
    let message = format!("a shape reaches at most {reach} px from the upper left corner of its cell");
    source.problem(span, message).with_help("`shapes` puts a letter's shape anywhere in the world")
}
