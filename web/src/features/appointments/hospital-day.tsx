import type { Appointment } from '@baari/contract/visit/appointment.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { hospitalAppointmentsQuery } from '../../api/queries/appointment-queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { LateAnswersMark } from '../../shared/answer-summary/late-answers.tsx';
import { ThroughLine, UnprovedLine, UnprovedPhone } from '../../shared/patient/through-line.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { TextLink } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { PhoneText } from '../../ui/text/phone-text.ts';
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { BookForPatient } from './desk/book-for-patient.tsx';
import { addDays, isDay } from './day.ts';
import { DeskActions } from './desk/desk-actions.tsx';
import { OutsideHours } from './outside-hours.tsx';
import { AppointmentBadge, ConfirmationBadge } from './status-badge.tsx';

/** The polling interval in ms, so that new bookings and check-ins appear automatically. */
const lookAgainMs = 60_000;

/** The hospital's appointments on one day, by doctor and time [APPT-1]. */
export function HospitalDay({
  date,
  onDate,
  earlier,
  children,
}: {
  /** The day to show, YYYY-MM-DD. An empty text means today at the hospital. */
  date: string;
  onDate: (date: string) => void;
  /** The panel with times reserved for patients, and requests for an earlier time. */
  earlier?: ReactNode;
  /** Further content, shown below the day's appointments. */
  children?: ReactNode;
}): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const problemText = useProblemText();
  const query = useQuery({ ...hospitalAppointmentsQuery(date), refetchInterval: lookAgainMs });
  const shown = date === '' ? (query.data?.date ?? '') : date;
  return (
    <>
      <PageHeader title={t.dayTitle} description={t.dayLead} actions={<BookForPatient />} />
      <div className="flex flex-col gap-6">
        <OutsideHours />
        {earlier}
        <DayPicker day={shown} onDay={onDate} />
        {content()}
        {children}
      </div>
    </>
  );

  function content(): ReactNode {
    if (query.isPending) return <ListSkeleton label={t.dayLoading} />;
    if (!query.data) {
      return (
        <ErrorState
          title={t.dayFailed}
          description={problemText(query.error, t.dayFailed)}
          action={<TryAgain query={query} />}
        />
      );
    }
    const { appointments } = query.data;
    if (appointments.length === 0) {
      return <EmptyState title={t.noneTitle} description={t.noneLead} />;
    }
    return byDoctor(appointments).map((ofDoctor) => (
      <DoctorDay key={ofDoctor[0]?.doctor.id} appointments={ofDoctor} />
    ));
  }
}

export function DayPicker({
  day,
  onDay,
}: {
  day: string;
  onDay: (day: string) => void;
}): ReactNode {
  const { appointments: t } = useMessages('appointments');
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField
        type="date"
        label={t.day}
        value={day}
        onChange={({ target: { value } }) => {
          if (isDay(value)) onDay(value);
        }}
        className="min-w-40 grow sm:grow-0"
      />
      <IconButton
        variant="secondary"
        className="md:pointer-fine:size-10"
        label={t.previousDay}
        disabled={day === ''}
        icon={<ChevronLeft aria-hidden="true" />}
        onClick={() => onDay(addDays(day, -1))}
      />
      <IconButton
        variant="secondary"
        className="md:pointer-fine:size-10"
        label={t.nextDay}
        disabled={day === ''}
        icon={<ChevronRight aria-hidden="true" />}
        onClick={() => onDay(addDays(day, 1))}
      />
      <Button onClick={() => onDay('')}>{t.toToday}</Button>
    </div>
  );
}

function DoctorDay({ appointments }: { appointments: readonly Appointment[] }): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const titleId = useId();
  const [first] = appointments;
  if (!first) return null;
  const standing = appointments.filter(({ status }) => status !== 'cancelled').length;
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id={titleId} className="text-lg font-semibold text-ink">
          <bdi>{first.doctor.name}</bdi>
        </h2>
        <p className="text-sm text-ink-soft tabular-nums">{t.countOf(standing)}</p>
      </div>
      <Card padding="none">
        <ul className="divide-y divide-line">
          {appointments.map((appointment) => (
            <AppointmentLine key={appointment.id} appointment={appointment} />
          ))}
        </ul>
      </Card>
    </section>
  );
}

export function AppointmentLine({ appointment }: { appointment: Appointment }): ReactNode {
  const { appointments: t, deskBookings } = useMessages('appointments', 'deskBookings');
  const format = useFormat();
  const { startsAt, hospital, patient, status, cancelReason } = appointment;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
      <time
        dateTime={startsAt}
        className="w-20 shrink-0 font-semibold text-ink tabular-nums"
        title={format.exact(startsAt, hospital.timeZone)}
      >
        {format.time(startsAt, hospital.timeZone)}
      </time>
      <div className="flex min-w-32 flex-1 flex-col">
        <p className="font-medium wrap-anywhere text-ink">
          <bdi>{patient.name}</bdi>
        </p>
        <ThroughLine through={patient.through} />
        <p className="text-sm text-ink-soft tabular-nums">
          {patient.phone === null ? (
            t.noPhone
          ) : (
            <TextLink
              href={`tel:${patient.phone}`}
              className="inline-flex min-h-11 items-center whitespace-nowrap md:pointer-fine:min-h-6"
            >
              <PhoneText number={patient.phone} />
            </TextLink>
          )}{' '}
          {patient.phone !== null && <UnprovedPhone isProved={patient.isPhoneProved} />}
        </p>
        <UnprovedLine isProved={patient.isContactProved} />
        {cancelReason !== null && (
          <p className="text-sm wrap-anywhere text-ink-soft">{deskBookings.by(cancelReason)}</p>
        )}
      </div>
      {appointment.isOutsideHours && (
        <Badge tone="warning" icon={TriangleAlert}>
          {t.outsideBadge}
        </Badge>
      )}
      <LateAnswersMark visitId={appointment.id} />
      <AppointmentBadge status={status} />
      <ConfirmationBadge appointment={appointment} />
      <DeskActions appointment={appointment} />
    </li>
  );
}

/** Groups appointments by doctor. The server has already sorted them by doctor and time. */
function byDoctor(appointments: readonly Appointment[]): readonly (readonly Appointment[])[] {
  return [...Map.groupBy(appointments, ({ doctor }) => doctor.id).values()];
}
