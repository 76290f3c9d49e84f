import './styles.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { takeOverPrerendered } from './app/prerendered.ts';
import { markPage, startingLanguage } from './i18n/language.tsx';
import { readableLanguage } from './i18n/readable-language.ts';

void start();

/** Hydrates the prerendered landing page, or renders it again in the visitor's language. */
async function start(): Promise<void> {
  const page = document.getElementById('root');
  if (!page) throw new Error('landing.html has no element #root');
  const [language, { LandingRoot }, { siteSentWithPage }, { defaultSite }] = await Promise.all([
    readableLanguage(startingLanguage(document.documentElement.lang), ['landing']),
    import('./app/landing-root.tsx'),
    import('./api/site-sent.ts'),
    import('./app/site.ts'),
  ]);
  const { documentElement } = document;
  const root = <LandingRoot language={language} site={{ ...defaultSite, ...siteSentWithPage() }} />;
  if (documentElement.lang === language) hydrateRoot(page, root);
  else {
    markPage(language);
    createRoot(page).render(root);
  }
  takeOverPrerendered();
}
