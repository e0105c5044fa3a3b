//! `tilephys play`: starts the app that is installed, with its arguments and its status.

use crate::process::scratch;
use assert_cmd::Command;

/// The command in a folder of its own. A build of the whole workspace puts the app beside the command, where it is found first.
fn alone(name: &str) -> Command {
    let command = scratch(name, &[]).join("tilephys");
    // Not a copy: a program that was just written may still be open for writing in a process of another test, and cannot start.
    std::fs::hard_link(env!("CARGO_BIN_EXE_tilephys"), &command)
        .expect("the target directory has the command");
    Command::new(command)
}

fn play(name: &str, search_path: &std::path::Path) -> Command {
    let mut command = alone(name);
    command.env("PATH", search_path).args(["play", "cave.tmx", "--frames", "3"]);
    command
}

#[test]
fn without_the_app_it_says_how_to_get_it() {
    let output = play("no_app", std::path::Path::new("/nowhere")).output().expect("it runs");
    let expected = "error: tilephys-play is not installed; in the tilephys source tree, install it with \
                    `cargo install --path crates/tilephys-play`, or run it with `cargo play`\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), expected);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn help_comes_without_the_app_too() {
    let output =
        alone("help_of_the_app").env("PATH", "/nowhere").args(["play", "--help"]).output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("Usage: tilephys play"), "{text}");
    assert!(text.contains("cargo install --path crates/tilephys-play"), "{text}");
    assert_eq!(output.status.code(), Some(0));
}

#[cfg(unix)]
#[test]
fn the_app_gets_the_arguments_and_gives_the_status() {
    use std::os::unix::fs::PermissionsExt;
    let folder = std::env::temp_dir().join(format!("tilephys-app-{}", std::process::id()));
    let app = folder.join("tilephys-play");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(&app, "#!/bin/sh\necho \"$@\"\nexit 7\n").expect("a file");
    std::fs::set_permissions(&app, std::fs::Permissions::from_mode(0o755)).expect("permissions");
    let output = play("the_app", &folder).output().expect("it runs");
    std::fs::remove_dir_all(&folder).expect("it is there");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "cave.tmx --frames 3\n");
    assert_eq!(output.status.code(), Some(7));
}
