/** A doctor's timetable and the times that it offers, on the stage. */
import { type ReactNode, useState } from 'react';
import { SlotForm } from '../src/features/appointments/slot-form.tsx';
import { DoctorMonths } from '../src/features/timetable/doctor-months.tsx';
import { MonthMap } from '../src/features/timetable/month-map.tsx';
import { Timetable } from '../src/features/timetable/timetable.tsx';
import { wantToken } from '../src/session/token.ts';
import { Button } from '../src/ui/button.tsx';
import { logAction } from './tell.ts';

// The test answers for the server; see e2e/src/components/stage.ts.
wantToken();

/** The timetable of a doctor, to view and to edit. */
export function Week(): ReactNode {
  return <Timetable doctorId="d1" />;
}

/** The month of a doctor. */
export function Month(): ReactNode {
  return <MonthMap doctorId="d1" dayHref={(date) => `/day/${date}`} />;
}

/** The month of a doctor whom the desk chooses. */
export function DeskMonths(): ReactNode {
  return <DoctorMonths dayHref={(date) => `/day/${date}`} />;
}

/** The day and the time of a booking. */
export function Times(): ReactNode {
  const [isShown, setShown] = useState(true);
  return (
    <>
      {isShown && (
        <SlotForm
          doctorId="d1"
          formId="times"
          people={[]}
          problem={undefined}
          onSubmit={({ date, time }) => {
            logAction('booked', date, time);
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
