//! Runs the command as a process, on levels that tests write.

use crate::root::root;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// Output and exit status of a process.
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    /// Runs `tilephys` with these arguments, split at blanks, in a directory.
    pub(crate) fn of(dir: &Path, arguments: &str) -> Ran {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_tilephys"));
        let output = command.current_dir(dir).args(arguments.split_whitespace()).output().expect("it starts");
        let text = |bytes| String::from_utf8(bytes).expect("it prints UTF-8");
        Ran {
            status: output.status.code().expect("no signal ended it"),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }

    /// Object on the standard output.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|e| panic!("{e}: {}{}", self.stdout, self.stderr))
    }
}

/// Runs the command in the root of the workspace.
pub(crate) fn run(arguments: &str) -> Ran {
    Ran::of(root(), arguments)
}

/// Object printed by a successful run.
pub(crate) fn json(arguments: &str) -> Value {
    let ran = run(arguments);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{arguments}");
    ran.json()
}

/// A directory with these files and no others. No two tests may use one name.
pub(crate) fn scratch(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command").join(name);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).expect("the target directory can be written to");
    for (file, text) in files {
        fs::write(dir.join(file), text).expect("the target directory can be written to");
    }
    dir
}

/// A room of 2 x 2 free tiles within walls, without a spawn.
pub(crate) fn level() -> String {
    "\
<map version=\"1.10\" orientation=\"orthogonal\" width=\"4\" height=\"4\" tilewidth=\"16\" tileheight=\"16\">
 <tileset firstgid=\"1\" name=\"rock\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1\" columns=\"1\">
  <image source=\"rock.png\" width=\"16\" height=\"16\"/>
  <tile id=\"0\"><properties><property name=\"collision\" value=\"solid\"/></properties></tile>
 </tileset>
 <layer id=\"1\" name=\"ground\" width=\"4\" height=\"4\">
  <data encoding=\"csv\">
1,1,1,1,
1,0,0,1,
1,0,0,1,
1,1,1,1
</data>
 </layer>
</map>
"
    .to_owned()
}
