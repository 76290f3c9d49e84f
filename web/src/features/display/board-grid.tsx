import type { Board } from '@baari/contract/hospital/screen.ts';
import { BellRing, Coffee } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { classNames } from '../../ui/class-names.ts';
import { useMedia } from '../../ui/hooks/use-media.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { pageOf, type TokenCall } from './calls.ts';

type BoardDoctor = Board['doctors'][number];
type BoardLine = Board['lines'][number];

/**
 * A tile of the waiting room's display. Only a tile of a shared line has `points`, its service
 * points.
 */
type Tile = BoardDoctor | BoardLine;

/** How long the display shows one page of tiles, in ms. */
const pageMs = 12_000;

/**
 * The tiles for doctors and shared lines, page by page if they do not fit on the screen. The page
 * with a called patient is shown at once.
 */
export function BoardGrid({
  board,
  called,
}: {
  board: Board;
  called: readonly TokenCall[];
}): ReactNode {
  const { screens } = useMessages('screens');
  const tiles: readonly Tile[] = [...board.doctors, ...board.lines];
  const perPage = usePerPage(tiles.length);
  const isUpright = useMedia('(orientation: portrait)');
  const pages = Math.max(1, Math.ceil(tiles.length / perPage));
  const turn = useTurns(pages > 1 && called.length === 0);
  if (tiles.length === 0) {
    return (
      <p className="grid h-full min-h-60 place-items-center text-center text-3xl text-ink-soft">
        {screens.noDoctors}
      </p>
    );
  }
  const calledTokens = new Set(called.map(({ token }) => token));
  const isCalled = (tile: Tile) => {
    const places = 'points' in tile ? tile.points : [tile];
    return places.some(({ serving }) => serving !== null && calledTokens.has(serving.token));
  };
  const shown =
    called.length > 0
      ? [
          ...tiles.filter(isCalled),
          ...pageOf(tiles, perPage, turn).filter((tile) => !isCalled(tile)),
        ].slice(0, Math.max(perPage, called.length))
      : pageOf(tiles, perPage, turn);
  return (
    <div className="flex h-full flex-col gap-[1.2vmin]">
      <ul
        className={classNames(
          'grid min-h-0 flex-1 auto-rows-fr gap-[1.6vmin]',
          columns[columnsFor(shown.length, isUpright)],
        )}
      >
        {shown.map((tile) =>
          'points' in tile ? (
            <LineTile key={tile.id} line={tile} calledTokens={calledTokens} />
          ) : (
            <DoctorTile
              key={tile.id}
              doctor={tile}
              zone={board.hospital.timeZone}
              isCalled={isCalled(tile)}
            />
          ),
        )}
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
  const { serving } = doctor;
  return (
    <li
      className={classNames(
        '@container flex min-w-0 flex-col gap-[0.6vmin] rounded-card border p-[1.8vmin] transition-colors',
        isCalled ? 'border-turn-line bg-turn-soft' : 'border-line bg-surface',
      )}
    >
      <div className="flex min-w-0 flex-col">
        <h2 className="flex text-[clamp(1.125rem,2.7vmin,2.125rem)] leading-[1.4] font-bold text-ink">
          <bdi className="truncate">{doctor.name}</bdi>
        </h2>
        <p className="flex gap-[1vmin] text-[clamp(0.9375rem,1.9vmin,1.5rem)] leading-snug text-ink-soft">
          <span className="truncate">{nameOf(doctor.department)}</span>
          {doctor.room !== null && (
            <span className="ms-auto shrink-0 font-bold text-ink">{doctor.room}</span>
          )}
        </p>
      </div>
      <div className="flex flex-1 flex-col justify-center">
        <p
          className={classNames(
            'flex items-center gap-2 text-[clamp(0.9375rem,2vmin,1.5rem)] leading-[1.4] font-semibold',
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
            // The text is as large as the screen and tile allow. A token number is three times as
            // wide as high, the word "nobody" up to eight times.
            serving
              ? 'text-[clamp(1.75rem,min(8.4vmin,30cqi),7rem)]'
              : 'text-[clamp(1.125rem,min(4.6vmin,12.5cqi),4rem)]',
            isCalled ? 'text-turn-ink' : serving ? 'text-primary-ink' : 'text-ink-soft',
          )}
        >
          {serving ? serving.token : screens.nobody}
        </p>
      </div>
      <StateLine doctor={doctor} zone={zone} />
      <Next {...doctor} />
    </li>
  );
}

/** The maximum number of service points that a line's tile shows. */
const pointsShown = 6;

/** If a tile has at most this many service points, their token numbers are shown large. */
const fewPoints = 2;

/**
 * The tile of a shared line: the token number at each service point. The number that was called
 * last is marked [LINE-2].
 */
function LineTile({
  line,
  calledTokens,
}: {
  line: BoardLine;
  calledTokens: ReadonlySet<string>;
}): ReactNode {
  const { screens } = useMessages('screens');
  const isCalledAt = ({ serving }: BoardLine['points'][number]) =>
    serving !== null && calledTokens.has(serving.token);
  const isCalled = line.points.some(isCalledAt);
  // Service points with a patient come first, so that the tile always shows these.
  const busy = line.points.filter(({ serving }) => serving !== null);
  const free = line.points.filter(({ serving }) => serving === null);
  const shown = line.points.length > pointsShown ? [...busy, ...free] : line.points;
  return (
    <li
      className={classNames(
        '@container flex min-w-0 flex-col gap-[0.6vmin] rounded-card border p-[1.8vmin] transition-colors',
        isCalled ? 'border-turn-line bg-turn-soft' : 'border-line bg-surface',
      )}
    >
      <h2 className="flex text-[clamp(1.125rem,2.7vmin,2.125rem)] leading-[1.4] font-bold text-ink">
        <bdi className="truncate">{line.name}</bdi>
      </h2>
      <ul className="flex flex-1 flex-col justify-center gap-[0.6vmin]">
        {shown.length === 0 && (
          <li className="text-[clamp(0.9375rem,2vmin,1.5rem)] text-ink-soft">{screens.noPoint}</li>
        )}
        {shown.slice(0, pointsShown).map((point) => (
          <li
            key={point.id}
            className={classNames(
              'flex items-baseline justify-between gap-[1vmin]',
              isCalledAt(point) ? 'text-turn-ink' : 'text-ink',
            )}
          >
            <span className="flex min-w-0 items-center gap-2 text-[clamp(0.9375rem,2.2vmin,1.75rem)]">
              {isCalledAt(point) && (
                <BellRing aria-hidden="true" className="size-[1.1em] shrink-0" />
              )}
              <span className="line-clamp-2 leading-tight">
                <bdi>{point.name}</bdi>
              </span>
            </span>
            <span
              className={classNames(
                'shrink-0 leading-none tabular-nums',
                point.serving
                  ? classNames(
                      'font-bold tracking-tight',
                      shown.length > fewPoints
                        ? 'text-[clamp(1.5rem,4vmin,3.25rem)]'
                        : 'text-[clamp(1.75rem,min(6.5vmin,18cqi),5rem)]',
                    )
                  : 'text-[clamp(0.9375rem,2.2vmin,1.75rem)] text-ink-soft',
                point.serving && !isCalledAt(point) && 'text-primary-ink',
              )}
            >
              {point.serving ? point.serving.token : screens.nobody}
            </span>
          </li>
        ))}
      </ul>
      <Next {...line} />
    </li>
  );
}

/** Shows the next token numbers, and how many more patients wait. */
function Next({ next, waiting }: Pick<Tile, 'next' | 'waiting'>): ReactNode {
  const { screens } = useMessages('screens');
  const rest = waiting - next.length;
  return (
    <div className="border-t border-line pt-[1vmin]">
      <p className="text-[clamp(0.875rem,1.7vmin,1.25rem)] leading-[1.4] text-ink-soft">
        {screens.next}
      </p>
      <p className="flex min-h-[1.4em] flex-wrap gap-x-[1.6vmin] text-[clamp(1.125rem,2.9vmin,2.25rem)] leading-[1.2] font-semibold text-ink tabular-nums">
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
  );
}

/** Says why nobody is called in: a break or an absent doctor. Otherwise renders nothing. */
function StateLine({ doctor, zone }: { doctor: BoardDoctor; zone: string }): ReactNode {
  const { screens } = useMessages('screens');
  const format = useFormat();
  const now = useNow();
  const { status, breakUntil } = doctor;
  if (breakUntil === null && status === 'Available') return null;
  const isOnBreak = breakUntil !== null && status !== 'Offline';
  return (
    <p className="flex items-center gap-2 text-[clamp(0.9375rem,2vmin,1.5rem)] leading-[1.4] font-semibold text-warning-ink">
      {isOnBreak && <Coffee aria-hidden="true" className="size-[1.1em]" />}
      {text()}
    </p>
  );

  function text(): string {
    if (isOnBreak) return screens.onBreakUntil(format.time(breakUntil, zone));
    if (status === 'Busy') return screens.busy;
    if (breakUntil === null) return screens.offline;
    return screens.offlineUntil(format.coming(breakUntil, now, zone));
  }
}

const columns = {
  1: 'grid-cols-1',
  2: 'grid-cols-1 sm:grid-cols-2',
  3: 'grid-cols-1 sm:grid-cols-2 lg:grid-cols-3',
  4: 'grid-cols-1 sm:grid-cols-2 lg:grid-cols-4',
} as const;

/**
 * The number of columns for a nearly square grid of tiles. A screen in portrait format gets more
 * rows instead.
 */
function columnsFor(doctors: number, isUpright: boolean): keyof typeof columns {
  if (doctors <= 1 || (isUpright && doctors <= 4)) return 1;
  if (isUpright) return 2;
  if (doctors <= 2 || doctors === 4) return 2;
  return doctors <= 6 ? 3 : 4;
}

/**
 * The number of tiles on one page of the display. A large screen shows eight tiles; a small screen
 * scrolls and shows all.
 */
function usePerPage(all: number): number {
  return useMedia('(min-width: 64rem)') ? 8 : Math.max(1, all);
}

/**
 * The index of the page of tiles to show. The index increases every `pageMs` while `isRunning` is
 * true.
 */
function useTurns(isRunning: boolean): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setTurn((before) => before + 1), pageMs);
    return () => clearInterval(timer);
  }, [isRunning]);
  return turn;
}
