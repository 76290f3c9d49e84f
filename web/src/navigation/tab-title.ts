/** Sets the title of the browser tab: an alert mark such as "1 alert", then the page's title. */
import { useEffect } from 'react';

/**
 * The page's title; undefined until a page sets a title. While undefined, the tab shows the HTML
 * document's initial title.
 */
let pageTitle: string | undefined;
let tabMark = '';

/**
 * Sets the page's title in the browser tab. An alert mark before the title, such as "1 alert", is
 * kept.
 */
export function nameTab(title: string): void {
  pageTitle = title;
  show();
}

/**
 * While the component is mounted, shows a mark such as "1 alert" before the title in the browser
 * tab. An empty `mark` shows none.
 */
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
