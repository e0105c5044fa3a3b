//! A level of whole tiles, turned and mirrored, with one character. All numbers are in the level's own frame.

use glam::{UVec2, Vec2};
use tilephys_core::{
    Body, BodyId, ControlContext, Direction, LayerId, MoveConfig, Profile, StepHooks, Tile, TileCoord,
    TileGrid, World,
};
use tilephys_feel::{Button, Command, Feel, FeelState, FeelTick, Input, Surroundings};

pub(crate) const DT: f32 = 1.0 / 60.0;

/// One of the eight ways in which a level may lie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lie {
    mirror: bool,
    flip: bool,
    swap: bool,
}

impl Lie {
    pub(crate) const AS_IT_IS: Lie = Lie { mirror: false, flip: false, swap: false };

    pub(crate) fn all() -> impl Iterator<Item = Lie> {
        (0..8).map(|i| Lie { mirror: i & 1 != 0, flip: i & 2 != 0, swap: i & 4 != 0 })
    }

    fn cell(self, (col, row): (i32, i32)) -> TileCoord {
        let col = if self.mirror { -1 - col } else { col };
        let row = if self.flip { -1 - row } else { row };
        if self.swap { TileCoord::new(row, col) } else { TileCoord::new(col, row) }
    }

    /// Mirroring comes before swapping; [`back`](Self::back) undoes it.
    pub(crate) fn vector(self, v: Vec2) -> Vec2 {
        let signed = Vec2::new(if self.mirror { -v.x } else { v.x }, if self.flip { -v.y } else { v.y });
        if self.swap { Vec2::new(signed.y, signed.x) } else { signed }
    }

    pub(crate) fn back(self, v: Vec2) -> Vec2 {
        let v = if self.swap { Vec2::new(v.y, v.x) } else { v };
        Lie { swap: false, ..self }.vector(v)
    }

    fn size(self, size: Vec2) -> Vec2 {
        if self.swap { Vec2::new(size.y, size.x) } else { size }
    }

    fn min(self, min: Vec2, size: Vec2) -> Vec2 {
        let (a, b) = (self.vector(min), self.vector(min + size));
        Vec2::new(if a.x < b.x { a.x } else { b.x }, if a.y < b.y { a.y } else { b.y })
    }

    pub(crate) fn up(self) -> Direction {
        let up = self.vector(Vec2::new(0.0, -1.0)).as_ivec2();
        Direction::ALL.into_iter().find(|d| d.vector() == up).expect("an axis")
    }
}

/// A level under way.
pub(crate) struct Level {
    pub(crate) lie: Lie,
    pub(crate) grid: TileGrid,
    layer: LayerId,
}

impl Level {
    pub(crate) fn new(lie: Lie) -> Self {
        Level::sized(lie, 16)
    }

    /// With tiles of so many px.
    pub(crate) fn sized(lie: Lie, tile: u32) -> Self {
        let mut grid = TileGrid::new(UVec2::splat(tile));
        let layer = grid.add_layer("level");
        Level { lie, grid, layer }
    }

    /// With a floor in row 10, whose upper edge is at 160, from column -20 to 79.
    pub(crate) fn with_floor(lie: Lie) -> Self {
        Level::new(lie).tiles((-20..80).map(|col| (col, 10)))
    }

    pub(crate) fn tiles(self, cells: impl IntoIterator<Item = (i32, i32)>) -> Self {
        self.of(Tile::default(), cells)
    }

    pub(crate) fn of(mut self, tile: Tile, cells: impl IntoIterator<Item = (i32, i32)>) -> Self {
        let tile = self.grid.add_tile(tile);
        for cell in cells {
            self.grid.set_tile(self.layer, self.lie.cell(cell), Some(tile));
        }
        self
    }

    /// A character of 8 x 11 px under its own gravity.
    pub(crate) fn play(self, feel: Feel, x: f32, y: f32) -> Game {
        self.play_sized(feel, Vec2::new(x, y), Vec2::new(8.0, 11.0))
    }

    pub(crate) fn play_sized(self, feel: Feel, at: Vec2, size: Vec2) -> Game {
        assert_eq!(feel.fault(), None);
        let lie = self.lie;
        let mut world = World::new(self.grid);
        world.gravity = lie.vector(Vec2::new(0.0, feel.gravity));
        let movement = MoveConfig { up: lie.up(), ..MoveConfig::default() };
        let profile = feel.profile(Profile { movement, ..Profile::default() }, world.gravity);
        let profile = world.add_profile(profile);
        let body = Body::new(lie.min(at, size), lie.size(size));
        let id = world.spawn(profile, body);
        let (layer, state) = (self.layer, FeelState::default());
        Game { lie, world, id, feel, state, layer, jump: Button::UP, tick: 0 }
    }
}

/// A level and a character in it.
pub(crate) struct Game {
    pub(crate) lie: Lie,
    pub(crate) world: World,
    pub(crate) id: BodyId,
    pub(crate) feel: Feel,
    pub(crate) state: FeelState,
    pub(crate) layer: LayerId,
    /// The button as it was.
    jump: Button,
    /// Ticks so far.
    pub(crate) tick: u32,
}

struct Hook<'a, F> {
    game: (BodyId, &'a Feel, &'a mut FeelState),
    input: Input,
    edit: F,
    command: Option<Command>,
}

impl<F: FnMut(&mut Surroundings)> StepHooks for Hook<'_, F> {
    fn control(&mut self, bodies: &mut ControlContext) {
        let (id, feel, state) = (self.game.0, self.game.1, &mut *self.game.2);
        let body = bodies.world().body_ref(id).expect("it is there");
        let mut around = feel.surroundings_of(&body, state, &self.input);
        (self.edit)(&mut around);
        let tick = FeelTick::of(&body, bodies.dt());
        let command = feel.control(state, &mut self.input, &around, &tick);
        assert!(command.apply(bodies, id));
        self.command = Some(command);
    }
}

impl Game {
    /// One tick in which this is held; `along` to the right of the level.
    pub(crate) fn hold(&mut self, along: f32, upward: f32, jump: bool) -> Command {
        self.hold_more(Input { along, upward, ..Input::default() }, jump, |_| ())
    }

    /// Like `hold`, with dash and grab as in `input`, and with surroundings that the grid does not have.
    pub(crate) fn hold_more(
        &mut self,
        input: Input,
        jump: bool,
        edit: impl FnMut(&mut Surroundings),
    ) -> Command {
        self.jump = self.jump.next(jump);
        let along = if self.lie.mirror { -input.along } else { input.along };
        let input = Input { along, jump: self.jump, ..input };
        let mut hook = Hook { game: (self.id, &self.feel, &mut self.state), input, edit, command: None };
        self.world.step_with(DT, &mut hook);
        self.jump = hook.input.jump;
        self.tick += 1;
        hook.command.expect("a step controls")
    }

    /// Some ticks without input.
    pub(crate) fn wait(&mut self, ticks: u32) {
        for _ in 0..ticks {
            self.hold(0.0, 0.0, false);
        }
    }

    pub(crate) fn clear(&mut self, cell: (i32, i32)) {
        self.world.grid.set_tile(self.layer, self.lie.cell(cell), None);
    }

    fn body(&self) -> Body {
        self.world.body(self.id).expect("it is there")
    }

    /// The low corner of the body in px.
    pub(crate) fn at(&self) -> Vec2 {
        let (min, size) = (self.body().position_px(), self.body().size.as_vec2() / 256.0);
        let (a, b) = (self.lie.back(min), self.lie.back(min + size));
        Vec2::new(if a.x < b.x { a.x } else { b.x }, if a.y < b.y { a.y } else { b.y })
    }

    pub(crate) fn velocity(&self) -> Vec2 {
        self.lie.back(self.body().velocity)
    }

    pub(crate) fn set_velocity(&mut self, velocity: Vec2) {
        self.world.set_velocity(self.id, self.lie.vector(velocity));
    }

    pub(crate) fn on_floor(&self) -> bool {
        self.world.state(self.id).expect("it is there").on_floor()
    }

    pub(crate) fn height(&self) -> f32 {
        self.lie.size(self.body().size.as_vec2() / 256.0).y
    }
}
