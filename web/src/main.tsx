import './styles.css';
import { type ReactNode, StrictMode, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { takeOverPrerendered } from './app/prerendered.ts';
import { openingCode } from './app/opening-code.ts';
import { Providers } from './app/providers.tsx';
import { Root } from './app/root.tsx';
import { startServiceWorker } from './device/service-worker.ts';
import { markPage, startingLanguage } from './i18n/language.tsx';
import { readableLanguage } from './i18n/readable-language.ts';
import { startSession } from './session/session.ts';

// With this option zod does not test whether it may use eval, which would violate the content
// security policy.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

void start();

async function start(): Promise<void> {
  // The session is requested first, because this takes longest; other code loads meanwhile.
  void startSession();
  const page = document.getElementById('root');
  if (!page) throw new Error('index.html has no element #root');
  const language = await readableLanguage(startingLanguage());
  markPage(language);
  await openingCode(location.pathname);
  const root = createRoot(page);
  // A transition would render in small steps, which takes a slow phone a quarter longer. The controls
  // of a prerendered page do not work before this render.
  root.render(
    <StrictMode>
      <Providers language={language}>
        <Arrived />
      </Providers>
    </StrictMode>,
  );
  startServiceWorker();
}

/** The real page, which replaces the prerendered one. */
function Arrived(): ReactNode {
  useLayoutEffect(takeOverPrerendered, []);
  return <Root />;
}
