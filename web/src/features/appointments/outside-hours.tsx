import type { Appointment } from '@baari/contract/visit/appointment.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { outsideHoursQuery } from '../../api/queries/appointment-queries.ts';
import { useMessages } from '../../i18n/language.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { UnprovedPhone } from '../../shared/patient/through-line.tsx';
import { PhoneText } from '../../ui/text/phone-text.ts';
import { DeskActions } from './desk/desk-actions.tsx';
import { RebookingButton } from './rebooking/rebooking-button.tsx';
import { useWhen } from './use-appointments.ts';

/**
 * Appointments that are outside the doctor's hours. The desk should phone these patients [DOC-1].
 */
export function OutsideHours({ doctorId }: { doctorId?: string }): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const { data } = useQuery(outsideHoursQuery(doctorId));
  if (!data || data.appointments.length === 0) return null;
  const { appointments, hasMore } = data;
  const title = hasMore
    ? t.outsideTitleMore(appointments.length)
    : t.outsideTitle(appointments.length);
  return (
    <Notice tone="warning" title={title} action={<RebookingButton doctorId={doctorId} />}>
      <p>{t.outsideLead}</p>
      <ul className="mt-2 flex flex-col gap-2">
        {appointments.map((appointment) => (
          <Outside
            key={appointment.id}
            appointment={appointment}
            withDoctor={doctorId === undefined}
          />
        ))}
      </ul>
    </Notice>
  );
}

function Outside({
  appointment,
  withDoctor,
}: {
  appointment: Appointment;
  withDoctor: boolean;
}): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const when = useWhen();
  const { startsAt, patient, doctor } = appointment;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
      <time dateTime={startsAt} className="font-semibold tabular-nums">
        {when(appointment)}
      </time>
      <span className="wrap-anywhere">
        {withDoctor ? `${patient.name} · ${doctor.name}` : patient.name}
      </span>
      {patient.phone === null ? (
        <span>{t.noPhone}</span>
      ) : (
        <TextLink href={`tel:${patient.phone}`} className="tabular-nums">
          <PhoneText number={patient.phone} />
        </TextLink>
      )}
      {patient.phone !== null && <UnprovedPhone isProved={patient.isPhoneProved} />}
      <DeskActions appointment={appointment} />
    </li>
  );
}
