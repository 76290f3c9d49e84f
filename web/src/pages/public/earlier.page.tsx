import type { ReactNode } from 'react';
import { OfferLink } from '../../features/earlier/offer-link.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { usePlace } from '../../navigation/navigation.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';

/**
 * The page on which a patient answers an offer of an earlier time. The link's secret is in the URL
 * fragment, so the secret never reaches a server's log [APPT-1].
 */
export function Page(): ReactNode {
  const { earlier: t } = useMessages('earlier');
  const { hash } = usePlace();
  usePageTitle(t.linkTitle);
  const secret = hash.slice(1);
  return (
    <div className="mx-auto w-full max-w-md px-4 py-8 sm:py-14">
      <OfferLink key={secret} secret={secret} />
    </div>
  );
}
