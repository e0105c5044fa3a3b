// The page around the program: loads it, takes files before and after it is there, and keeps it for use without a network.
"use strict";
const canvas = document.getElementById("canvas");
const intro = document.getElementById("intro");
const status_line = document.getElementById("status");
const chooser = document.getElementById("files");
// Files that come before the program; null once it takes them itself.
let waiting = [];

function say(line, is_fault = false) {
    status_line.textContent = line;
    status_line.classList.toggle("fault", is_fault);
    status_line.hidden = false;
}

// Errors of the program end it. Without a line the page would only stand still.
addEventListener("error", event => {
    if (event.error instanceof WebAssembly.RuntimeError) say("The program stopped because of an internal error. Reload the page to continue.", true);
});

// Gives files to the program, as if they were dropped onto the canvas.
function hand_over(files) {
    if (waiting) {
        waiting.push(...files);
        const names = files.length === 1 ? files[0].name : `${files.length} files`;
        say(`${names}: received, and opened as soon as the program has loaded`);
        return;
    }
    const dropped = new DataTransfer();
    for (const file of files) dropped.items.add(file);
    canvas.dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true }));
    canvas.focus();
}

// All files of a dropped folder, with their paths in it.
async function files_of(entry, folder = "") {
    if (entry.isFile) {
        const file = await new Promise((done, fail) => entry.file(done, fail));
        return [new File([file], folder + file.name)];
    }
    const reader = entry.createReader();
    const files = [];
    for (;;) {
        // A reader gives at most a hundred entries at once.
        const entries = await new Promise((done, fail) => reader.readEntries(done, fail));
        if (!entries.length) return files;
        for (const inner of entries) if (!inner.name.startsWith(".git")) files.push(...await files_of(inner, `${folder}${entry.name}/`));
    }
}

// A file that misses the canvas must not replace the page, and a folder is no file to the program.
addEventListener("dragover", event => {
    event.preventDefault();
    document.body.classList.add("dragged");
});
addEventListener("dragleave", event => { if (!event.relatedTarget) document.body.classList.remove("dragged"); });
addEventListener("drop", async event => {
    document.body.classList.remove("dragged");
    event.preventDefault();
    if (!event.isTrusted) return;
    const entries = [...event.dataTransfer.items].map(item => item.webkitGetAsEntry?.()).filter(entry => entry);
    const has_folder = entries.some(entry => entry.isDirectory);
    const text = event.dataTransfer.getData("text/plain");
    if (!entries.length) {
        event.stopPropagation();
        say(text ? "That is text. Drop files: a .tmx map with its tilesets and images." : "No file was dropped. Drop a .tmx map.", true);
        setTimeout(() => { status_line.hidden = !waiting; }, 6000);
        return;
    }
    if (!has_folder && !waiting) return;
    event.stopPropagation();
    try {
        hand_over((await Promise.all(entries.map(entry => files_of(entry)))).flat());
    } catch (error) {
        say(`The dropped files cannot be read: ${error.message}`, true);
    }
}, true);

chooser.addEventListener("change", event => {
    hand_over([...event.target.files]);
    event.target.value = "";
});
document.getElementById("choose").addEventListener("click", () => chooser.click());

// What the browser lacks, in one line.
function missing() {
    if (location.protocol === "file:") return "Browsers do not load programs from files. Serve this folder, for example with: python3 -m http.server";
    // A module with one instruction on vectors.
    const vectors = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);
    if (typeof WebAssembly !== "object" || !WebAssembly.validate(vectors)) return "This browser is too old: it does not support WebAssembly with vectors (SIMD).";
    const probe = document.createElement("canvas");
    if (!probe.getContext("webgl2") && !probe.getContext("webgl")) return "This browser has no WebGL. Turn hardware acceleration on, or use another browser.";
    return null;
}

// The program, counted while it comes. Its size is known to the page, because servers state the size of the packed file.
async function program(size) {
    const response = await fetch("tilephys-play_bg.wasm");
    if (!response.ok) throw new Error(`the server answers with status ${response.status}`);
    let come = 0;
    const counted = new TransformStream({
        transform(chunk, out) {
            come += chunk.length;
            const part = Math.min(100, Math.round(100 * come / size));
            document.getElementById("progress").value = part;
            if (!waiting?.length) say(`Loading ${part} %`);
            out.enqueue(chunk);
        }
    });
    return new Response(response.body.pipeThrough(counted), { headers: { "content-type": "application/wasm" } });
}

// The program calls this when the first level is there to be seen.
globalThis.tilephys_is_ready = () => {
    if (!waiting) return;
    intro.hidden = true;
    document.body.classList.add("ready");
    const files = waiting;
    waiting = null;
    // The program is in a frame now, and hears no event of the canvas before its end.
    setTimeout(() => {
        if (files.length) hand_over(files);
        canvas.focus();
    });
    // After the first visit the page needs no network.
    if ("serviceWorker" in navigator && location.protocol !== "file:") navigator.serviceWorker.register("worker.js").catch(() => {});
};

// Controls of the program as elements inside the canvas: unseen, but found by readers of the screen. Returns what was asked of them.
const controls = new Map();
let asked = [];
globalThis.tilephys_controls = list => {
    if (list) {
        const left = new Set(controls.keys());
        let before = null;
        for (const [id, role, name, state, least, greatest] of list) {
            left.delete(id);
            let element = controls.get(id);
            if (element?.dataset.role !== role) {
                element?.remove();
                element = control(id, role);
                controls.set(id, element);
            }
            if (role === "slider") {
                Object.assign(element, { min: least, max: greatest });
                if (element !== document.activeElement) element.value = state;
            } else if (element.textContent !== name) element.textContent = name;
            if (role === "slider" || role === "textbox") element.setAttribute("aria-label", `${name} ${role === "textbox" ? state : ""}`.trim());
            else if (state) element.setAttribute(role === "button" ? "aria-pressed" : "aria-checked", state);
            const next = before ? before.nextSibling : canvas.firstChild;
            if (next !== element) canvas.insertBefore(element, next);
            before = element;
        }
        for (const id of left) {
            controls.get(id).remove();
            controls.delete(id);
        }
    }
    return asked.splice(0);
};

function control(id, role) {
    const element = document.createElement(role === "slider" ? "input" : role === "text" ? "p" : "div");
    element.dataset.role = role;
    if (role === "text") return element;
    // The keyboard walks through the canvas itself.
    element.tabIndex = -1;
    if (role === "slider") {
        Object.assign(element, { type: "range", step: "any" });
        element.addEventListener("input", () => asked.push([id, element.valueAsNumber]));
    } else {
        element.setAttribute("role", role);
        element.addEventListener("click", event => {
            event.stopPropagation();
            asked.push([id]);
        });
    }
    return element;
}

(async () => {
    const line = missing();
    if (line) return say(line, true);
    try {
        const { default: start } = await import("./tilephys-play.js");
        await start({ module_or_path: program(PROGRAM_BYTES) });
    } catch (error) {
        say(`The program failed to start: ${error.message ?? error}`, true);
    }
})();
