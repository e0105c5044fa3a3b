//! Random crowds and hit boxes of characters, and their part in a step of the core loop.

use crate::rng::Rng;
use tilephys_core::{BodyId, ControlContext, World};
use tilephys_ecs::{Crowd, HitBox, HurtBox};
use tilephys_feel::{Crowds, Feel, FeelState, HitBoxes, Input};

/// Crowd and boxes of a character, if it has them.
type Kit = (Option<Crowd>, Option<HitBox>, Option<HurtBox>);

/// Crowds and boxes of characters with the ids from 0 on.
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
    (crowd, area, rng.chance(50).then_some(hurt_box))
}

impl Kits {
    pub(crate) fn drawn(rng: &mut Rng, count: usize) -> Kits {
        let all = (0..count).map(|_| kit(rng)).collect();
        Kits { all, crowds: Crowds::default(), boxes: HitBoxes::default() }
    }

    /// Moves the crowd apart, in a control phase.
    pub(crate) fn push(&mut self, bodies: &mut ControlContext) {
        self.crowds.begin();
        for (id, (crowd, ..)) in (0..).map(BodyId).zip(&self.all) {
            crowd.iter().for_each(|crowd| self.crowds.add(bodies.world(), id, *crowd));
        }
        self.crowds.push(bodies);
    }

    /// Ends a step: the crowd, then hit boxes, by descending id. Returns the number of hurt characters.
    pub(crate) fn finish(
        &mut self,
        core: &mut World,
        characters: &mut [(BodyId, Feel, FeelState, Input)],
    ) -> u32 {
        self.crowds.finish(core);
        self.boxes.begin();
        for ((id, _, state, _), (_, area, hurt_box)) in characters.iter().zip(&mut self.all).rev() {
            if let Some(area) = area {
                self.boxes.add_hit_box(core, *id, area, state.facing());
            }
            if let Some(hurt_box) = hurt_box {
                self.boxes.add_hurt_box(core, *id, hurt_box);
            }
        }
        let hurt = self.boxes.find();
        for hurt in hurt {
            let hurt_box = self.all[hurt.victim.0 as usize].2.as_mut().expect("it was added");
            hurt_box.ticks_left = hurt_box.invulnerable_ticks;
            if let Some(velocity) = hurt.velocity {
                characters[hurt.victim.0 as usize].2.throw(velocity);
            }
        }
        hurt.len() as u32
    }
}
