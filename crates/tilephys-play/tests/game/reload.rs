//! Levels that are loaded again while the game goes on.

use super::{RUN, game, inputs, level};

#[test]
fn a_level_that_has_not_changed_goes_on_as_it_was() {
    let mut game = game("yard.tmx");
    for input in inputs(RUN) {
        game.step(input);
    }
    let (hash, bodies, score) = (game.hash(), game.physics.len(), game.score());
    game.reload(level("yard.tmx")).unwrap();
    assert_eq!((game.hash(), game.physics.len(), game.score()), (hash, bodies, score));
    assert_eq!(game.tick(), 0, "time begins at the reload");
    assert!(!game.rewind().unwrap(), "and cannot go back before it");
    for input in inputs(RUN) {
        game.step(input);
    }
}
