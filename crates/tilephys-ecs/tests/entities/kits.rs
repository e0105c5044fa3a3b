//! Random crowds, hit boxes, patrols and paths of characters, and their part in a step of the core loop.

use crate::rng::Rng;
use glam::IVec2;
use hecs::EntityBuilder;
use tilephys_core::{
    BodyId, ControlContext, World,
    platform::{Easing, Path, PathMode, Waypoint},
};
use tilephys_ecs::{Crowd, HitBox, HurtBox, MoverPath, Patrol};
use tilephys_feel::{Crowds, Feel, FeelState, HitBoxes, Input};

/// What a character has besides its controller.
#[derive(Clone, Default)]
pub(crate) struct Kit {
    crowd: Option<Crowd>,
    pub(crate) area: Option<HitBox>,
    pub(crate) hurt_box: Option<HurtBox>,
    pub(crate) patrol: Option<Patrol>,
    pub(crate) path: Option<MoverPath>,
}

/// What the characters with the ids from 0 on have.
pub(crate) struct Kits {
    pub(crate) all: Vec<Kit>,
    crowds: Crowds,
    boxes: HitBoxes,
}

fn kit(rng: &mut Rng) -> Kit {
    let offset = [rng.range(-8, 12) as f32, rng.range(-6, 12) as f32];
    let area = HitBox::new(offset, [rng.range(0, 20) as f32, rng.range(1, 16) as f32]);
    let area = HitBox {
        ticks: rng.pick(&[HitBox::ALWAYS, 100, 0]),
        knock_away: rng.pick(&[0.0, 120.0]),
        knock_up: rng.pick(&[0.0, 150.0]),
        ..area
    };
    let hurt_box = HurtBox { invulnerable_ticks: rng.pick(&[0, 5, 60]), ticks_left: rng.pick(&[0, 30]) };
    let crowd = rng.chance(50).then(Crowd::default);
    let area = rng.chance(40).then_some(area);
    Kit { crowd, area, hurt_box: rng.chance(50).then_some(hurt_box), ..Kit::default() }
}

/// Path of two or three points through the level, which mostly has walls in its way.
fn path(rng: &mut Rng) -> MoverPath {
    let stops: Vec<Waypoint> = (0..rng.range(2, 4))
        .map(|_| Waypoint {
            at: IVec2::new(rng.range(20, 600), rng.range(20, 350)) * 256,
            wait: rng.pick(&[0, 0, 9]),
            ticks: rng.below(90) + 20,
        })
        .collect();
    let mode = rng.pick(&[PathMode::PingPong, PathMode::Loop, PathMode::Once]);
    MoverPath::new(Path::new(&stops, mode, Easing::InOut).expect("its numbers are sound"))
}

impl Kit {
    /// Adds all components.
    pub(crate) fn build(&self, builder: &mut EntityBuilder) {
        self.crowd.map(|crowd| builder.add(crowd));
        self.area.map(|area| builder.add(area));
        self.hurt_box.map(|hurt_box| builder.add(hurt_box));
        self.patrol.map(|patrol| builder.add(patrol));
        self.path.clone().map(|path| builder.add(path));
    }
}

impl Kits {
    pub(crate) fn drawn(rng: &mut Rng, count: usize) -> Kits {
        let mut all: Vec<Kit> = (0..count).map(|_| kit(rng)).collect();
        for kit in &mut all {
            let patrol = Patrol { along: rng.pick(&[-1.0, 1.0, 0.5]), turns_at_edges: rng.chance(70) };
            kit.patrol = rng.chance(25).then_some(patrol);
            kit.path = rng.chance(15).then(|| path(rng));
        }
        Kits { all, crowds: Crowds::default(), boxes: HitBoxes::default() }
    }

    /// Sets the input of a character that patrols. Returns true if it turned.
    pub(crate) fn steer(
        &mut self,
        world: &World,
        id: BodyId,
        feel: &Feel,
        input: &mut Input,
        dt: f32,
    ) -> bool {
        let Some(patrol) = &mut self.all[id.0 as usize].patrol else { return false };
        let before = patrol.along;
        input.along = patrol.steer(world, id, feel, dt);
        patrol.along != before
    }

    /// Moves bodies along their paths and the crowd apart, in a control phase. Returns the number of ticks on paths.
    pub(crate) fn push(&mut self, bodies: &mut ControlContext) -> u32 {
        let mut ticks = 0;
        for (id, kit) in (0..).map(BodyId).zip(&mut self.all) {
            let Some((path, body)) = kit.path.as_mut().zip(bodies.body(id)) else { continue };
            let before = path.tick;
            bodies.set_velocity(id, path.follow(body.position, bodies.dt()));
            ticks += u32::from(path.tick > before);
        }
        self.crowds.begin();
        for (id, kit) in (0..).map(BodyId).zip(&self.all) {
            kit.crowd.iter().for_each(|crowd| self.crowds.add(bodies.world(), id, *crowd));
        }
        self.crowds.push(bodies);
        ticks
    }

    /// Ends a step: the crowd, then hit boxes, by descending id. Returns the number of hurt characters.
    pub(crate) fn finish(
        &mut self,
        core: &mut World,
        characters: &mut [(BodyId, Feel, FeelState, Input)],
    ) -> u32 {
        self.crowds.finish(core);
        self.boxes.begin();
        for ((id, _, state, _), kit) in characters.iter().zip(&mut self.all).rev() {
            if let Some(area) = &mut kit.area {
                self.boxes.add_hit_box(core, *id, area, state.facing());
            }
            if let Some(hurt_box) = &mut kit.hurt_box {
                self.boxes.add_hurt_box(core, *id, hurt_box);
            }
        }
        let hurt = self.boxes.find();
        for hurt in hurt {
            let hurt_box = self.all[hurt.victim.0 as usize].hurt_box.as_mut().expect("it was added");
            hurt_box.ticks_left = hurt_box.invulnerable_ticks;
            if let Some(velocity) = hurt.velocity {
                characters[hurt.victim.0 as usize].2.throw(velocity);
            }
        }
        hurt.len() as u32
    }
}
