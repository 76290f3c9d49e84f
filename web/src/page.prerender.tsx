/**
 * Server-side rendering of a page, as it looks once its code has loaded [decision 025]. It runs in
 * a new V8 context for each visitor, because module state that belongs to one tab would otherwise
 * be shared by everybody.
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

/**
 * The content of `#root`. Only its links work, because the handlers of buttons have not loaded yet.
 */
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
