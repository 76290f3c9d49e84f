import type { Board } from '@baari/contract/screen.ts';
import { BellRing, Coffee } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { classNames } from '../../ui/class-names.ts';
import { useMedia } from '../../ui/use-media.ts';
import { pageOf, type TokenCall } from './calls.ts';

type BoardDoctor = Board['doctors'][number];

/** How long a page of doctors stays before the next one comes. */
const pageMs = 12_000;

/** The doctors, a page at a time where they do not fit; who is called comes to the front at once. */
export function BoardGrid({
  board,
  called,
}: {
  board: Board;
  called: readonly TokenCall[];
}): ReactNode {
  const { screens } = useMessages('screens');
  const perPage = usePerPage(board.doctors.length);
  const pages = Math.max(1, Math.ceil(board.doctors.length / perPage));
  const turn = useTurns(pages > 1 && called.length === 0);
  if (board.doctors.length === 0) {
    return (
      <p className="grid h-full min-h-60 place-items-center text-center text-3xl text-ink-soft">
        {screens.noDoctors}
      </p>
    );
  }
  const calledTokens = new Set(called.map(({ token }) => token));
  const isCalled = ({ serving }: BoardDoctor) =>
    serving !== null && calledTokens.has(serving.token);
  const shown =
    called.length > 0
      ? [
          ...board.doctors.filter(isCalled),
          ...pageOf(board.doctors, perPage, turn).filter((doctor) => !isCalled(doctor)),
        ].slice(0, Math.max(perPage, called.length))
      : pageOf(board.doctors, perPage, turn);
  return (
    <div className="flex h-full flex-col gap-[1.2vmin]">
      <ul
        className={classNames(
          'grid min-h-0 flex-1 auto-rows-fr gap-[1.6vmin]',
          columns[columnsFor(shown.length)],
        )}
      >
        {shown.map((doctor) => (
          <DoctorTile
            key={doctor.id}
            doctor={doctor}
            zone={board.hospital.timeZone}
            isCalled={isCalled(doctor)}
          />
        ))}
      </ul>
      {pages > 1 && (
        <p className="text-center text-[clamp(0.875rem,1.8vmin,1.25rem)] text-ink-soft tabular-nums">
          {screens.pageOf((turn % pages) + 1, pages)}
        </p>
      )}
    </div>
  );
}

function DoctorTile({
  doctor,
  zone,
  isCalled,
}: {
  doctor: BoardDoctor;
  zone: string;
  isCalled: boolean;
}): ReactNode {
  const { screens } = useMessages('screens');
  const nameOf = useMedicalName();
  const { serving, next, waiting } = doctor;
  const rest = waiting - next.length;
  return (
    <li
      className={classNames(
        'flex min-w-0 flex-col gap-[1vmin] rounded-card border p-[2vmin] transition-colors',
        isCalled ? 'border-turn-line bg-turn-soft' : 'border-line bg-surface',
      )}
    >
      <div className="flex min-w-0 flex-col">
        <h2 className="truncate text-[clamp(1.125rem,2.7vmin,2.125rem)] leading-tight font-bold text-ink">
          {doctor.name}
        </h2>
        <p className="flex gap-[1vmin] text-[clamp(0.9375rem,1.9vmin,1.5rem)] text-ink-soft">
          <span className="truncate">{nameOf(doctor.department)}</span>
          {doctor.room !== null && (
            <span className="ml-auto shrink-0 font-bold text-ink">{doctor.room}</span>
          )}
        </p>
      </div>
      <div className="flex flex-1 flex-col justify-center">
        <p
          className={classNames(
            'flex items-center gap-2 text-[clamp(0.9375rem,2vmin,1.5rem)] font-semibold',
            isCalled ? 'text-turn-ink' : 'text-ink-soft',
          )}
        >
          {isCalled && <BellRing aria-hidden="true" className="size-[1.2em]" />}
          {isCalled
            ? doctor.room === null
              ? screens.calling
              : screens.goInTo(doctor.room)
            : screens.nowServing}
        </p>
        <p
          className={classNames(
            'leading-none font-bold tracking-tight whitespace-nowrap tabular-nums',
            serving ? 'text-[clamp(2.75rem,8.4vmin,7rem)]' : 'text-[clamp(1.75rem,4.6vmin,4rem)]',
            isCalled ? 'text-turn-ink' : serving ? 'text-primary-ink' : 'text-ink-soft',
          )}
        >
          {serving ? serving.token : screens.nobody}
        </p>
      </div>
      <StateLine doctor={doctor} zone={zone} />
      <div className="border-t border-line pt-[1vmin]">
        <p className="text-[clamp(0.875rem,1.7vmin,1.25rem)] text-ink-soft">{screens.next}</p>
        <p className="flex min-h-[1.4em] flex-wrap gap-x-[1.6vmin] text-[clamp(1.125rem,2.9vmin,2.25rem)] leading-snug font-semibold text-ink tabular-nums">
          {next.length === 0 && (
            <span className="font-normal text-ink-soft">{screens.nobodyNext}</span>
          )}
          {next.map((token) => (
            <span key={token} className="whitespace-nowrap">
              {token}
            </span>
          ))}
          {rest > 0 && <span className="font-normal text-ink-soft">{screens.more(rest)}</span>}
        </p>
      </div>
    </li>
  );
}

/** Why nobody is called: a break, or the doctor is not here; nothing while all is as usual. */
function StateLine({ doctor, zone }: { doctor: BoardDoctor; zone: string }): ReactNode {
  const { screens } = useMessages('screens');
  const format = useFormat();
  const { status, breakUntil } = doctor;
  if (breakUntil === null && status === 'Available') return null;
  const text =
    breakUntil !== null
      ? screens.onBreakUntil(format.time(breakUntil, zone))
      : status === 'Busy'
        ? screens.busy
        : screens.offline;
  return (
    <p className="flex items-center gap-2 text-[clamp(0.9375rem,2vmin,1.5rem)] font-semibold text-warning-ink">
      {breakUntil !== null && <Coffee aria-hidden="true" className="size-[1.1em]" />}
      {text}
    </p>
  );
}

const columns = {
  1: 'grid-cols-1',
  2: 'grid-cols-1 sm:grid-cols-2',
  3: 'grid-cols-1 sm:grid-cols-2 lg:grid-cols-3',
  4: 'grid-cols-1 sm:grid-cols-2 lg:grid-cols-4',
} as const;

/** As square as the number of doctors allows. */
function columnsFor(doctors: number): keyof typeof columns {
  if (doctors <= 1) return 1;
  if (doctors <= 2 || doctors === 4) return 2;
  return doctors <= 6 ? 3 : 4;
}

/** On a wide screen two rows fit; a narrow one is scrolled and shows them all. */
function usePerPage(all: number): number {
  return useMedia('(min-width: 64rem)') ? 8 : Math.max(1, all);
}

/** Counts up while it runs. */
function useTurns(isRunning: boolean): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setTurn((before) => before + 1), pageMs);
    return () => clearInterval(timer);
  }, [isRunning]);
  return turn;
}
