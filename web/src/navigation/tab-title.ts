/** The title of the browser's tab: a mark for what cannot wait, then the page's own title. */
import { useEffect } from 'react';

/** Undefined until a page has named itself: the document then has the title that it came with. */
let pageTitle: string | undefined;
let tabMark = '';

/** Names the page that is shown; a mark stays in front of it. */
export function nameTab(title: string): void {
  pageTitle = title;
  show();
}

/** Puts a mark in front of the page's title while mounted, such as "1 alert"; empty for none. */
export function useTabMark(mark: string): void {
  useEffect(() => {
    tabMark = mark;
    show();
    return () => {
      tabMark = '';
      show();
    };
  }, [mark]);
}

function show(): void {
  pageTitle ??= document.title;
  document.title = tabMark === '' ? pageTitle : `${tabMark} · ${pageTitle}`;
}
