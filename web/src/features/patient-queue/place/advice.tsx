import { noBreak } from '@baari/contract/text/no-break.ts';
import {
  BellRing,
  DoorClosed,
  DoorOpen,
  Hourglass,
  House,
  type LucideIcon,
  Navigation,
  Signpost,
} from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { fetchedPart } from '../../../ui/dialog/fetched-part.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { useOutsideHours } from '../../../shared/hospital/use-opening.ts';
import type { Advice } from './my-place.ts';
import { adviceTitle } from './words/advice-title.ts';

/** Lazily loaded, because a patient who has checked in does not need the way to the hospital. */
const WayThere = fetchedPart(async () => (await import('./more/way-there.tsx')).WayThere);

/**
 * Says in one banner what the patient should do now. It is yellow when the patient must act
 * [PAT-11].
 */
export function AdviceBand({
  advice,
  entry: { hospital, doctor, checkedInAt },
  name,
}: {
  advice: Advice;
  entry: PatientEntry;
  /**
   * The name of another person of the account whose place is shown. Undefined for the user's own
   * place.
   */
  name: string | undefined;
}): ReactNode {
  const { patientQueue: t, people } = useMessages('patientQueue', 'people');
  const format = useFormat();
  const { icon: Icon, acts } = looks[advice.kind];
  const leaves = advice.kind === 'stayUntil';
  const now = useNow();
  const outsideHours = useOutsideHours(hospital.opening, hospital.timeZone);
  // While the hospital is closed, nobody looks at a request.
  const text =
    advice.kind === 'pending' && outsideHours
      ? t.shutAsk(outsideHours.opens)
      : t.advice[advice.kind].text;
  const zone = hospital.timeZone;
  const place = advice.kind === 'next' ? doctor.room : acts || leaves ? hospital.name : null;
  return (
    <section
      aria-label={
        name === undefined ? t.whatNow : `${t.whatNow}${format.comma} ${people.forPerson(name)}`
      }
      className={classNames(
        'flex flex-col gap-3 px-5 py-4 sm:px-8',
        acts ? 'bg-turn text-on-turn' : 'bg-primary-soft text-ink',
      )}
    >
      <div className="flex items-start gap-3">
        <Icon
          aria-hidden="true"
          className={classNames('mt-0.5 size-6 shrink-0', !acts && 'text-primary-ink')}
        />
        <div className="flex min-w-0 flex-col gap-1">
          <p className="text-2xl leading-tight font-bold text-balance">
            {noBreak(adviceTitle(advice, { t, format, now, zone }))}
          </p>
          {place !== null && (
            <p className="text-lg leading-snug font-semibold">
              <bdi>{place}</bdi>
            </p>
          )}
          <p className="text-[0.9375rem]">{text}</p>
        </div>
      </div>
      {checkedInAt === null && (
        <Suspense fallback={<div className="min-h-11 md:pointer-fine:min-h-8" />}>
          <WayThere hospitalId={hospital.id} />
        </Suspense>
      )}
    </section>
  );
}

const looks: Record<Advice['kind'], { icon: LucideIcon; acts: boolean }> = {
  pending: { icon: Hourglass, acts: false },
  gone: { icon: House, acts: false },
  stay: { icon: House, acts: false },
  here: { icon: Hourglass, acts: false },
  goTo: { icon: Signpost, acts: false },
  shut: { icon: DoorClosed, acts: false },
  stayUntil: { icon: House, acts: false },
  leaveNow: { icon: Navigation, acts: true },
  next: { icon: DoorOpen, acts: true },
  turn: { icon: BellRing, acts: true },
};
