/**
 * Draws a page for the server, as it will look once its code has come [decision 025]. It is run anew for each
 * visitor in a room that is thrown away afterwards: what is kept here for a tab would be kept for everybody.
 */
import type { Language } from '@baari/contract/languages.ts';
import { StrictMode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { openingCode } from './app/opening-code.ts';
import { Providers } from './app/providers.tsx';
import { Root } from './app/root.tsx';
import { loadAreas } from './i18n/catalogue.ts';
import { markPage } from './i18n/language.tsx';
import { startSession } from './session/session.ts';

/** What belongs into `#root`. Nothing in it can be pressed yet but links: what the buttons do is still on its way. */
export async function drawPage(language: Language): Promise<string> {
  await loadAreas(language, []);
  markPage(language);
  await startSession();
  await openingCode(location.pathname);
  return renderToStaticMarkup(
    <StrictMode>
      <fieldset disabled aria-busy className="contents">
        <Providers language={language}>
          <Root />
        </Providers>
      </fieldset>
    </StrictMode>,
  );
}
