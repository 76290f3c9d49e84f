import type { Appointment } from '@baari/contract/visit/appointment.ts';
import { leastOfferMinutes } from '@baari/contract/visit/earlier.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ownEarlierQuery } from './earlier-queries.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { OpenWish, WishButton } from './wish-buttons.tsx';

const leastOfferMs = leastOfferMinutes * 60_000;

/**
 * For one booking: shows the patient's request for an earlier time, or the button to make such a
 * request [APPT-1].
 */
export function BookingWish({
  appointment,
  when,
}: {
  appointment: Appointment;
  /** The booked date and time in words. */
  when: string;
}): ReactNode {
  const { earlier: t } = useMessages('earlier');
  const query = useQuery(ownEarlierQuery());
  const now = useNow();
  const { id, doctor, startsAt } = appointment;
  const wish = query.data?.wishes.find((each) => each.appointment?.id === id);
  const about = t.ofVisit(doctor.name, when);
  if (wish !== undefined) return <OpenWish wish={wish} about={about} />;
  // The server offers no times this close to now, so a request could not be met.
  if (Date.parse(startsAt) - now < leastOfferMs) return null;
  if (query.isPending) return <Skeleton className="h-11 w-3/4 md:pointer-fine:h-9" />;
  return <WishButton target={{ doctor, appointmentId: id }} about={about} />;
}
