import { type ReactNode, useEffect, useRef } from 'react';
import { usePlace } from '../navigation/navigation.tsx';
import { contentId } from './content-id.ts';

/**
 * Moves the keyboard focus to the main heading after a navigation. A screen reader then announces
 * the page, and Tab continues from the heading. A change of filters in the URL does not move the
 * focus.
 */
export function RouteFocus(): ReactNode {
  const { pathname, search, hash } = usePlace();
  const place = `${pathname}?view=${new URLSearchParams(search).get('view') ?? ''}`;
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    if (!hash) focusMainHeading();
  }, [place, hash]);
  return null;
}

function focusMainHeading(): void {
  const content = document.getElementById(contentId);
  const target = content?.querySelector('h1') ?? content;
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
