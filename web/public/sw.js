/**
 * Baari's service worker: shows what is pushed to this device, and opens the patient's own queue page
 * without a network. It keeps the shell of that page, all of one build together, and never an answer
 * of the API. With a network every page comes from the server, so a new build is seen at once.
 */
const shellPrefix = 'baari-shell-';
/** Under which the kept page lies. */
const shellPage = '/patient/queue';
/** Besides the newest: a tab of the last build may still fetch its parts. */
const shellsKept = 2;
const shellTries = 4;
const shellPauseMs = 4000;
/** A server that has not answered for this long is as good as no network, where a page is kept. */
const patienceMs = 5000;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (/^\/(?:api|dev)\//.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(fromNetworkFirst(request, shellPage));
  // Names under /assets carry a hash of the content: what is kept cannot be old.
  else if (pathname.startsWith('/assets/')) event.respondWith(fromShellFirst(request));
  else if (!pathname.endsWith('.json')) event.respondWith(fromNetworkFirst(request, pathname));
});

async function fromNetworkFirst(request, keptUnder) {
  const answer = fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, patienceMs));
  try {
    return (await Promise.race([answer, late.then(() => findKept(keptUnder))])) ?? (await answer);
  } catch (failure) {
    const kept = await findKept(keptUnder);
    if (kept) return kept;
    throw failure;
  }
}

async function fromShellFirst(request) {
  return (await findKept(request.url)) ?? fetch(request);
}

/** From the newest shell that has it. */
async function findKept(address) {
  for (const name of (await shellNames()).toReversed()) {
    const cache = await caches.open(name);
    const kept = await cache.match(address, { ignoreVary: true });
    if (kept) return kept;
  }
  return undefined;
}

/** Oldest first. */
async function shellNames() {
  return (await caches.keys()).filter((name) => name.startsWith(shellPrefix));
}

self.addEventListener('message', (event) => {
  const { keepShellIn } = event.data;
  if (keepShellIn !== undefined) event.waitUntil(keepShellPatiently(keepShellIn));
});

/** A server that is busy is asked again a little later. */
async function keepShellPatiently(language) {
  for (let tries = 0; tries < shellTries; tries += 1) {
    try {
      await keepShell(language);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, shellPauseMs));
    }
  }
}

/** Keeps the shell of the build that the server has now, with the texts of one language: all of it or nothing. */
async function keepShell(language) {
  const listed = await fetch('/shell.json', { cache: 'no-cache' });
  if (!listed.ok) throw new Error(`The list of the shell was answered ${listed.status}.`);
  const { version, files, texts } = await listed.json();
  const own = texts[language] ?? [];
  const name = `${shellPrefix}${version}`;
  if (await isWhole(name)) return addMissing(await caches.open(name), own);
  const page = await fetch(shellPage, { headers: { accept: 'text/html' }, cache: 'no-cache' });
  if (!page.ok) throw new Error(`The page was answered ${page.status}.`);
  // The browser may ask for another language than the one that was chosen.
  const wanted = new Set([...files, ...Object.values(texts).flat()]);
  const used = (await page.clone().text()).match(/\/assets\/[\w.-]+/g) ?? [];
  // Built anew between the two answers: the next page asks again.
  if (used.some((file) => !wanted.has(file))) return;
  const cache = await caches.open(name);
  await cache.addAll([...files, ...own]);
  // The page last: it is the sign that everything it needs is there.
  await cache.put(shellPage, page);
  for (const old of (await shellNames()).slice(0, -shellsKept)) await caches.delete(old);
}

/** Somebody who has changed the language. */
async function addMissing(cache, files) {
  const kept = await Promise.all(files.map((file) => cache.match(file, { ignoreVary: true })));
  await cache.addAll(files.filter((_, at) => kept[at] === undefined));
}

async function isWhole(name) {
  if (!(await caches.has(name))) return false;
  return (await (await caches.open(name)).match(shellPage)) !== undefined;
}

self.addEventListener('push', (event) => {
  event.waitUntil(showPushed(event.data));
});

async function showPushed(data) {
  const { title, body, tag, opens } = data.json();
  // Whoever looks at the page sees it there; a browser wants a notification all the same.
  await self.registration.showNotification(title, {
    body,
    tag,
    renotify: true,
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: { opens },
  });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.opens ?? shellPage));
});

async function open(path) {
  const { origin } = self.location;
  const address = new URL(path, origin);
  if (address.origin !== origin) return;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === address.pathname);
  if (there) {
    await there.focus();
    return;
  }
  await self.clients.openWindow(address.href);
}

/** The push service gave this browser a new address: an open page, or the next one, says so. */
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(askPages());
});

async function askPages() {
  const windows = await self.clients.matchAll({ type: 'window' });
  for (const page of windows) page.postMessage('subscription-changed');
}
