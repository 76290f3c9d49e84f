import type { DayEnd, DoctorOfDay, LineOfDay } from '@baari/contract/hospital/day-end.ts';
import { completeConsultation } from '@baari/contract/queue/queue.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSubmit } from '../../../api/forms/use-submit.ts';
import { dayEndQuery } from '../../../api/queries/day-end-query.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { takeIn } from '../../../live/queue-cache.ts';
import { Button } from '../../../ui/button.tsx';
import { useTimeOrDate } from '../../../ui/hooks/use-time-or-date.ts';
import { Facts } from '../../../ui/text/facts.tsx';
import { WithTokens } from '../../../ui/text/with-tokens.tsx';

/** The open queue entries of each doctor and shared line. */
export function OpenEntries({ day, mayConsult }: { day: DayEnd; mayConsult: boolean }): ReactNode {
  const { dayEnd: t } = useMessages('dayEnd');
  return (
    <section aria-label={t.openTitle}>
      <ul className="flex flex-col divide-y divide-line rounded-control border border-line">
        {day.doctors.map((doctor) => (
          <OpenDoctor key={doctor.id} doctor={doctor} zone={day.timeZone} mayConsult={mayConsult} />
        ))}
        {day.lines.map((line) => (
          <OpenLine key={line.id} line={line} />
        ))}
      </ul>
    </section>
  );
}

function OpenDoctor({
  doctor,
  zone,
  mayConsult,
}: {
  doctor: DoctorOfDay;
  zone: string;
  mayConsult: boolean;
}): ReactNode {
  const { dayEnd: t, ui } = useMessages('dayEnd');
  const { name, waiting, pending, inside, status } = doctor;
  return (
    <li className="flex flex-col gap-1.5 px-3 py-2.5">
      <p className="font-semibold wrap-anywhere text-ink">{name}</p>
      <Facts className="text-sm text-ink-soft">
        {ui.doctorStatuses[status]}
        {waiting > 0 && t.waiting(waiting)}
        {pending > 0 && t.pending(pending)}
        {waiting + pending === 0 && t.nobody}
      </Facts>
      {inside && <Inside inside={inside} zone={zone} mayEnd={mayConsult} />}
    </li>
  );
}

/**
 * The open queue entries of a shared line. A patient who is being served at a counter is not
 * removed when the day closes.
 */
function OpenLine({ line: { name, waiting, pending, served } }: { line: LineOfDay }): ReactNode {
  const { dayEnd: t } = useMessages('dayEnd');
  return (
    <li className="flex flex-col gap-1.5 px-3 py-2.5">
      <p className="font-semibold wrap-anywhere text-ink">{name}</p>
      <Facts className="text-sm text-ink-soft">
        {waiting > 0 && t.waiting(waiting)}
        {pending > 0 && t.pending(pending)}
        {served > 0 && t.served(served)}
      </Facts>
    </li>
  );
}

/**
 * A consultation that has not ended. The desk is asked about it, because closing the day never ends
 * a consultation.
 */
function Inside({
  inside,
  zone,
  mayEnd,
}: {
  inside: NonNullable<DoctorOfDay['inside']>;
  zone: string;
  mayEnd: boolean;
}): ReactNode {
  const { dayEnd: t } = useMessages('dayEnd');
  const timeOrDate = useTimeOrDate();
  const client = useQueryClient();
  const end = useSubmit(completeConsultation, {
    failed: t.endFailed,
    onSuccess: ({ queue }) => {
      takeIn(client, { type: 'queue_updated', data: queue });
      void client.invalidateQueries({ queryKey: dayEndQuery().queryKey });
    },
  });
  const since = inside.since === null ? '' : timeOrDate(inside.since, zone);
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-control bg-sunken px-3 py-2 text-sm text-ink">
      <p>
        <span className="font-semibold">
          <WithTokens>{t.inside(inside.token, since)}</WithTokens>
        </span>
        <br />
        {mayEnd ? t.insideAsk : t.insideDoctor}
      </p>
      {mayEnd && (
        <Button
          size="small"
          busy={end.isPending}
          onClick={() => end.mutate({ params: { id: inside.entryId }, body: {} })}
        >
          {t.end}
        </Button>
      )}
    </div>
  );
}
