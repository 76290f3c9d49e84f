/** Scenes of a doctor's timetable and of the bookable times that it offers. */
import type { HomeLine } from '@baari/contract/lines/shared-line.ts';
import type { Person } from '@baari/contract/patient/person.ts';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { BookLine } from '../src/features/appointments/book-action.tsx';
import { RebookingButton } from '../src/features/appointments/rebooking/rebooking-button.tsx';
import { SlotForm } from '../src/features/appointments/slot-form.tsx';
import { DoctorMonths } from '../src/features/timetable/doctor-months.tsx';
import { MonthMap } from '../src/features/timetable/month-map.tsx';
import { Timetable } from '../src/features/timetable/timetable.tsx';
import { wantToken } from '../src/session/token.ts';
import { Button } from '../src/ui/button.tsx';
import { logAction } from './log-action.ts';

// The test answers requests in place of the server; see e2e/src/components/playground.ts.
wantToken();

/** The timetable of a doctor, to view and to edit. */
export function Week(): ReactNode {
  return <Timetable doctorId="d1" />;
}

/** The timetable of a shared line, and what patients see of it on the hospital's page. */
export function LineWeek(): ReactNode {
  return (
    <>
      <Timetable doctorId="l1" isLine />
      <BookLine line={xRay} />
    </>
  );
}

const xRay: HomeLine = {
  id: 'l1',
  name: 'X-ray',
  kind: 'imaging',
  department: null,
  room: null,
  hospital_id: 'h1',
  hospitalStanding: 'confirmed',
  status: 'Available',
  opening: null,
  takesRequestsShut: false,
  requests: { state: 'open', again: null },
  takesBookings: true,
  openHours: [{ from: '08:00', to: '10:30' }],
  timeZone: 'Asia/Kolkata',
  doctors: [],
  openPoints: 1,
  waiting: 0,
  waitIfJoinedNow: null,
  lineIfJoinedNow: null,
};

/** A month of a doctor's timetable, day by day. */
export function Month(): ReactNode {
  return <MonthMap doctorId="d1" dayHref={(date) => `/day/${date}`} />;
}

/** The month view of a doctor's timetable, for a doctor whom the desk chooses. */
export function DeskMonths(): ReactNode {
  return <DoctorMonths dayHref={(date) => `/day/${date}`} />;
}

/** The form in which a patient chooses the day and the time of an appointment. */
export function Times(): ReactNode {
  return <Booking people={[]} />;
}

/** The form for the day and the time of an appointment, when it also asks for the kind of visit. */
export function TimesByKind(): ReactNode {
  return <Booking people={people} />;
}

/**
 * The form for the day and the time of an appointment at the desk, which can also book slots
 * reserved for the desk.
 */
export function DeskTimes(): ReactNode {
  return <Booking people={[]} keptText={(kept, free) => `${kept} kept, ${free} for everyone`} />;
}

const people: readonly Person[] = [
  {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'Uma Kale',
    relation: 'self',
    dateOfBirth: '',
    gender: '',
  },
];

function Booking({
  people: whom,
  keptText,
}: Pick<ComponentProps<typeof SlotForm>, 'people' | 'keptText'>): ReactNode {
  const [isShown, setShown] = useState(true);
  return (
    <>
      {isShown && (
        <SlotForm
          doctorId="d1"
          formId="times"
          people={whom}
          keptText={keptText}
          notice={null}
          onSubmit={({ date, time, visitKind }) => {
            logAction('booked', date, time, ...(visitKind ? [visitKind] : []));
            setShown(false);
          }}
        />
      )}
      <Button type="submit" form="times">
        book
      </Button>
    </>
  );
}

/** The button that moves several appointments at once. */
export function Rebooking(): ReactNode {
  return <RebookingButton doctorId="d1" />;
}
