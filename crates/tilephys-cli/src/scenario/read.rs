//! Validates a scenario file. Refuses all that the engine would refuse, with line and column.

use super::format::File;
use super::model::{Scenario, Step};
use super::names::Names;
use super::orient::{Variant, Variants};
use super::reader::{Reader, Valid, check_numbers};
use glam::{UVec2, Vec2};
use serde::Deserialize;
use std::collections::BTreeMap;
use tilephys::check::located::{Source, explained};
use tilephys::core::{Combine, Direction, shape::TileShape};
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

/// Maximum length of a tick, in seconds; a longer one is surely a mistake in the file.
const LONGEST_TICK: f64 = 1.0;

/// Reads a whole scenario file.
pub(crate) fn read(source: Source) -> Valid<Scenario> {
    let tree = DeTable::parse(&source.text).map_err(|error| explained(&source, &error))?;
    let whole = Spanned::new(tree.span(), DeValue::Table(tree.get_ref().clone()));
    check_numbers(&source, &whole)?;
    let file = File::deserialize(Deserializer::from(tree.clone())).map_err(|e| explained(&source, &e))?;
    let mut reader = Reader {
        source: &source,
        tree: tree.get_ref(),
        file: &file,
        tile: UVec2::splat(16),
        up: file.up.map_or(Direction::Up, |up| up.0),
        variants: Vec::new(),
        legend: BTreeMap::new(),
        kinds: Vec::new(),
        cells: Vec::new(),
        loose: Vec::new(),
        covered: 0,
        bodies: Vec::new(),
        movers: Vec::new(),
        regions: Vec::new(),
        names: Names::default(),
    };
    reader.read_tile_size()?;
    let excepted: Vec<Variants> = file.except.iter().map(|except| except.variants).collect();
    reader.variants = Variant::all(reader.tile, &excepted);
    reader.read_map()?;
    let gravity = file.gravity.as_ref().map_or(Ok(Vec2::ZERO), |pull| reader.read_gravity(pull))?;
    reader.read_bodies(gravity)?;
    reader.read_movers()?;
    reader.read_regions()?;
    reader.list_names();
    let steps = reader.steps()?;
    reader.check_except()?;
    let spawn_orders = reader.read_spawn_orders()?;
    reader.check_asks(&steps)?;
    let dt = reader.read_dt()?;
    let combine = reader.read_combine()?;
    let Reader { tile, variants, kinds, cells, loose, bodies, movers, regions, names, .. } = reader;
    let File { id, title, .. } = file;
    Ok(Scenario {
        id,
        title,
        names,
        tile,
        gravity,
        dt,
        combine,
        bodies,
        movers,
        regions,
        spawn_orders,
        steps,
        variants,
        kinds,
        cells,
        loose,
        source,
    })
}

impl Reader<'_> {
    fn read_tile_size(&mut self) -> Valid<()> {
        let Some(tile) = &self.file.tile else { return Ok(()) };
        let size = tile.get_ref().both();
        let is_edge = |px: &f32| px.fract() == 0.0 && (1.0..=65_536.0).contains(px);
        for px in size.to_array() {
            let message = format_args!("a tile is 1 to 65536 whole pixels wide and high, not {px}");
            self.ensure(is_edge(&px), tile.span(), message, "")?;
        }
        self.tile = size.as_uvec2();
        Ok(())
    }

    /// Completes the names, when all is known that has one.
    fn list_names(&mut self) {
        let bodies = self.bodies.iter().map(|body| body.name.clone());
        let movers = self.movers.iter().map(|mover| mover.name.clone());
        let things: Vec<String> = bodies.clone().chain(movers).collect();
        let boxes = self.loose.iter().filter(|loose| loose.size.is_some()).count();
        let fixed = (0..self.loose.len()).map(|index| match index.checked_sub(boxes) {
            None => format!("box {index}"),
            Some(index) => format!("shape {index}"),
        });
        let has_parts = |shape: &TileShape| matches!(shape, TileShape::Parts(parts) if parts.len() > 1);
        self.names = Names {
            sensors: self.regions.iter().map(|region| region.name.clone()).chain(bodies).collect(),
            layers: std::mem::take(&mut self.names.layers),
            kinds: self.kinds.iter().map(|kind| (kind.letter, has_parts(&kind.tile.shape))).collect(),
            off_grid: fixed.chain(things.iter().map(|name| format!("`{name}`"))).collect(),
            things,
        };
    }

    /// Length of a tick, in seconds.
    fn read_dt(&self) -> Valid<f32> {
        let Some(dt) = &self.file.dt else { return Ok(1.0 / 60.0) };
        let seconds = dt.get_ref().0;
        let is_sound = seconds as f32 > 0.0 && seconds <= LONGEST_TICK;
        let message = format_args!("a tick is over 0 and at most {LONGEST_TICK} s long, not {seconds}");
        self.ensure(is_sound, dt.span(), message, "left out, it is \"1/60\"")?;
        Ok(seconds as f32)
    }

    /// Refuses groups of variants without a reason.
    fn check_except(&self) -> Valid<()> {
        self.file.except.iter().map(|except| &except.because).try_for_each(|because| {
            let message = "`because` is empty: give the reason why these variants are not run";
            self.ensure(!because.get_ref().trim().is_empty(), because.span(), message, "")
        })
    }

    fn read_spawn_orders(&self) -> Valid<bool> {
        let Some(wanted) = &self.file.spawn_orders else { return Ok(false) };
        let is_idle = *wanted.get_ref() && self.names.things.len() < 2;
        let message = "one body has one order of entering, so `spawn_orders` tests nothing";
        self.ensure(!is_idle, wanted.span(), message, "remove it, or add a body or a mover")?;
        Ok(*wanted.get_ref())
    }

    /// Refuses a file without expectations.
    fn check_asks(&self, steps: &[Step]) -> Valid<()> {
        let message = "the file has no `[[step]]`, so nothing happens in it";
        let help = "a step is `[[step]]` with `move = [dx, dy]` or `ticks = n`, and `expect = { ... }`";
        let at = steps.last().map_or(0..0, |step| step.span.clone());
        self.ensure(!steps.is_empty(), at.clone(), message, help)?;
        let asks = steps.iter().any(|step| step.each.is_some() || !step.last.is_empty());
        let help = "add `expect = { at = [x, y] }`, or `each`, to a step";
        self.ensure(asks, at, "no step has expectations", help)
    }

    fn read_combine(&self) -> Valid<Combine> {
        let Some(combine) = &self.file.combine else { return Ok(Combine::default()) };
        let collides = self.bodies.iter().any(|body| body.profile.collide.is_some());
        let message = "`combine` applies to bodies that collide with each other, and no body has `collide`";
        let help = "remove it, or give the bodies `collide = {}`";
        self.ensure(collides, combine.span(), message, help)?;
        Ok(*combine.get_ref())
    }
}
