/** Bookings, and requests for a place in a line, as FHIR appointments [API-33]. */
import type { QueueStatus, VisitKind } from '@baari/contract/constants.ts';
import type { AgeBand } from '@baari/contract/keys/answers.ts';
import type { Appointment as Booking } from '@baari/contract/visit/appointment.ts';
import type { Appointment, AppointmentParticipant, CodeableConcept } from '../r4.rules.ts';
import type { EntryFacts } from './encounter.rules.ts';
import { concept, present, referenceTo, type Site, subjectOf } from './resource.rules.ts';

type Status = Appointment['status'];

/** The status of a booking. `entry` is the status of the place that the check-in made. */
export function bookingStatus(status: Booking['status'], entry: QueueStatus | undefined): Status {
  switch (status) {
    case 'booked':
      return 'booked';
    case 'missed':
      return 'noshow';
    case 'cancelled':
      return 'cancelled';
    case 'checked_in':
      return entry === undefined ? 'checked-in' : afterCheckIn[entry];
  }
}

const afterCheckIn: Readonly<Record<QueueStatus, Status>> = {
  pending_approval: 'checked-in',
  waiting: 'checked-in',
  in_progress: 'arrived',
  completed: 'fulfilled',
  no_show: 'noshow',
  cancelled: 'cancelled',
  rejected: 'cancelled',
};

/** A request waits for approval, or ended without it. An approved one goes on as an encounter. */
export function requestStatus(status: QueueStatus): Status {
  return status === 'pending_approval' ? 'proposed' : 'cancelled';
}

function reasonOf(by: 'patient' | 'staff' | null): CodeableConcept {
  const system = 'http://terminology.hl7.org/CodeSystem/appointment-cancellation-reason';
  if (by === 'patient') return concept(system, 'pat', 'Patient');
  return by === 'staff' ? concept(system, 'prov', 'Provider') : concept(system, 'other', 'Other');
}

const kindSystem = 'http://terminology.hl7.org/CodeSystem/v2-0276';
const kinds: Readonly<Record<VisitKind, CodeableConcept>> = {
  new: concept(kindSystem, 'ROUTINE', 'Routine appointment - default if not valued'),
  follow_up: concept(kindSystem, 'FOLLOWUP', 'A follow up visit from a previous appointment'),
};
const walkIn = concept(kindSystem, 'WALKIN', 'A previously unscheduled walk-in visit');

/** Whom a booking or a request is with: a doctor, or a shared line. */
interface With {
  readonly id: string;
  readonly name: string;
  readonly isShared: boolean;
}

function lineParticipant(
  { id, name, isShared }: With,
  status: AppointmentParticipant['status'],
): AppointmentParticipant {
  const type = isShared ? 'HealthcareService' : 'Practitioner';
  return { actor: referenceTo(type, id, name), status };
}

/** A booking; `entry` is the status of the place that the check-in made. */
export function bookingOf(
  site: Site,
  booking: Booking,
  about: {
    readonly minutes: number;
    readonly entry: QueueStatus | undefined;
    readonly ageBand: AgeBand | undefined;
  },
): Appointment {
  const { patient, doctor } = booking;
  const status = bookingStatus(booking.status, about.entry);
  const end = new Date(Date.parse(booking.startsAt) + about.minutes * 60_000);
  const isOver = status === 'cancelled' || status === 'noshow';
  return present<Appointment>({
    resourceType: 'Appointment',
    id: booking.id,
    status,
    cancelationReason: status === 'cancelled' ? reasonOf(booking.cancelledBy) : undefined,
    appointmentType: booking.visitKind === null ? undefined : kinds[booking.visitKind],
    start: booking.startsAt,
    end: end.toISOString(),
    minutesDuration: about.minutes,
    created: booking.bookedAt,
    participant: [
      {
        actor: subjectOf(site, { id: patient.id, name: patient.name, ageBand: about.ageBand }),
        status: isOver ? 'declined' : 'accepted',
      },
      lineParticipant(
        { id: doctor.id, name: doctor.name, isShared: doctor.service !== null },
        'accepted',
      ),
    ],
  });
}

/** A request for a place in a line, which has no time yet. */
export function requestOf(
  site: Site,
  entry: EntryFacts,
  ageBand: AgeBand | undefined,
): Appointment {
  const status = requestStatus(entry.status);
  const isRejected = entry.status === 'rejected';
  const line = { id: entry.line_id, name: entry.line_name, isShared: entry.is_shared };
  const answer = status === 'proposed' ? 'needs-action' : isRejected ? 'declined' : 'tentative';
  return present<Appointment>({
    resourceType: 'Appointment',
    id: entry.id,
    meta: { lastUpdated: (entry.changed_at ?? entry.joined_at).toISOString() },
    status,
    cancelationReason:
      status === 'cancelled' ? reasonOf(isRejected ? 'staff' : entry.cancelled_by) : undefined,
    appointmentType: walkIn,
    created: entry.joined_at.toISOString(),
    requestedPeriod: [{ start: entry.joined_at.toISOString() }],
    participant: [
      {
        actor: subjectOf(site, { id: entry.patient_id, name: entry.patient_name, ageBand }),
        status: entry.cancelled_by === 'patient' ? 'declined' : 'accepted',
      },
      lineParticipant(line, answer),
    ],
  });
}
