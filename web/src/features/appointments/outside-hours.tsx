import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { outsideHoursQuery } from '../../api/appointment-queries.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Booked visits at which the doctor will not be there: somebody is to call these patients [DOC-1]. */
export function OutsideHours({ doctorId }: { doctorId?: string }): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const format = useFormat();
  const { data } = useQuery(outsideHoursQuery(doctorId));
  if (!data || data.length === 0) return null;
  return (
    <Notice tone="warning" title={t.outsideTitle(data.length)}>
      <p>{t.outsideLead}</p>
      <ul className="mt-2 flex flex-col gap-2">
        {data.map(({ id, startsAt, hospital, patient, doctor }) => (
          <li key={id} className="flex flex-wrap gap-x-3 gap-y-0.5">
            <time dateTime={startsAt} className="font-semibold tabular-nums">
              {`${format.date(startsAt, hospital.timeZone)}, ${format.time(startsAt, hospital.timeZone)}`}
            </time>
            <span className="wrap-anywhere">
              {doctorId === undefined ? `${patient.name} · ${doctor.name}` : patient.name}
            </span>
            {patient.phone === null ? (
              <span>{t.noPhone}</span>
            ) : (
              <TextLink href={`tel:${patient.phone}`} className="tabular-nums">
                {patient.phone}
              </TextLink>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
