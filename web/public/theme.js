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

  // The first formatter loads the browser's language data, which takes 0.3 s on a slow phone. This
  // runs after the first paint, while the application's code is still loading.
  const { documentElement } = document;
  requestAnimationFrame(() =>
    setTimeout(() =>
      new Intl.DateTimeFormat(documentElement.lang, { timeStyle: 'short' }).format(),
    ),
  );

  // The server rendered the page in the browser's language. If the user chose another language, the
  // page stays hidden until the application renders it in that language.
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
