// A service worker that gives the page the two headers which threads in a browser ask for, whatever serves the folder.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (new URL(event.request.url).origin !== self.location.origin) return;
  event.respondWith(
    fetch(event.request).then((answer) => {
      const headers = new Headers(answer.headers);
      headers.set("Cross-Origin-Opener-Policy", "same-origin");
      headers.set("Cross-Origin-Embedder-Policy", "require-corp");
      return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
    }),
  );
});
