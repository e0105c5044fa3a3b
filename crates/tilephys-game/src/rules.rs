//! The rules of the game: coins, checkpoints, deaths, doors and the goal.

use super::{Game, Hero, hero};
use glam::Vec2;
use hecs::Entity;
use tilephys_ecs::{Collider, Position};
use tilephys_level::{DeathCause, LevelEventKind};
use tilephys_tiled::{Door, Mark, RegionKind};

/// An event of the hero in a tick.
#[derive(Clone, Debug, PartialEq)]
pub enum GameEvent {
    /// It took a coin.
    Coin,
    /// It reached a checkpoint.
    Checkpoint,
    /// It died and is at its checkpoint again.
    Died(DeathCause<Entity>),
    /// It reached the goal for the first time.
    Goal,
    /// It came into a door. The game goes on in the level behind it.
    Door(Door),
}

impl Game {
    /// Applies the rules to what the level did in the last step.
    pub(super) fn apply_rules(&mut self) -> Vec<GameEvent> {
        let events = self.spawned.events(&self.physics, &self.world);
        let has_changes = !events.is_empty();
        let mut happened = Vec::new();
        for event in events {
            let is_hero = Some(event.body) == self.hero;
            match event.kind {
                LevelEventKind::Killed { cause } if is_hero => happened.extend(self.die(event.body, cause)),
                LevelEventKind::Killed { .. } => self.remove(event.body),
                LevelEventKind::Enter { region, kind } if is_hero => {
                    happened.extend(self.reach(event.body, region, kind));
                }
                _ => {}
            }
        }
        if has_changes {
            // The hash is about the bodies as the engine has them.
            self.physics.sync(&mut self.world);
        }
        happened
    }

    /// Removes a body that the level has killed; a second cause of death in the same tick finds it gone.
    fn remove(&mut self, body: Entity) {
        let _: Result<(), _> = self.world.despawn(body);
    }

    fn die(&mut self, entity: Entity, cause: DeathCause<Entity>) -> Option<GameEvent> {
        let checkpoint = self.change_hero(entity, |hero| {
            hero.deaths += 1;
            hero.checkpoint
        })?;
        hero::put(&mut self.world, entity, Vec2::from(checkpoint));
        Some(GameEvent::Died(cause))
    }

    fn reach(&mut self, entity: Entity, region: Entity, kind: RegionKind) -> Option<GameEvent> {
        match kind {
            RegionKind::Collectible => {
                self.change_hero(entity, |hero| hero.coins += 1)?;
                self.remove(region);
                Some(GameEvent::Coin)
            }
            RegionKind::Checkpoint => {
                let feet = self.feet_in(region)?;
                let before =
                    self.change_hero(entity, |hero| std::mem::replace(&mut hero.checkpoint, feet))?;
                (before != feet).then_some(GameEvent::Checkpoint)
            }
            RegionKind::Goal => {
                let before = self.change_hero(entity, |hero| std::mem::replace(&mut hero.is_home, true))?;
                (!before).then_some(GameEvent::Goal)
            }
            RegionKind::Door => {
                let door = self.world.get::<&Mark>(region).ok()?.door()?.clone();
                Some(GameEvent::Door(door))
            }
            RegionKind::Hazard => self.die(entity, DeathCause::KillZone(region)),
            _ => None,
        }
    }

    fn change_hero<T>(&mut self, entity: Entity, change: impl FnOnce(&mut Hero) -> T) -> Option<T> {
        self.world.get::<&mut Hero>(entity).ok().map(|mut hero| change(&mut hero))
    }

    /// Middle of the lower edge of a region, in px.
    fn feet_in(&self, region: Entity) -> Option<[f32; 2]> {
        let mut query = self.world.query_one::<(&Position, &Collider)>(region);
        let (position, collider) = query.get().ok()?;
        let size = collider.px();
        Some((position.px() + Vec2::new(size.x / 2.0, size.y)).into())
    }
}
