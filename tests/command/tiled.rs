//! The extension of Tiled, as `tilephys tiled install` writes it.

use crate::process::{Ran, scratch};
use std::fs;
use std::path::Path;

const PROJECT: &str = "{\n    \"extensionsPath\": \"tools/tiled\",\n    \"folders\": [\n        \".\"\n    ],\n    \"propertyTypes\": [\n    ]\n}\n";

#[test]
fn a_project_gets_the_extension_and_the_types() {
    let dir = scratch("tiled_project", &[("game.tiled-project", PROJECT)]);
    let ran = Ran::of(&dir, "tiled install");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let extension = fs::read_to_string(dir.join("tools/tiled/tilephys.js")).expect("it was written");
    assert!(extension.contains("var command = \"tilephys\";"));
    assert!(fs::read_to_string(dir.join("game.tiled-project")).expect("a project").contains("TpSpawn"));

    let again = Ran::of(&dir, "tiled install --into game.tiled-project");
    assert_eq!(again.status, 0);
    assert!(again.stdout.contains("tilephys.js: is installed already"), "{}", again.stdout);
    assert!(again.stdout.contains("has all types"), "{}", again.stdout);
}

#[test]
fn another_file_is_not_replaced_unasked() {
    let dir = scratch("tiled_other", &[("game.tiled-project", PROJECT)]);
    fs::create_dir_all(dir.join("tools/tiled")).expect("the directory can be written to");
    fs::write(dir.join("tools/tiled/tilephys.js"), "// of the game\n").expect("as above");
    let ran = Ran::of(&dir, "tiled install");
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("tilephys.js: is another file; --force replaces it"), "{}", ran.stderr);
    assert_eq!(fs::read_to_string(dir.join("game.tiled-project")).expect("a project"), PROJECT);
    assert_eq!(Ran::of(&dir, "tiled install --force").status, 0);
}

#[cfg(target_os = "linux")]
#[test]
fn the_folder_of_the_user_gets_the_path_of_the_command() {
    let dir = scratch("tiled_global", &[]);
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_tilephys"));
    let output = command.args(["tiled", "install", "--global"]).env("XDG_CONFIG_HOME", &dir).output();
    assert!(output.expect("it starts").status.success());
    let extension = fs::read_to_string(dir.join("tiled/extensions/tilephys.js")).expect("it was written");
    let path = format!("var command = \"{}\";", Path::new(env!("CARGO_BIN_EXE_tilephys")).display());
    assert!(extension.contains(&path), "{extension}");
}
