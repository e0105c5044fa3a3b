//! Components for the objects of a class.

use super::spawned::LevelObject;
use bevy_app::App;
use bevy_ecs::prelude::{Bundle, Commands, On};

/// Registration of components for the classes of a game.
pub trait LevelsApp {
    /// Adds components to the entity of each object of a class, in levels that are spawned later. They replace equal ones when the
    /// designer changes the object.
    ///
    /// For anything else, such as another entity for an object, observe [`LevelObject`].
    #[doc(alias = "handler")]
    fn on_class<B: Bundle>(
        &mut self,
        class: &'static str,
        components: impl Fn(&LevelObject) -> B + Send + Sync + 'static,
    ) -> &mut Self;
}

impl LevelsApp for App {
    fn on_class<B: Bundle>(
        &mut self,
        class: &'static str,
        components: impl Fn(&LevelObject) -> B + Send + Sync + 'static,
    ) -> &mut Self {
        self.add_observer(move |object: On<LevelObject>, mut commands: Commands| {
            if object.class() == class {
                commands.entity(object.entity).insert(components(&object));
            }
        })
    }
}
