//! One tick: actions, the step of the engine with its times by phase, and the rules.

use super::slime::guide_slimes;
use super::{Action, Game, GameEvent, MAX_EVENTS, TickInput, crowd, hero, paint, pull};
use glam::Vec2;
use hecs::World;
use std::time::Duration;
use tilephys_core::TileCoord;
use tilephys_ecs::{ControlContext, Feel, Phase, StepHooks};
use web_time::Instant;

/// Duration of each phase of a step, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PhaseTimes(pub Vec<(&'static str, Duration)>);

impl PhaseTimes {
    /// Duration of the whole step.
    #[must_use]
    pub fn total(&self) -> Duration {
        self.0.iter().map(|(_, duration)| *duration).sum()
    }
}

/// Guides slimes in the control phase, and takes the time of each phase.
struct Hooks<'t> {
    times: &'t mut PhaseTimes,
    since: Option<(Phase, Instant)>,
}

impl Hooks<'_> {
    fn end_phase(&mut self) {
        if let Some((phase, since)) = self.since.take() {
            self.times.0.push((phase.name(), since.elapsed()));
        }
    }
}

impl StepHooks for Hooks<'_> {
    fn phase(&mut self, phase: Phase) {
        self.end_phase();
        self.since = Some((phase, Instant::now()));
    }

    fn control_bodies(&mut self, world: &World, bodies: &mut ControlContext) {
        guide_slimes(world, bodies);
    }

    fn finished(&mut self) {
        self.end_phase();
    }
}

impl Game {
    /// One tick, without a trace in the log of inputs.
    pub(super) fn play(&mut self, input: &TickInput) -> Vec<GameEvent> {
        for action in &input.actions {
            self.act(action);
        }
        self.set_input(input.input);
        let (tick, dt) = (self.tick(), self.dt());
        if let Some(scene) = &self.scene {
            scene.steer(&self.world, u64::from(tick));
        }
        self.times.0.clear();
        let mut hooks = Hooks { times: &mut self.times, since: None };
        self.physics.step_with(&mut self.world, dt, &mut hooks);
        if let Some(scene) = &mut self.scene {
            scene.finish_step(&self.physics, &self.world);
        }
        self.events.extend(self.physics.events().map(|event| (tick + 1, event)));
        let surplus = self.events.len().saturating_sub(MAX_EVENTS);
        self.events.drain(..surplus);
        self.apply_rules()
    }

    /// Adds a hero to a level that has none.
    fn add_hero(&mut self, feet: Vec2) {
        let feel = self.first_feel();
        self.hero = Some(hero::spawn(&mut self.physics, &mut self.world, (feet, self.hero_size), &feel));
    }

    fn act(&mut self, action: &Action) {
        match action {
            Action::Feel(feel) => {
                let Some(hero) = self.hero else { return };
                if let Ok(mut place) = self.world.get::<&mut Feel>(hero) {
                    (*place).clone_from(feel);
                }
            }
            Action::Add(crowd) => crowd::add(crowd, self.tick(), &mut self.physics, &mut self.world),
            Action::Paint { cell: [col, row], is_solid } => {
                paint::paint(&mut self.physics, TileCoord::new(*col, *row), *is_solid);
            }
            Action::Pull { body, to } => pull::pull(&self.physics, &self.world, *body, Vec2::from(*to)),
            Action::Clear => crowd::clear(&mut self.world),
            Action::Put(feet) => {
                let feet = Vec2::from(*feet);
                match self.hero {
                    Some(entity) => hero::put(&mut self.world, entity, feet),
                    None => self.add_hero(feet),
                }
            }
        }
    }
}
