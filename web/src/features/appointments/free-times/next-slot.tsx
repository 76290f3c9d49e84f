import type { Doctor } from '@baari/contract/doctor/doctor.ts';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { nextSlotsQuery } from '../../../shared/hospital/next-slots-query.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';

/** The polling interval in ms. Polling is needed because other patients book times too. */
const lookAgainMs = 60_000;

/**
 * The next free time of a doctor or a shared line. Renders nothing while this time is unknown
 * [PAT-8, LINE-6].
 */
export function NextSlot({
  doctor,
}: {
  doctor: Pick<Doctor, 'id' | 'hospital_id' | 'status'>;
}): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const format = useFormat();
  const { data } = useQuery({
    ...nextSlotsQuery(doctor.hospital_id),
    refetchInterval: lookAgainMs,
  });
  const slot = data?.nextSlots.find(({ doctorId }) => doctorId === doctor.id);
  if (!data || doctor.status === 'Offline') return null;
  return (
    <p className="flex items-start gap-2 text-sm text-ink-soft">
      <CalendarClock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        {`${t.nextFree}: `}
        <strong className="font-semibold text-ink tabular-nums">
          {slot ? (
            <time
              className="inline-block"
              dateTime={slot.startsAt}
              title={format.exact(slot.startsAt, data.timeZone)}
            >
              {format.dayAndTime(
                format.date(slot.startsAt, data.timeZone),
                slot.startsAt,
                data.timeZone,
              )}
            </time>
          ) : (
            t.nothingFree
          )}
        </strong>
      </span>
    </p>
  );
}
