import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { Providers } from './app/providers.tsx';
import { createAppRouter } from './app/router.tsx';
import { loadAreas } from './i18n/catalogue.ts';
import { startingLanguage } from './i18n/language.tsx';
import type { Language } from './i18n/languages.ts';

await start();

async function start(): Promise<void> {
  const page = document.getElementById('root');
  if (!page) throw new Error('index.html has no element #root');
  const language = await readableLanguage(startingLanguage());
  document.documentElement.lang = language;
  createRoot(page).render(
    <StrictMode>
      <Providers language={language}>
        <RouterProvider router={createAppRouter()} />
      </Providers>
    </StrictMode>,
  );
}

/** English is bundled: when the texts of another language cannot be had, the page still opens. */
async function readableLanguage(wanted: Language): Promise<Language> {
  try {
    await loadAreas(wanted, []);
    return wanted;
  } catch (failure) {
    console.error(failure);
    return 'en';
  }
}
