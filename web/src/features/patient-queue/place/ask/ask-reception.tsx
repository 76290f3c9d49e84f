import { isGoneState } from '@baari/contract/queue/announced-wait.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { useQuery } from '@tanstack/react-query';
import { ConciergeBell } from 'lucide-react';
import type { ReactNode } from 'react';
import { nextSlotsQuery } from '../../../../shared/hospital/next-slots-query.ts';
import { hospitalDoctorsQuery } from '../../../../api/queries/queries.ts';
import { useFormat, useMessages } from '../../../../i18n/language.tsx';
import { TextLink } from '../../../../ui/link.tsx';
import { useNow } from '../../../../ui/hooks/use-now.ts';
import { useWhen } from '../../../../ui/text/use-when.ts';
import { WayThere } from '../more/way-there.tsx';
import { isGone } from '../my-place.ts';
import { seeingToday } from './seeing-today.ts';

/**
 * What a patient can do when nobody is called in, or the hospital may close first: ask the
 * reception, book an appointment, or choose another doctor. Only what the hospital offers is shown
 * [PAT-11, INV-16].
 */
export default function AskReception({
  entry,
  name,
}: {
  entry: PatientEntry;
  /** The name of the person whose place in line is shown. Undefined for the account's owner. */
  name: string | undefined;
}): ReactNode {
  const { lineState: t, patientQueue, people } = useMessages('lineState', 'patientQueue', 'people');
  const format = useFormat();
  const mayMiss = entry.line !== null && entry.line.state !== 'silent';
  if (!isGone(entry)) return mayMiss && <Instead entry={entry} />;
  const whose = name === undefined ? '' : `${format.comma} ${people.forPerson(name)}`;
  return (
    <section
      aria-label={`${patientQueue.whatNow}${whose}`}
      className="flex items-start gap-3 bg-primary-soft px-5 py-4 text-ink sm:px-8"
    >
      <ConciergeBell aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-primary-ink" />
      <div className="min-w-0">
        <p className="text-2xl leading-tight font-bold text-balance">{t.askTitle}</p>
        <p className="mb-2 text-[0.9375rem]">{t.askText}</p>
        {entry.checkedInAt === null && <WayThere hospitalId={entry.hospital.id} />}
        {mayMiss && <Instead entry={entry} />}
      </div>
    </section>
  );
}

/**
 * Shows the doctor's next free appointment, and other doctors of the department who can see the
 * patient.
 */
function Instead({ entry }: { entry: PatientEntry }): ReactNode {
  const { lineState: t } = useMessages('lineState');
  const format = useFormat();
  const when = useWhen();
  const now = useNow();
  const { doctor, hospital } = entry;
  const slots = useQuery(nextSlotsQuery(hospital.id));
  const doctors = useQuery(hospitalDoctorsQuery(hospital.id));
  const slot = slots.data?.nextSlots.find(({ doctorId }) => doctorId === doctor.id);
  const others = seeingToday(doctors.data ?? [], doctor);
  const inset = isGoneState(entry.line?.state ?? 'running') ? '' : 'px-5 pb-3 sm:px-8';
  if (slot === undefined && others.length === 0) return null;
  return (
    <div className={`flex flex-col gap-2 pt-2 text-[0.9375rem] print:hidden ${inset}`}>
      {slot !== undefined && (
        <TextLink href={doctorPath(doctor.id)}>
          {t.bookWith(format.coming(slot.startsAt, now, hospital.timeZone))}
        </TextLink>
      )}
      {others.length > 0 && (
        <div>
          <p className="text-sm text-ink-soft">{t.seesToday}</p>
          <ul>
            {others.map((other) => (
              <li key={other.id} className="py-0.5">
                <TextLink href={doctorPath(other.id)}>
                  <bdi>{other.name}</bdi>
                </TextLink>
                {` · ${when(other.waitIfJoinedNow, hospital.timeZone) ?? ''}`}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );

  function doctorPath(id: string): string {
    return `/patient/hospital/${hospital.id}/doctor/${id}`;
  }
}
