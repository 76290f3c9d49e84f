// Before the first paint, by the rules of src/ui/layout/theme.ts.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('baari_theme');
  } catch {
    choice = null; // storage is closed
  }
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', dark ? '#0b1517' : '#f3f8f7');

  // Drawn in what the browser asks for: who chose another language waits to see it drawn again.
  const { documentElement } = document;
  if (documentElement.dataset.drawn === undefined) return;
  let language = null;
  try {
    language = localStorage.getItem('baari_language');
  } catch {
    language = null; // storage is closed
  }
  if (language !== null && language !== documentElement.lang) {
    documentElement.dataset.drawn = 'in another language';
  }
})();
