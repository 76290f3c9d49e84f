import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { isCalledLongAgo } from '@baari/contract/called-long-ago.ts';
import { whereToGo } from '@baari/contract/lines/where-to-go.ts';
import { BellRing } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { useMedicalName } from '../../../i18n/use-medical-name.ts';
import { useWhose } from '../../../shared/patient/use-whose.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ClockTime, RelativeTime } from '../../../ui/text/time.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { SharePlace } from './more/share-place.tsx';

/** Lazily loaded, because most visits end within minutes after the patient is called in. */
const AfterCall = lazy(async () => ({ default: (await import('../after-call.tsx')).AfterCall }));

/** Shown when the patient is called in. If that was long ago, asks whether the visit is over. */
export function Called({ entry, isOnly }: { entry: PatientEntry; isOnly: boolean }): ReactNode {
  const now = useNow();
  const { startedAt, saidOver } = entry;
  const isLong = isCalledLongAgo(startedAt === null ? null : Date.parse(startedAt), now);
  if (import.meta.env.SSR || !isLong) return <TurnPanel entry={entry} fills={isOnly} />;
  return (
    <div className="flex flex-col gap-4">
      <Suspense fallback={null}>
        <AfterCall entry={entry} />
      </Suspense>
      {!saidOver && <TurnPanel entry={entry} fills={false} />}
    </div>
  );
}

/**
 * Tells the patient to come in. It fills the screen, or a large part of the screen if the account
 * has other places in line [PAT-11].
 */
function TurnPanel({ entry, fills }: { entry: PatientEntry; fills: boolean }): ReactNode {
  const { patientQueue: t, arrival } = useMessages('patientQueue', 'arrival');
  const nameOf = useMedicalName();
  const { doctor, hospital, startedAt, token } = entry;
  const name = useWhose()(entry.patient);
  const zone = hospital.timeZone;
  // A place in line that an earlier version of the app stored has no room.
  const room = whereToGo(doctor);
  const where = room ? t.inRoom(room) : t.withDoctor(doctor.name);
  const isNamed = where.includes(doctor.name);
  return (
    <Card
      as="article"
      padding="large"
      className={classNames(
        'flex flex-col justify-center gap-6 border-transparent bg-turn text-center text-on-turn',
        fills ? 'min-h-[calc(100dvh-9.5rem)]' : 'min-h-[60dvh]',
      )}
    >
      <BellRing aria-hidden="true" strokeWidth={1.75} className="mx-auto size-20" />
      <div>
        <p className="text-5xl leading-display font-bold tracking-tight text-balance sm:text-7xl">
          {name === undefined ? t.turnHeadline : t.turnOf(name)}
        </p>
        <p className="mt-4 text-xl font-semibold text-balance sm:text-2xl">
          {name === undefined ? t.turnGoIn(where) : t.turnGoInFor(name, where)}
        </p>
        <p className="mt-1 text-base">
          {[!isNamed && doctor.name, nameOf(doctor.department), hospital.name]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {token && (
        <dl>
          <dt className="text-base">{arrival.yourToken}</dt>
          <dd className="text-3xl font-bold tabular-nums">{token}</dd>
        </dl>
      )}
      {startedAt !== null && (
        <p className="text-base">
          {`${t.turnSince} `}
          <ClockTime moment={startedAt} zone={zone} className="font-semibold" />
          {' · '}
          <RelativeTime moment={startedAt} zone={zone} />
        </p>
      )}
      {!import.meta.env.SSR && (
        <SharePlace entry={entry} variant="secondary" className="self-center print:hidden" />
      )}
    </Card>
  );
}
