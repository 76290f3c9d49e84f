import type { ReactNode } from 'react';
import { usePlace } from '../../navigation/navigation.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { Display } from '../../features/display/display.tsx';
import { useMessages } from '../../i18n/language.tsx';

/**
 * The waiting room's display. The key in its link is in the URL fragment, so the key never reaches
 * a server's log [ARR-6].
 */
export function Page(): ReactNode {
  const { screens } = useMessages('screens');
  const { hash } = usePlace();
  usePageTitle(screens.display);
  const key = hash.slice(1);
  // The display is always dark, so that people can read it from afar in a dim room.
  return (
    <div data-theme="dark" className="bg-canvas text-ink">
      <Display key={key} linkKey={key} />
    </div>
  );
}
