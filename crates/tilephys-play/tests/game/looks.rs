//! What bodies without a picture look like.

use super::game;
use tilephys::ecs::FeelState;
use tilephys::glam::Vec2;
use tilephys::hecs::Entity;
use tilephys_play::game::{Action, Added, Crowd, CrowdKind, TickInput};

const COLOR: [u8; 3] = [200, 100, 50];

#[test]
fn crates_have_boards_characters_a_face_and_others_no_parts() {
    let mut game = game("yard.tmx");
    let [hero, _] = game.hero_area(1.0).expect("a hero");
    let region = [(hero - 80.0).into(), [160.0, 100.0]];
    let add = |(kind, _)| Action::Add(Crowd { kind, count: 8, region });
    let actions = CrowdKind::ALL.map(add).to_vec();
    game.step(TickInput { actions, ..TickInput::default() });
    let area = [Vec2::ZERO, Vec2::splat(26.0)];
    let mut found = Vec::new();
    for (entity, added) in game.world.query::<(Entity, &Added)>().iter() {
        let parts = game.body_boxes(entity, area, Some(COLOR));
        match added.0 {
            CrowdKind::Crates | CrowdKind::Masses => {
                assert_eq!((parts.len(), parts[0].color, parts[1].color), (4, [100, 50, 25], COLOR));
                assert_eq!((parts[0].min, parts[0].size), (area[0], area[1]));
            }
            CrowdKind::Projectiles | CrowdKind::Balls => assert!(parts.is_empty()),
        }
        found.push(added.0);
    }
    assert!(CrowdKind::ALL.iter().all(|(kind, _)| found.contains(kind)), "{found:?}");
    let slimes: Vec<Entity> =
        game.world.query::<(Entity, &FeelState)>().iter().map(|found| found.0).collect();
    let slimes: Vec<Entity> = slimes.into_iter().filter(|entity| Some(*entity) != game.hero).collect();
    assert!(!slimes.is_empty());
    assert!(slimes.iter().all(|slime| game.body_boxes(*slime, area, None).len() == 7));
}
