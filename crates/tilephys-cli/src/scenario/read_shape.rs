//! Validates the shapes of tiles in the legend.

use super::format::{Area, Corners, Letter, Line, PartKeys, SlopeKeys};
use super::number::{Exactly, Point, px};
use super::read_basics::{keys, out_of_range};
use super::turn::Turn;
use super::vocabulary::{Word, word};
use glam::{IVec2, UVec2};
use std::ops::Range;
use tilephys::check::located::{Problem, Source};
use tilephys::core::{
    Aabb, Direction, Material, Tile, UNITS_PER_PX,
    limits::{MAX_PARTS, SHAPE_REACH},
    shape::{OneWay, Part, Polygon, PolygonFault, Slope, TileShape},
};
use toml::Spanned;
use toml::de::DeTable;

/// What reads the letters of a legend.
#[derive(Clone, Copy)]
pub(crate) struct Shapes<'a> {
    pub(crate) source: &'a Source,
    pub(crate) tree: &'a DeTable<'a>,
    /// Size of a tile in pixels.
    pub(crate) tile: UVec2,
}

impl Shapes<'_> {
    /// The tile that a letter stands for.
    pub(crate) fn tile(&self, letter: &str, keys: &Letter) -> Result<Tile, Problem> {
        let plain = Tile::default();
        let turn = keys.flip.as_ref().map(|flip| self.flip(flip)).transpose()?.unwrap_or(Turn::NONE);
        let material =
            keys.material.as_ref().map_or(Ok(Material::default()), |own| self.material(letter, own))?;
        Ok(Tile {
            shape: turn.shape(&self.shape(keys)?, self.units()),
            category: keys.category.unwrap_or(plain.category),
            material: Material { conveyor: turn.vector(material.conveyor), ..material },
            ..plain
        })
    }

    /// The size of a tile in lattice units.
    fn units(&self) -> IVec2 {
        self.tile.as_ivec2() * UNITS_PER_PX
    }

    fn shape(&self, keys: &Letter) -> Result<TileShape, Problem> {
        let given = keys!(keys; area, slope, one_way, line, polygon, parts);
        self.one_of(given, "`box`, `slope`, `one_way`, `line`, `polygon` and `parts`")?;
        if let Some(area) = &keys.area {
            return Ok(TileShape::Box(self.area(area.get_ref())?));
        }
        if let Some(slope) = &keys.slope {
            return self.slope(slope);
        }
        if let Some(open) = &keys.one_way {
            return Ok(TileShape::OneWay(self.edge(open)?));
        }
        if let Some(line) = &keys.line {
            return Ok(TileShape::OneWay(self.line(line.get_ref())?));
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
    fn one_of(
        &self,
        given: impl IntoIterator<Item = Option<Range<usize>>>,
        names: &str,
    ) -> Result<(), Problem> {
        let Some(second) = given.into_iter().flatten().nth(1) else { return Ok(()) };
        let message = format!("a tile has one of {names}");
        let help = "several shapes in one tile are `parts = [{ polygon = [...] }, { one_way = \"up\" }]`";
        Err(self.source.problem(second, message).with_help(help))
    }

    fn part(&self, part: &Spanned<PartKeys>) -> Result<Part, Problem> {
        let keys = part.get_ref();
        let given = keys!(keys; area, polygon, one_way, line);
        self.one_of(given, "`box`, `polygon`, `one_way` and `line` in each of its parts")?;
        if let Some(area) = &keys.area {
            let Aabb { min, max } = self.area(area.get_ref())?;
            let corners = [min, IVec2::new(max.x, min.y), max, IVec2::new(min.x, max.y)];
            return Ok(Part::Solid(Polygon::new(&corners)));
        }
        if let Some(corners) = &keys.polygon {
            return Ok(Part::Solid(self.polygon(corners)?));
        }
        if let Some(open) = &keys.one_way {
            return Ok(Part::OneWay(self.edge(open)?));
        }
        match &keys.line {
            Some(line) => Ok(Part::OneWay(self.line(line.get_ref())?)),
            None => {
                let message = "a part of a tile has one of `box`, `polygon`, `one_way` and `line`";
                Err(self.source.problem(part.span(), message))
            }
        }
    }

    fn area(&self, keys: &Area) -> Result<Aabb, Problem> {
        let min = self.near(&keys.at)?;
        let size = self.near(&keys.size)?;
        if size.min_element() <= 0 {
            let message = "the box of a tile is more than 0 px wide and high";
            return Err(self.source.problem(keys.size.span(), message));
        }
        let max = min + size;
        if max.max_element() > SHAPE_REACH {
            return Err(self.too_far(keys.size.span()));
        }
        Ok(Aabb { min, max })
    }

    /// A point that a shape may have.
    fn near(&self, point: &Spanned<Point>) -> Result<IVec2, Problem> {
        let at = point.get_ref().0;
        if at.abs().max_element() > SHAPE_REACH { Err(self.too_far(point.span())) } else { Ok(at) }
    }

    fn too_far(&self, span: Range<usize>) -> Problem {
        let reach = SHAPE_REACH / UNITS_PER_PX;
        let message = format!("a shape reaches at most {reach} px from the upper left corner of its cell");
        self.source.problem(span, message).with_help("`shapes` puts a letter's shape anywhere in the world")
    }

    fn slope(&self, slope: &Spanned<SlopeKeys>) -> Result<TileShape, Problem> {
        let keys = slope.get_ref();
        let side = keys.side.map_or(Direction::Down, |side| side.0);
        let Exactly(given) = keys.heights.get_ref();
        let heights = given.each_ref().map(|height| height.get_ref().0);
        let most = self.units()[side.axis()];
        let wrong = given.iter().find(|height| !(0..=most).contains(&height.get_ref().0));
        let (span, message) = match wrong {
            Some(height) => {
                let height_px = px(height.get_ref().0);
                (height.span(), format!("a slope cannot be {height_px} px high in this tile"))
            }
            None if heights == [0, 0] => {
                let message = "both heights of the slope are 0, so nothing of it is solid";
                (keys.heights.span(), message.to_owned())
            }
            None => return Ok(TileShape::Slope(Slope { side, heights })),
        };
        let over = match side {
            Direction::Down | Direction::Up => "left and at its right",
            Direction::Left | Direction::Right => "upper and at its lower",
        };
        let side = word(side);
        let most = px(most);
        let help = format!("`heights` are those over the `{side}` side, at its {over} end: 0 to {most} px");
        Err(self.source.problem(span, message).with_help(help))
    }

    /// The one-way edge of a cell.
    fn edge(&self, open: &Spanned<Word<Direction>>) -> Result<OneWay, Problem> {
        let longest = SHAPE_REACH / UNITS_PER_PX;
        if self.tile.max_element() > longest.unsigned_abs() {
            let message = format!("a tile with a one-way edge is at most {longest} px wide and high");
            return Err(self.source.problem(open.span(), message));
        }
        Ok(OneWay::edge(self.tile, open.get_ref().0))
    }

    fn line(&self, keys: &Line) -> Result<OneWay, Problem> {
        let from = self.near(&keys.from)?;
        let to = self.near(&keys.to)?;
        let open = keys.open.get_ref().0;
        let along = 1 - open.axis();
        if from[along] != to[along] {
            return Ok(OneWay::new(from, to, open));
        }
        let side = word(open);
        let message = format!("this line has no side toward `{side}`: it runs along it, or is a point");
        let help = "`open` is the side that stops what comes from there, and lies across the line";
        Err(self.source.problem(keys.open.span(), message).with_help(help))
    }

    fn polygon(&self, corners: &Spanned<Corners>) -> Result<Polygon, Problem> {
        let list = corners.get_ref();
        let places: Vec<IVec2> = list.iter().map(|corner| corner.get_ref().0).collect();
        let is_far = |corner: &IVec2| corner.abs().max_element() > SHAPE_REACH;
        let read = match places.iter().position(is_far) {
            Some(corner) => Err(PolygonFault::TooFar { corner }),
            None => Polygon::try_new(&places),
        };
        read.map_err(|fault| {
            let (corner, help) = match fault {
                PolygonFault::TooFew { .. } => {
                    (None, "a triangle is `polygon = [[0, 16], [16, 0], [16, 16]]`")
                }
                PolygonFault::NoArea => {
                    (None, "move a corner off the line; a line that blocks is a `one_way` or `line`")
                }
                PolygonFault::SelfCrossing => {
                    (None, "list the corners in the order in which they follow each other around it")
                }
                PolygonFault::TooFar { corner } => (
                    Some(corner),
                    "corners are pixels from the upper left corner of the cell; `shapes` puts shapes elsewhere",
                ),
                PolygonFault::Concave { corner } => (
                    Some(corner),
                    "corners count from 0; several polygons are `parts = [{ polygon = [...] }, { polygon = [...] }]`",
                ),
                _ => (None, "several polygons are `parts = [{ polygon = [...] }, { polygon = [...] }]`"),
            };
            let corner = corner.and_then(|corner| list.get(corner));
            let span = corner.map_or(corners.span(), Spanned::span);
            self.source.problem(span, fault.to_string()).with_help(help)
        })
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
        let swap = flags.contains('D');
        let sign = |flag: char| if flags.contains(flag) { -1 } else { 1 };
        if swap && self.tile.x != self.tile.y {
            let message = "the `D` flip needs square tiles";
            return Err(self.source.problem(flip.span(), message).with_help(help));
        }
        Ok(Turn { swap, sign: IVec2::new(sign('H'), sign('V')) })
    }

    fn material(&self, letter: &str, material: &Spanned<Material>) -> Result<Material, Problem> {
        let Some(fault) = material.get_ref().fault() else { return Ok(*material.get_ref()) };
        let table = self.tree.get("legend").and_then(|legend| legend.get_ref().get(letter));
        Err(out_of_range(self.source, fault, table, material.span()))
    }
}
