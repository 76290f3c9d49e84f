/**
 * Renders a page on the server, as the page looks once its code has loaded [decision 025]. Each
 * visitor gets a new V8 context, because module state would otherwise be shared between visitors.
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
 * Renders the content of `#root` on the server. In this content only links work, because the
 * buttons' event handlers have not loaded yet.
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
