//! Writes the script that the page loads beside its WebAssembly: `tilephys-play-bindgen APP.wasm FOLDER`.

use std::env::args_os;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let mut args = args_os().skip(1);
    let (Some(app), Some(folder), None) = (args.next(), args.next(), args.next()) else {
        eprintln!("usage: tilephys-play-bindgen APP.wasm FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    // The names of functions are a tenth of the program.
    bindgen.input_path(app).typescript(false).remove_name_section(true);
    let written = bindgen.web(true).and_then(|bindgen| bindgen.generate(folder));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
