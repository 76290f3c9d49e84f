/** The title of the browser tab: an alert mark, then the page's title. */
import { useEffect } from 'react';

/** Undefined until a page sets it; the document's initial title is used then. */
let pageTitle: string | undefined;
let tabMark = '';

/** Sets the page's title; a mark stays before it. */
export function nameTab(title: string): void {
  pageTitle = title;
  show();
}

/** Puts a mark before the page's title while mounted, such as "1 alert"; empty for none. */
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
