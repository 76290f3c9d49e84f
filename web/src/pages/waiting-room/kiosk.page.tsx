import type { ReactNode } from 'react';
import { usePlace } from '../../navigation/navigation.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { Kiosk } from '../../features/kiosk/kiosk.tsx';
import { useMessages } from '../../i18n/language.tsx';

/**
 * The page of a tablet at the entrance. The key in the page's link is in the URL fragment [ARR-5].
 */
export function Page(): ReactNode {
  const { screens } = useMessages('screens');
  const { hash } = usePlace();
  usePageTitle(screens.kioskTitle);
  const key = hash.slice(1);
  return <Kiosk key={key} linkKey={key} />;
}
