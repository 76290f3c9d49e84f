import type { ReactNode } from 'react';
import { BookingLink } from '../../features/appointments/link/booking-link.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { usePlace } from '../../navigation/navigation.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';

/**
 * The page on which a patient confirms, moves or cancels an appointment. The link's secret is in the
 * URL fragment, so the secret never reaches a server's log [REM-2].
 */
export function Page(): ReactNode {
  const { bookingLink: t } = useMessages('bookingLink');
  const { hash } = usePlace();
  usePageTitle(t.title);
  const secret = hash.slice(1);
  return (
    <div className="mx-auto w-full max-w-md px-4 py-8 sm:py-14">
      <BookingLink key={secret} secret={secret} />
    </div>
  );
}
