// Tests the page in Chromium. Arguments: folder of the page, of the repository, the native program, the browser.
// All is seen through the title of the page, which has the map, the findings of the checker, the tick and the hash.
import { chromium } from "playwright-core";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import zlib from "node:zlib";

const [pageFolder, repository, native, executablePath] = process.argv.slice(2);
const pictures = path.join(pageFolder, "../browser");
const work = fs.mkdtempSync(path.join(os.tmpdir(), "tilephys-page-"));
const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm", ".png": "image/png", ".svg": "image/svg+xml", ".css": "text/css" };

// A plain server of files. The page is in a folder of it, because it must work in any.
const server = http.createServer((request, answer) => {
    const name = decodeURIComponent(new URL(request.url, "http://x").pathname).replace(/^\/some\/folder\//, "") || "index.html";
    fs.readFile(path.join(pageFolder, name), (error, content) => {
        answer.writeHead(error ? 404 : 200, { "content-type": types[path.extname(name)] ?? "text/plain" });
        answer.end(content);
    });
});
await new Promise(done => server.listen(0, "127.0.0.1", done));
const address = `http://127.0.0.1:${server.address().port}/some/folder/`;

const browser = await chromium.launch({
    executablePath, headless: true,
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
});
const faults = [];

// As wide as the bar with all of its buttons. Other pages are smaller, since the processor draws them.
const wide = { viewport: { width: 1280, height: 720 } };

async function open(hash, options = {}) {
    const page = await browser.newPage({ viewport: { width: 960, height: 540 }, ...options });
    page.on("console", message => message.type() === "error" && !/404/.test(message.text()) && faults.push(message.text()));
    page.on("pageerror", error => faults.push(String(error)));
    await page.goto(address + hash);
    return page;
}

async function titled(page, pattern, seconds = 30) {
    await page.waitForFunction(text => new RegExp(text).test(document.title), pattern.source, { timeout: seconds * 1000 })
        .catch(async () => { throw new Error(`the title is ${JSON.stringify(await page.title())} and not ${pattern}; ${faults}`); });
    return page.title();
}

// What a screen reader says.
async function spoken(page, pattern, seconds = 10) {
    await page.waitForFunction(([text, flags]) => new RegExp(text, flags).test(document.getElementById("spoken").textContent),
        [pattern.source, pattern.flags], { timeout: seconds * 1000 })
        .catch(async () => { throw new Error(`the page says ${JSON.stringify(await page.textContent("#spoken"))} and not ${pattern}`); });
}

const hashOf = title => /hash ([0-9a-f]{16})/.exec(title)[1];
const played = (...args) => /hash ([0-9a-f]{16})/.exec(execFileSync(native, ["--no-window", ...args], { encoding: "utf8", cwd: repository }))[1];
const picture = (page, name) => page.screenshot({ path: path.join(pictures, `${name}.png`) });

// Drops files onto the canvas: names and contents.
async function drop(page, files) {
    const texts = files.map(([name, content]) => [name, Buffer.from(content).toString("base64")]);
    await page.evaluate(files => {
        const dropped = new DataTransfer();
        for (const [name, text] of files) dropped.items.add(new File([Uint8Array.from(atob(text), c => c.charCodeAt(0))], name));
        const event = { dataTransfer: dropped, bubbles: true, cancelable: true };
        document.getElementById("canvas").dispatchEvent(new DragEvent("dragover", event));
        document.getElementById("canvas").dispatchEvent(new DragEvent("drop", event));
    }, texts);
}

// Milliseconds from one frame to the next.
async function frame(page) {
    return page.evaluate(() => new Promise(done => {
        const times = [];
        const next = time => { times.push(time); times.length < 60 ? requestAnimationFrame(next) : done((times[59] - times[0]) / 59); };
        requestAnimationFrame(next);
    }));
}

// A room with walls and a start, in cells of two tilesets.
function room(columns, rows) {
    const isWall = (column, row) => row >= rows - 2 || row < 2 || column < 2 || column >= columns - 2;
    const cell = (column, row) => isWall(column, row) ? 1 : column % 9 === 8 && row === rows - 3 ? 3 : (column * 7 + row * 5) % 11 ? 0 : 4;
    const lines = Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => cell(column, row)).join(","));
    return `<map version="1.10" orientation="orthogonal" width="${columns}" height="${rows}" tilewidth="16" tileheight="16">
 <tileset firstgid="1" source="../tiles/stone.tsx"/>
 <tileset firstgid="3" source="../tiles/wood.tsx"/>
 <layer id="1" name="ground" width="${columns}" height="${rows}"><data encoding="csv">
${lines.join(",\n")}
</data></layer>
 <objectgroup id="2" name="things"><object id="1" name="start" type="TpSpawn" x="56" y="${16 * (rows - 2)}"><point/></object></objectgroup>
</map>`;
}
const solid = `<properties><property name="collision" value="solid"/></properties>`;
const tileset = (name, tiles) => `<tileset version="1.10" name="${name}" tilewidth="16" tileheight="16" tilecount="2" columns="2">
 <image source="${name}.png" width="32" height="16"/>${tiles}</tileset>`;
const stone = tileset("stone", `<tile id="0">${solid}</tile>`);
const wood = tileset("wood", `<tile id="0">${solid}</tile>`);

// An image of two tiles, each of one colour, as a PNG.
function png(...colors) {
    const rows = Array.from({ length: 16 }, () => [0, ...colors.flatMap(color => Array(16).fill(color).flat())]).flat();
    const part = (name, content) => {
        const body = Buffer.concat([Buffer.from(name), content]);
        const ends = [Buffer.alloc(4), Buffer.alloc(4)];
        ends[0].writeUInt32BE(content.length);
        ends[1].writeUInt32BE(crc32(body));
        return Buffer.concat([ends[0], body, ends[1]]);
    };
    const head = Buffer.from([0, 0, 0, 32, 0, 0, 0, 16, 8, 2, 0, 0, 0]);
    return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), part("IHDR", head), part("IDAT", zlib.deflateSync(Buffer.from(rows))), part("IEND", Buffer.alloc(0))]);
}
function crc32(bytes) {
    let crc = ~0;
    for (const byte of bytes) {
        crc ^= byte;
        for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc >>> 0;
}
const images = [["stone.png", png([90, 90, 110], [60, 60, 75])], ["wood.png", png([150, 105, 60], [40, 50, 70])]];

const tests = {
    async "the page opens with a level"() {
        const start = Date.now();
        const page = await open("");
        console.log(await titled(page, /^cavern\.tmx - checked: 0 errors/), `after ${Date.now() - start} ms`);
        assert.match(page.url(), /folder\/(#map=cavern)?$/);
        await page.waitForTimeout(1000);
        await picture(page, "start");
        console.log(`a frame takes ${(await frame(page)).toFixed(1)} ms`);
        await page.close();
    },

    async "scripted keys give the state that they give natively"() {
        const script = ["30", "40 right", "12 right jump", "50 right", "8 right dash", "60 left", "20 left jump", "380 right"];
        const file = path.join(work, "keys.txt");
        fs.writeFileSync(file, script.join("\n"));
        for (const map of ["cavern", "playground"]) {
            const page = await open(`#map=${map}&script=${script.join(";")}&fast`);
            const title = await titled(page, /tick 600, hash/);
            assert.equal(hashOf(title), played(`maps/${map}.tmx`, "--keys", file, "--frames", "600"), title);
            console.log(title);
            await page.close();
        }
    },

    async "a dropped level is checked, and played by keys for ten seconds as natively"() {
        const page = await open("#map=cavern&record=600");
        await titled(page, /^cavern/);
        const files = { "maps/room.tmx": room(120, 40), "tiles/stone.tsx": stone, "tiles/wood.tsx": wood };
        for (const [name, content] of Object.entries(files)) {
            fs.mkdirSync(path.dirname(path.join(work, name)), { recursive: true });
            fs.writeFileSync(path.join(work, name), content);
        }
        // The folder that both are in, for the native program.
        fs.writeFileSync(path.join(work, "room.tiled-project"), "{}");
        await drop(page, [["room.tmx", files["maps/room.tmx"]]]);
        await page.waitForTimeout(500);
        assert.match(await page.title(), /^cavern/, "two tilesets are missing");
        await picture(page, "missing");
        await drop(page, [["stone.tsx", stone], ["wood.tsx", wood], ...images]);
        console.log(await titled(page, /^room\.tmx - checked: 0 errors/));
        const download = page.waitForEvent("download", { timeout: 60_000 });
        await page.keyboard.down("ArrowRight");
        for (let jump = 0; jump < 12; jump++) {
            await page.keyboard.down("Space");
            await page.waitForTimeout(150 + 40 * (jump % 4));
            await page.keyboard.up("Space");
            await page.waitForTimeout(450);
        }
        await picture(page, "dropped");
        const recording = path.join(work, "room.tprec");
        await (await download).saveAs(recording);
        const title = await titled(page, /tick 600, hash/);
        console.log(title);
        assert.equal(hashOf(title), played(path.join(work, "maps/room.tmx"), "--replay", recording), title);
        await page.close();
    },

    async "a dropped level of a megabyte is on the screen"() {
        const page = await open("#map=cavern");
        await titled(page, /^cavern/);
        await page.waitForTimeout(500);
        const large = room(1000, 500);
        assert(large.length > 1_000_000);
        const start = Date.now();
        await drop(page, [["large.tmx", large], ["stone.tsx", stone], ["wood.tsx", wood], ...images]);
        await titled(page, /^large\.tmx/);
        console.log(`${large.length} bytes are on the screen after ${Date.now() - start} ms`);
        console.log(`a frame takes ${(await frame(page)).toFixed(1)} ms`);
        await picture(page, "large");
        await page.close();
    },

    async "each recording gives the hashes that it has natively"() {
        const folder = path.join(pageFolder, "maps/levels/recordings");
        const names = fs.existsSync(folder) ? fs.readdirSync(folder).filter(name => name.endsWith(".tprec")) : [];
        const page = await open("#map=cavern");
        await titled(page, /^cavern/);
        for (const name of names) {
            const hash = played("--replay", path.join(folder, name));
            await page.evaluate(replay => { location.hash = replay; }, `replay=${path.basename(name, ".tprec")}&fast`);
            // A way to a door goes on in another level.
            const title = await titled(page, new RegExp(`replayed \\d+ ticks, .*hash ${hash}`));
            assert.match(title, /checked: 0 errors/);
            console.log(title);
            await picture(page, `replay-${path.basename(name, ".tprec")}`);
        }
        await page.close();
        console.log(`${names.length} recordings`);
    },

    async "chosen files are as dropped ones, and the address follows"() {
        const page = await open("#map=levels/lifts&x=100&y=50");
        await titled(page, /^lifts\.tmx - checked: 0 errors/);
        assert.match(page.url(), /#map=levels\/lifts&x=100&y=50$/);
        const texts = [["room.tmx", room(60, 40)], ["stone.tsx", stone], ["wood.tsx", wood], ...images];
        await page.setInputFiles("#files", texts.map(([name, content]) => ({ name, mimeType: "", buffer: Buffer.from(content) })));
        await titled(page, /^room\.tmx - checked: 0 errors/);
        assert.doesNotMatch(page.url(), /lifts/, "no link leads to a dropped map");
        await page.evaluate(() => { location.hash = "#scene=towers"; });
        await titled(page, /^towers/);
        await page.waitForTimeout(500);
        await picture(page, "scene");
        await page.close();
    },

    async "a touch screen has buttons"() {
        const page = await open("#map=cavern", { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });
        await titled(page, /^cavern/);
        await page.touchscreen.tap(400, 200);
        await page.waitForTimeout(500);
        await picture(page, "touch");
        await page.close();
    },

    async "the page says what it is before the program is there"() {
        const page = await browser.newPage();
        await page.route("**/*.wasm", route => route.abort());
        await page.goto(address);
        const text = await page.innerText("main");
        for (const part of ["Drop your map", "Keys", "Nothing is sent anywhere"]) assert(text.includes(part), text);
        await page.waitForFunction(() => /failed to start/.test(document.getElementById("status").textContent));
        await page.close();
    },

    async "files that come before the program are opened by it"() {
        const page = await browser.newPage();
        let send;
        const sent = new Promise(done => { send = done; });
        await page.route("**/*.wasm", async route => { await sent; await route.continue(); });
        await page.goto(address);
        const texts = [["room.tmx", room(60, 40)], ["stone.tsx", stone], ["wood.tsx", wood], ...images];
        await page.setInputFiles("#files", texts.map(([name, content]) => ({ name, mimeType: "", buffer: Buffer.from(content) })));
        await page.waitForFunction(() => /5 files: received/.test(document.getElementById("status").textContent));
        send();
        await titled(page, /^room\.tmx - checked: 0 errors/);
        await page.close();
    },

    async "each drop has an answer"() {
        const page = await open("#map=cavern");
        await titled(page, /^cavern/);
        const answers = {
            "a.png": ["x", /a\.png is a part of a map and is kept/],
            "notes.txt": ["hi", /notes\.txt: no map, tileset, image/],
            "maps.7z": ["7z", /only supported archives are \.zip/],
            "bad.zip": ["PK", /bad\.zip: the archive is damaged, or not a \.zip/],
            "wrong.tmx": ["<map", /wrong\.tmx:1:1: <map> is not closed/],
            "run.tprec": ["x", /run\.tprec: the file is not a recording/],
            "hard.toml": ["gravity = 1.0\nwhat = 2", /hard\.toml: .*what/s],
        };
        for (const [name, [content, answer]] of Object.entries(answers)) {
            await drop(page, [[name, content]]);
            await spoken(page, answer);
        }
        await picture(page, "answers");
        await page.close();
    },

    async "the keyboard and a screen reader get to the buttons"() {
        const page = await open("#map=cavern", wide);
        await titled(page, /^cavern/);
        await page.waitForFunction(() => document.activeElement.id === "canvas");
        for (const name of ["open", "record", "copy link"]) {
            await page.keyboard.press("Tab");
            await spoken(page, new RegExp(`^${name}: button`));
        }
        await page.close();
    },

    async "readers of the screen find the controls, and use them"() {
        const page = await open("#map=cavern", wide);
        await titled(page, /^cavern/);
        const pause = page.getByRole("button", { name: "pause", exact: true, includeHidden: true });
        await pause.waitFor({ state: "attached" });
        await pause.dispatchEvent("click");
        const play = page.getByRole("button", { name: "play", exact: true, includeHidden: true });
        await play.waitFor({ state: "attached" });
        const session = await page.context().newCDPSession(page);
        const { nodes } = await session.send("Accessibility.getFullAXTree");
        const said = nodes.filter(node => !node.ignored && node.name?.value).map(node => `${node.role.value} "${node.name.value}"`);
        for (const control of ['button "objects"', 'button "feel"', 'button "restart"']) assert(said.includes(control), said.join(", "));
        console.log(`${said.length} things in the accessibility tree`);
        await page.close();
    },

    async "after a visit no network is needed"() {
        const context = await browser.newContext();
        const page = await context.newPage();
        await page.goto(address);
        await titled(page, /^cavern/);
        await page.evaluate(() => navigator.serviceWorker.ready);
        await context.setOffline(true);
        await page.goto(`${address}#map=levels/lifts`);
        await page.reload();
        await titled(page, /^lifts\.tmx - checked: 0 errors/);
        await context.close();
    },

    async "what is not there is said, and something is open"() {
        const page = await open("#map=nothing");
        await titled(page, /^cavern/);
        await spoken(page, /asks for the map "nothing\.tmx", which this page does not have/);
        await picture(page, "nothing");
        await page.evaluate(() => { location.hash = "#map=playground"; });
        await titled(page, /^playground/);
        await page.close();
    },
};

const only = process.env.ONLY;
let failed = 0;
for (const [name, test] of Object.entries(tests)) {
    if (only && !name.includes(only)) continue;
    console.log(`-- ${name}`);
    const start = Date.now();
    await test().catch(error => { failed++; console.log(`FAILED: ${error.stack}`); });
    if (faults.length) { failed++; console.log(`FAILED: the console says ${faults.splice(0).join("; ")}`); }
    console.log(`   ${((Date.now() - start) / 1000).toFixed(1)} s`);
}
await browser.close();
server.close();
fs.rmSync(work, { recursive: true });
console.log(failed ? `${failed} tests FAILED` : "all tests of the page pass");
process.exit(failed ? 1 : 0);
