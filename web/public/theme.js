// Runs before the first paint, so that a dark room never sees a white flash.
// The same rules as src/app/theme.ts; the content security policy allows no inline script.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('baari_theme');
  } catch {
    choice = null; // storage is closed in this browser: follow the system
  }
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', dark ? '#0b1517' : '#f3f8f7');

  // A page that came drawn is in what the browser asks for; where the visitor chose another language
  // it waits, unseen, to be drawn again.
  const { documentElement } = document;
  if (documentElement.dataset.drawn === undefined) return;
  let language = null;
  try {
    language = localStorage.getItem('baari_language');
  } catch {
    language = null; // storage is closed in this browser: nothing was chosen
  }
  if (language !== null && language !== documentElement.lang) {
    documentElement.dataset.drawn = 'in another language';
  }
})();
