//! Lists whose rows jump: layers, objects, findings.

use super::{click, levels, panel, panel_of, says, session, type_text, with_objects};
use eframe::egui::OutputCommand;
use egui_kittest::kittest::Queryable;
use tilephys::check::Severity;
use tilephys_play::panels::Tab;
use tilephys_play::session::{Selection, Solidity};

#[test]
fn layers_hide_and_become_passable() {
    let mut window = panel("yard.tmx", Tab::Layers);
    let level = &session(&window).game.level;
    let index = level.layers.iter().position(|layer| layer.grid_layer.is_some()).expect("a solid layer");
    let path = level.layers[index].path.clone();
    let grid = |window: &super::Window| session(window).game.physics.grid().tiles().count();
    let tiles = grid(&window);
    assert!(session(&window).view.is_shown(index));
    click(&mut window, &format!("show {path}"));
    assert!(!session(&window).view.is_shown(index));

    click(&mut window, &format!("solid {path}"));
    assert_eq!(session(&window).solidity(index), Solidity::Passable);
    assert!(grid(&window) < tiles);
    click(&mut window, &format!("solid {path}"));
    assert_eq!(session(&window).solidity(index), Solidity::Solid);
    assert_eq!(grid(&window), tiles);
}

#[test]
fn layers_that_do_not_collide_become_solid() {
    let mut window = panel("cavern.tmx", Tab::Layers);
    let level = &session(&window).game.level;
    let is_still = |index: &usize| session(&window).solidity(*index) == Solidity::Passable;
    let index = (0..level.layers.len()).find(is_still).expect("a layer of tiles that does not collide");
    let path = level.layers[index].path.clone();
    click(&mut window, "pause");
    let tick = session(&window).game.tick();
    click(&mut window, &format!("solid {path}"));
    assert_eq!(session(&window).solidity(index), Solidity::Solid, "{:?}", window.state().notices);
    assert!(session(&window).game.level.layers[index].grid_layer.is_some());
    click(&mut window, &format!("solid {path}"));
    assert_eq!(session(&window).solidity(index), Solidity::Passable);
    assert!(session(&window).game.tick() <= tick);
}

#[test]
fn rows_of_objects_jump_there_and_point_it_out() {
    let mut window = panel("cavern.tmx", Tab::Objects);
    let object = session(&window).game.level.objects.last().expect("an object").clone();
    type_text(&mut window, &object.id.to_string());
    let all = session(&window).game.level.objects.len();
    assert!(!says(&window, &format!("{all} objects")) || says(&window, &format!("of {all} objects")));
    let label = format!("{}  ", object.id);
    window.query_all_by_label_contains(&label).next().expect("the row").click();
    window.run_steps(2);
    let session = session(&window);
    assert_eq!(session.selection, Some(Selection::Object(object.id)));
    let region = session.highlight.expect("a highlight");
    assert!(!session.follows);
    let center = region.min + region.size / 2.0;
    assert!((session.camera.center - center).length() < 64.0, "{:?} {region:?}", session.camera.center);
    // The pointer is over the row.
    assert!(window.state().panels.hovered.is_some());
}

#[test]
fn a_filter_that_fits_nothing_lists_nothing() {
    let mut window = panel("cavern.tmx", Tab::Objects);
    type_text(&mut window, "no such thing");
    assert!(says(&window, "0 of "));
}

#[test]
fn rows_of_findings_jump_there_and_tell_more() {
    let mut window = panel_of(levels::faulty(), Tab::Findings);
    let report = session(&window).report.clone().expect("a report");
    let (index, finding) = report
        .findings
        .iter()
        .enumerate()
        .find(|(_, finding)| finding.cells.is_some() && finding.help.is_some())
        .unwrap_or_else(|| panic!("a finding with cells: {:#?}", report.findings));
    let message = finding.message.clone();
    assert!(!says(&window, "mini.tmx:"));
    click(&mut window, &message);
    assert_eq!(session(&window).selection, Some(Selection::Finding(index)));
    assert!(session(&window).highlight.is_some());
    assert!(says(&window, "mini.tmx:"), "the place in the file");
    assert!(says(&window, finding.help.as_deref().expect("a remedy")));
}

#[test]
fn a_clean_level_has_no_findings() {
    let window = panel("yard.tmx", Tab::Findings);
    assert!(says(&window, "no findings"));
}

#[test]
fn findings_are_left_out_by_severity_and_their_places_copied() {
    let mut window = panel_of(levels::faulty(), Tab::Findings);
    let report = session(&window).report.clone().expect("a report");
    let of = |severity| {
        report.findings.iter().find(|finding| finding.severity == severity).expect("a finding").clone()
    };
    let (error, warning) = (of(Severity::Error), of(Severity::Warning));
    assert!(says(&window, &error.message) && says(&window, &warning.message));
    let count = report.findings.iter().filter(|finding| finding.severity == Severity::Warning).count();
    let plural = if count == 1 { "" } else { "s" };
    click(&mut window, &format!("{count} warning{plural}"));
    assert!(says(&window, &error.message) && !says(&window, &warning.message));

    click(&mut window, &error.message);
    // The notice about the missing image has such a button too.
    window.state_mut().notices.mend();
    window.step();
    window.get_by_label("copy").click();
    window.step();
    let commands = &window.output().platform_output.commands;
    let is_place = |text: &str| text.contains("mini.tmx:");
    let copied = |command: &OutputCommand| matches!(command, OutputCommand::CopyText(text) if is_place(text));
    assert!(commands.iter().any(copied), "{commands:?}");
}

#[test]
fn layers_of_solid_objects_lose_them_and_get_them_back() {
    let wall = r#"  <object id="2" class="TpCollider" x="100" y="64" width="16" height="32"/>"#;
    let mut window = with_objects(wall);
    let layer = session(&window).layer("things").expect("a layer");
    let shapes = |window: &super::Window| session(window).game.physics.grid().off_grid_shapes().count();
    assert_eq!((shapes(&window), session(&window).solidity(layer)), (1, Solidity::Solid));
    click(&mut window, "solid things");
    assert_eq!((shapes(&window), session(&window).solidity(layer)), (0, Solidity::Passable));
    click(&mut window, "solid things");
    assert_eq!((shapes(&window), session(&window).solidity(layer)), (1, Solidity::Solid));
}
