/**
 * Scenes about requests for an earlier appointment: a patient's requests and offers, the page of an
 * offer's link, and the desk's panel.
 */
import type { Appointment } from '@baari/contract/visit/appointment.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { appointmentsQuery } from '../src/api/queries/appointment-queries.ts';
import { BookForPatient } from '../src/features/appointments/desk/book-for-patient.tsx';
import { BookedVisits } from '../src/features/appointments/booked-visits.tsx';
import { DeskEarlier } from '../src/features/earlier/desk-earlier.tsx';
import { OfferLink } from '../src/features/earlier/offer-link.tsx';
import { WishButton } from '../src/shared/earlier/wish-buttons.tsx';
import { SignedIn } from './signed-in.tsx';

/**
 * A patient's offers of earlier times, and requests of a patient without an appointment, above the
 * list of appointments.
 */
export function Mine(): ReactNode {
  return (
    <SignedIn viewer="patient">
      <Bookings />
    </SignedIn>
  );
}

function Bookings(): ReactNode {
  const { data } = useQuery(appointmentsQuery());
  const none: readonly Appointment[] = [];
  return <BookedVisits upcoming={data?.upcoming ?? none} past={none} />;
}

/** The button with which a patient who finds no free time requests an earlier time. */
export function WhenFull(): ReactNode {
  return (
    <SignedIn viewer="patient">
      <WishButton
        target={{ doctor: { id: 'd1', name: 'Dr. Jayanti Rao' }, appointmentId: null }}
        about="Dr. Jayanti Rao"
      />
    </SignedIn>
  );
}

/** The page that opens from the link of an offer of an earlier time. */
export function Link(): ReactNode {
  return <OfferLink secret="secret-of-the-offer" />;
}

/** The desk's panel of patients' requests for an earlier time. */
export function Desk(): ReactNode {
  return (
    <SignedIn viewer="receptionist">
      <DeskEarlier lineHref={(doctorId) => `/line/${doctorId}`} />
    </SignedIn>
  );
}

/** The dialog in which the desk books an appointment for a patient. */
export function DeskBooking(): ReactNode {
  return (
    <SignedIn viewer="receptionist">
      <BookForPatient doctorId="d1" />
    </SignedIn>
  );
}
