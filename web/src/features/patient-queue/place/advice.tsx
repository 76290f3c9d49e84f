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
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import type { Advice } from './my-place.ts';

/** What to do now, in one banner; yellow when the patient must act [PAT-11]. */
export function AdviceBand({
  advice,
  zone,
  name,
}: {
  advice: Advice;
  zone: string;
  /** The other person's name; undefined for the reader's own place. */
  name: string | undefined;
}): ReactNode {
  const { patientQueue: t, people } = useMessages('patientQueue', 'people');
  const format = useFormat();
  const { icon: Icon, acts } = looks[advice.kind];
  const now = useNow();
  const { text } = t.advice[advice.kind];
  return (
    <section
      aria-label={
        name === undefined ? t.whatNow : `${t.whatNow}${format.comma} ${people.forPerson(name)}`
      }
      className={classNames(
        'flex items-start gap-3 px-5 py-4 sm:px-8',
        acts ? 'bg-turn text-on-turn' : 'bg-primary-soft text-ink',
      )}
    >
      <Icon
        aria-hidden="true"
        className={classNames('mt-0.5 size-6 shrink-0', !acts && 'text-primary-ink')}
      />
      <div>
        <p className="text-lg leading-snug font-semibold text-balance">{noBreak(title())}</p>
        <p className="text-[0.9375rem]">{text}</p>
      </div>
    </section>
  );

  function title(): string {
    if (advice.kind === 'stayUntil') {
      return t.advice.stayUntil.title(format.time(advice.leaveAt, zone));
    }
    if (advice.kind === 'goTo') return t.advice.goTo.title(advice.where);
    if (advice.kind !== 'shut') return t.advice[advice.kind].title;
    const { opensAt } = advice;
    return t.shut(opensAt === null ? undefined : format.coming(opensAt, now, zone));
  }
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
