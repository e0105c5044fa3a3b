// Keeps the page for use without a network: all of its files at the first visit, and anew after each build.
"use strict";
const kept = "tilephys-BUILD";
const files = [FILES];

addEventListener("install", event => {
    event.waitUntil(caches.open(kept).then(cache => cache.addAll(files)).then(() => skipWaiting()));
});

addEventListener("activate", event => {
    const is_old = name => name.startsWith("tilephys-") && name !== kept;
    event.waitUntil(caches.keys()
        .then(names => Promise.all(names.filter(is_old).map(name => caches.delete(name))))
        .then(() => clients.claim()));
});

// From the network if it answers, so that a new build is seen at once; else what is kept.
addEventListener("fetch", event => {
    if (event.request.method !== "GET") return;
    event.respondWith(fetch(event.request).catch(async error => {
        const found = await caches.match(event.request, { cacheName: kept, ignoreSearch: true });
        if (found) return found;
        throw error;
    }));
});
