import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { Facts } from '../../../ui/text/facts.tsx';
import { minutesBetween } from '../place/my-place.ts';
import type { VisitStops } from './visit-stops.ts';

/** The stops of a past visit in order: where, until when, and how long the patient waited [LINE-4]. */
export function StopList({ stops }: { stops: VisitStops }): ReactNode {
  return (
    <ol className="flex flex-col gap-1 text-sm text-ink-soft tabular-nums">
      {stops.map((stop) => (
        <li key={stop.id}>
          <StopFacts stop={stop} />
        </li>
      ))}
    </ol>
  );
}

function StopFacts({ stop }: { stop: PatientEntry }): ReactNode {
  const { patientQueue: t, finishedVisit } = useMessages('patientQueue', 'finishedVisit');
  const format = useFormat();
  const { status, doctor, hospital, point, endedAt, startedAt, approvedAt } = stop;
  const waited = minutesBetween(approvedAt, startedAt);
  const where = point?.name ?? doctor.room;
  return (
    <Facts>
      <span className="font-medium text-ink">
        {(status === 'completed' ? t.changeDone : t.changeLeft)(doctor.name)}
      </span>
      {where !== null && <bdi>{where}</bdi>}
      {endedAt !== null && (
        <time dateTime={endedAt} title={format.exact(endedAt, hospital.timeZone)}>
          {format.time(endedAt, hospital.timeZone)}
        </time>
      )}
      {waited !== undefined && waited > 0 && finishedVisit.waited(waited)}
    </Facts>
  );
}
