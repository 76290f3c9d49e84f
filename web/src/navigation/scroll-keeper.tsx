import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { usePlace } from './navigation.tsx';
import { onPlaceChanged, type Place } from './places.ts';

/**
 * Sets the scroll position after navigation: a new page or view starts at its top, and a page
 * visited before at its last position. A change of filters does not scroll. After a reload the
 * browser restores the position.
 */
export function ScrollKeeper(): ReactNode {
  const place = usePlace();
  const shown = useRef(place);

  useEffect(() => {
    const leaveToBrowser = () => {
      history.scrollRestoration = 'auto';
    };
    history.scrollRestoration = 'manual';
    const forget = onPlaceChanged((left) => positions.set(left.key, window.scrollY));
    addEventListener('pagehide', leaveToBrowser);
    return () => {
      leaveToBrowser();
      forget();
      removeEventListener('pagehide', leaveToBrowser);
    };
  }, []);

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = place;
    if (before.key === place.key) return;
    const kept = positions.get(place.key);
    if (kept !== undefined) window.scrollTo(0, kept);
    else if (place.hash !== '') document.getElementById(place.hash.slice(1))?.scrollIntoView();
    else if (viewOf(before) !== viewOf(place)) window.scrollTo(0, 0);
  }, [place]);

  return null;
}

/** The scroll positions of the pages in the browser history, in px from the top. */
const positions = new Map<string, number>();

/** Returns the view or step that a URL names. The other parameters of the URL are filters. */
export function viewOf({ pathname, search }: Pick<Place, 'pathname' | 'search'>): string {
  const asked = new URLSearchParams(search);
  return [pathname, asked.get('view'), asked.get('step')].join(' ');
}
