import './styles.css';
import { type ReactNode, StrictMode, startTransition, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { takeOverDrawn } from './app/drawn.ts';
import { openingCode } from './app/opening-code.ts';
import { Providers } from './app/providers.tsx';
import { Root } from './app/root.tsx';
import { startServiceWorker } from './device/service-worker.ts';
import { markPage, startingLanguage } from './i18n/language.tsx';
import { readableLanguage } from './i18n/readable-language.ts';
import { startSession } from './session/session.ts';

// Or zod would try whether it may make code from text, which the content security policy reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

void start();

async function start(): Promise<void> {
  // The longest way: who is signed in is asked while the rest arrives.
  void startSession();
  const page = document.getElementById('root');
  if (!page) throw new Error('index.html has no element #root');
  const language = await readableLanguage(startingLanguage());
  markPage(language);
  await openingCode(location.pathname);
  const root = createRoot(page);
  // In small steps, between which the browser answers the visitor.
  startTransition(() =>
    root.render(
      <StrictMode>
        <Providers language={language}>
          <Arrived />
        </Providers>
      </StrictMode>,
    ),
  );
  startServiceWorker();
}

/** The page itself, which takes the place of what the server has drawn. */
function Arrived(): ReactNode {
  useLayoutEffect(takeOverDrawn, []);
  return <Root />;
}
