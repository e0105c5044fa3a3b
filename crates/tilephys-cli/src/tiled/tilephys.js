// Checks maps in Tiled with `tilephys check`: when a map is saved, and from the menu Map > Check Level.
// Findings are in the Issues view; activating an issue goes to its place. For Tiled 1.8 and later.
// Installed by `tilephys tiled install`, which also replaces an older version of this file.

var tilephys = (function () {
    // The command, by its full path where it was installed from, else where programs are searched.
    var commands = ["tilephys"];

    // Time for one check in ms. Tiled waits for the check, so a check that takes longer is ended.
    var patience = 20000;

    // Starts the first of the commands that can be started; null if there is none.
    function started(path) {
        for (var i = 0; i < commands.length; i++) {
            var process = new Process();
            process.codec = "UTF-8";
            if (process.start(commands[i], ["check", "--format", "json", path])) {
                return process;
            }
            process.close();
        }
        return null;
    }

    // Runs the command, and returns its report; null if there is none, which is an issue then.
    function reportOf(path) {
        var process = started(path);
        if (!process) {
            tiled.error("tilephys: the command \"" + commands[0] + "\" cannot be started. Install tilephys, and run "
                + "\"tilephys tiled install\" again, which writes its path into this extension.", function () {});
            return null;
        }
        var isDone = process.waitForFinished(patience);
        var output = process.readStdOut();
        var errors = process.readStdErr();
        if (!isDone) {
            process.kill();
        }
        process.close();
        try {
            return JSON.parse(output);
        } catch (e) {
            var why = isDone ? errors || "it printed no report" : "it took more than " + patience / 1000 + " s";
            tiled.error("tilephys: " + path + " was not checked: " + why, function () {});
            return null;
        }
    }

    // The layer with a path such as "caves/ground"; null if there is none.
    function layerAt(parent, path) {
        for (var i = 0; i < parent.layerCount; i++) {
            var layer = parent.layerAt(i);
            if (layer.name === path) {
                return layer;
            }
            if (layer.isGroupLayer && path.indexOf(layer.name + "/") === 0) {
                var inside = layerAt(layer, path.slice(layer.name.length + 1));
                if (inside) {
                    return inside;
                }
            }
        }
        return null;
    }

    // Goes to the place of a finding. Objects are not selected: Tiled 1.11 crashes if an issue does that.
    function show(finding) {
        var isInMap = finding.cell || finding.pixel || finding.layer;
        var asset = tiled.open(isInMap ? finding.map : finding.file);
        if (!asset || !asset.isTileMap) {
            return;
        }
        var layer = finding.layer ? layerAt(asset, finding.layer) : null;
        if (layer) {
            asset.currentLayer = layer;
        }
        var x = null;
        var y = null;
        if (finding.cell) {
            var cell = finding.cell;
            asset.selectedArea.set(Qt.rect(cell.x, cell.y, cell.w, cell.h));
            x = (cell.x + cell.w / 2) * asset.tileWidth;
            y = (cell.y + cell.h / 2) * asset.tileHeight;
        }
        if (finding.pixel) {
            x = finding.pixel.x;
            y = finding.pixel.y;
        }
        var view = tiled.mapEditor && tiled.mapEditor.currentMapView;
        if (view && x !== null) {
            view.centerOn(x, y);
        }
    }

    // Makes an issue of a finding. Tiled has none of low severity, so that remarks go to the console. A target of which nothing is known
    // may be a mistake, and has a place to go to.
    function tell(name, finding) {
        // Tiled shows issues with one text as one, so that the text has the map and the place.
        var text = name + ": " + finding.text;
        var activated = function () { show(finding); };
        if (finding.severity === "error") {
            tiled.error(text, activated);
        } else if (finding.severity === "warning" || finding.id === "TP054") {
            tiled.warn(text, activated);
        } else {
            tiled.log(text);
        }
    }

    // Checks a map as it is on disk, and returns its findings.
    function check(map) {
        if (!map.fileName) {
            tiled.warn("tilephys: save the map before it is checked", function () {});
            return [];
        }
        var report = reportOf(map.fileName);
        if (!report) {
            return [];
        }
        var name = FileInfo.fileName(map.fileName);
        report.findings.forEach(function (finding) { tell(name, finding); });
        // Tiled keeps issues that are mended until its Clear button is pressed.
        var counts = report.counts;
        tiled.log("tilephys: " + name + " has " + counts.errors + " errors, " + counts.warnings + " warnings, "
            + counts.infos + " remarks now");
        return report.findings;
    }

    var action = tiled.registerAction("TilephysCheck", function () {
        var asset = tiled.activeAsset;
        if (asset && asset.isTileMap) {
            check(asset);
        }
    });
    action.text = "Check Level (tilephys)";
    action.shortcut = "Ctrl+Alt+L";
    tiled.extendMenu("Map", [{ separator: true }, { action: "TilephysCheck" }]);
    tiled.assetSaved.connect(function (asset) {
        if (asset.isTileMap) {
            check(asset);
        }
    });

    return { check: check, show: show };
})();
