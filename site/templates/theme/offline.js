// Lets a served tracker go on without a network: what was seen before is kept, and used only when the server is out of reach.
"use strict";
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== self.location.origin) return;
  event.respondWith((async () => {
    try {
      return await fetch(event.request);
    } catch (failure) {
      const found = await caches.match(event.request, { ignoreSearch: true });
      if (found) return found;
      throw failure;
    }
  })());
});
