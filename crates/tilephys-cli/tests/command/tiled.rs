//! The extension of Tiled, as `tilephys tiled install` writes it.

use crate::process::{Ran, scratch};
use crate::root::root;
use std::fs;
use std::path::Path;

const PROJECT: &str = "{\n    \"extensionsPath\": \"tools/tiled\",\n    \"folders\": [\n        \".\"\n    ],\n    \"propertyTypes\": [\n    ]\n}\n";

/// The line of the extension with the path of the command and its name.
fn line_of_command() -> String {
    format!("var commands = [\"{}\", \"tilephys\"];", Path::new(env!("CARGO_BIN_EXE_tilephys")).display())
}

#[test]
fn a_project_gets_the_extension_and_the_types() {
    let dir = scratch("tiled_project", &[("game.tiled-project", PROJECT)]);
    let ran = Ran::of(&dir, "tiled install");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let extension = fs::read_to_string(dir.join("tools/tiled/tilephys.js")).expect("it was written");
    assert!(extension.contains(&line_of_command()));
    assert!(fs::read_to_string(dir.join("game.tiled-project")).expect("a project").contains("TpSpawn"));

    let again = Ran::of(&dir, "tiled install --into game.tiled-project");
    assert_eq!(again.status, 0);
    assert!(again.stdout.contains("tilephys.js: already installed"), "{}", again.stdout);
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
    let path = line_of_command();
    assert!(extension.contains(&path), "{extension}");
}

/// Script beside the extension: it runs the check, activates the issue, and lets the menu and a save run the check again.
#[cfg(target_os = "linux")]
const DRIVER: &str = r#"(function () {
    function write(text) {
        var file = new TextFile("OUTPUT", TextFile.Append);
        file.writeLine(text);
        file.commit();
    }
    function drive(map) {
        tilephys.check(map).forEach(function (finding) {
            tilephys.show(finding);
            var at = map.selectedArea.get().boundingRect;
            write([finding.id, at.x, at.y, map.currentLayer.name].join(" "));
        });
        tiled.trigger("TilephysCheck");
        map.setProperty("author", "x");
        tiled.trigger("Save");
    }
    tiled.assetOpened.connect(function (map) {
        try {
            drive(map);
        } catch (error) {
            write(error.toString());
        }
        write("done");
    });
})();
"#;

#[cfg(target_os = "linux")]
#[test]
fn tiled_runs_the_check_and_goes_to_its_findings() {
    use std::os::unix::fs::PermissionsExt;
    use std::process::{Command, Stdio};
    use std::time::Duration;

    if std::env::var("TILEPHYS_NEEDS_TILED").as_deref() != Ok("1") {
        println!("the extension is not run in Tiled without TILEPHYS_NEEDS_TILED=1");
        return;
    }
    let spawn = " <objectgroup id=\"2\" name=\"marks\">\n  <object id=\"7\" type=\"TpSpawn\" x=\"56\" y=\"24\"><point/></object>\n\
                 </objectgroup>\n</map>";
    let map = crate::process::level().replace("</map>", spawn);
    let dir = scratch("tiled_runs", &[("cave.tmx", &map)]);
    let folder = dir.join("tiled/extensions");
    fs::create_dir_all(&folder).expect("the directory can be written to");
    // A command that counts its calls.
    let counted = dir.join("counted");
    let script = format!("#!/bin/sh\necho >>calls\nexec {} \"$@\"\n", env!("CARGO_BIN_EXE_tilephys"));
    fs::write(&counted, script.replace("calls", &dir.join("calls").display().to_string())).expect("as above");
    fs::set_permissions(&counted, fs::Permissions::from_mode(0o755)).expect("as above");
    let extension =
        fs::read_to_string(root().join("crates/tilephys-cli/src/tiled/tilephys.js")).expect("the extension");
    let command = format!("var commands = [\"{}\"];", counted.display());
    fs::write(folder.join("tilephys.js"), extension.replace("var commands = [\"tilephys\"];", &command))
        .expect("as above");
    let output = dir.join("output");
    fs::write(folder.join("zz.js"), DRIVER.replace("OUTPUT", &output.display().to_string()))
        .expect("as above");

    let mut tiled = Command::new("tiled")
        // Otherwise a window of Tiled that is open already would take the map.
        .arg("--new-instance")
        .arg(dir.join("cave.tmx"))
        .env("QT_QPA_PLATFORM", "offscreen")
        .env("HOME", &dir)
        .env("XDG_CONFIG_HOME", &dir)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("tiled is installed");
    let mut text = String::new();
    // Tiled does not end by itself. The script always says that it is done, however long Tiled takes.
    while !text.ends_with("done\n") {
        std::thread::sleep(Duration::from_millis(50));
        text = fs::read_to_string(&output).unwrap_or_default();
        let ended = tiled.try_wait().expect("it was started");
        assert!(ended.is_none(), "Tiled ended: {ended:?}\n{text}");
    }
    tiled.kill().and_then(|()| tiled.wait()).expect("it was running");
    let calls = fs::read_to_string(dir.join("calls")).unwrap_or_default().lines().count();
    assert!(text.lines().any(|line| line == "TP012 3 0 marks"), "{text}");
    assert_eq!(calls, 3, "at the call of the script, from the menu, and at the save: {text}");
}
