import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import type { Board } from '@baari/contract/hospital/screen.ts';
import { Volume2, VolumeX } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { serverNow } from '../../clock/clock.ts';
import { loadAreas, loadedMessages } from '../../i18n/catalogue.ts';
import { useFormat, useLanguage, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LanguageMenu } from '../../ui/text/language-menu.tsx';
import { LogoMark } from '../../ui/layout/logo.tsx';
import { PulsingDots } from '../../ui/chart/pulsing-dots.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { useOwnLanguage } from '../../ui/text/use-own-language.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { BoardGrid } from './board-grid.tsx';
import { type Caller, openCaller, type Sentence } from './caller.ts';
import { boardIn, callIn, newCalls, sentenceOf, type TokenCall } from './calls.ts';
import { useBoard } from './use-board.ts';
import { useWakeLock } from './use-wake-lock.ts';

/**
 * The maximum number of languages in which a patient is announced. With more languages, the next
 * patient would be called before the announcement ends.
 */
const mostSpoken = 3;
/** How long a called token number stays highlighted, in ms. */
const calledMs = 9000;

/**
 * The waiting room's display. It shows only token numbers, and announces each number when the
 * patient is called in [ARR-6].
 */
export function Display({ linkKey }: { linkKey: string }): ReactNode {
  const { screens } = useMessages('screens');
  const { language } = useLanguage();
  const [called, setCalled] = useState<readonly TokenCall[]>([]);
  const [caller, setCaller] = useState<Caller>();
  const [hasChosen, setChosen] = useState(false);
  useWakeLock();
  const { board, state, lastByteAt, isUnknown } = useBoard(linkKey, (next, before) => {
    const calls = newCalls(before, next, serverNow());
    if (calls.length === 0) return;
    setCalled(calls);
    for (const call of calls) caller?.call(call);
  });
  useEffect(() => {
    if (called.length === 0) return;
    const timer = setTimeout(() => setCalled([]), calledMs);
    return () => clearTimeout(timer);
  }, [called]);
  useEffect(() => () => caller?.close(), [caller]);
  const languages = board?.hospital.languages;
  useOwnLanguage(languages);
  const spoken = useRef<readonly Language[]>([]);
  useEffect(() => {
    spoken.current = languages?.slice(0, mostSpoken) ?? [];
    // If the texts of a language fail to load, announcements in that language are left out.
    for (const language of spoken.current) loadAreas(language, ['screens']).catch(console.warn);
  }, [languages]);
  const sentencesOf = (call: TokenCall) => sentencesIn(spoken.current, call);

  if (isUnknown || linkKey === '') {
    return (
      <div className="grid min-h-dvh place-items-center p-6">
        <ErrorState
          headingLevel={1}
          title={screens.unknownTitle}
          description={screens.unknown}
          className="max-w-xl"
        />
      </div>
    );
  }
  return (
    <div className="flex min-h-dvh flex-col gap-[1.6vmin] p-[2.2vmin] lg:h-dvh lg:overflow-hidden">
      <Head board={board} />
      {/* A small screen scrolls. The foot starts below it, because the board will push it there. */}
      <main className={classNames('min-h-0 flex-1', board === undefined && 'max-lg:min-h-dvh')}>
        <h1 className="sr-only">{screens.display}</h1>
        {board ? <BoardGrid board={boardIn(board, language)} called={called} /> : <Waiting />}
        <p role="status" className="sr-only">
          {called
            .map((call) =>
              sentenceOf(callIn(call, language), {
                toRoom: screens.calledToRoom,
                toDoctor: screens.called,
              }),
            )
            .join(' ')}
        </p>
      </main>
      <Foot
        languages={languages}
        isOld={board !== undefined && state !== 'live'}
        lastByteAt={lastByteAt}
        sound={
          <SoundButton
            isAsking={!hasChosen}
            isOn={caller !== undefined}
            onChange={(isOn) => {
              setChosen(true);
              setCaller(isOn ? openCaller(sentencesOf) : undefined);
            }}
          />
        }
      />
    </div>
  );
}

/**
 * Returns the announcement in all languages of the hospital, whatever language the screen shows.
 * People in a waiting room understand different languages.
 */
function sentencesIn(languages: readonly Language[], call: TokenCall): readonly Sentence[] {
  return languages.flatMap((language) => {
    const { screens } = loadedMessages(language);
    if (screens === undefined) return [];
    const words = { toRoom: screens.calledToRoom, toDoctor: screens.called };
    return [
      { text: sentenceOf(callIn(call, language), words), language: aboutLanguages[language].voice },
    ];
  });
}

function Head({ board }: { board: Board | undefined }): ReactNode {
  const format = useFormat();
  const now = useNow();
  return (
    <header className="flex items-center gap-[1.6vmin]">
      <LogoMark className="h-[4vmin] min-h-6 w-auto" />
      <p className="flex min-w-0 flex-1 text-[clamp(1.125rem,3.4vmin,2.75rem)] font-bold tracking-tight text-ink">
        {/* The space keeps the height of the line until the name is known. */}
        <bdi className="truncate">{board?.hospital.name ?? '\u00a0'}</bdi>
      </p>
      {board && (
        <p className="text-[clamp(1.125rem,3.4vmin,2.75rem)] font-semibold text-ink tabular-nums">
          {format.time(now, board.hospital.timeZone)}
        </p>
      )}
    </header>
  );
}

function Waiting(): ReactNode {
  const { screens } = useMessages('screens');
  return (
    <div
      role="status"
      className="flex h-full min-h-60 flex-col items-center justify-center gap-[1.6vmin] text-primary-ink"
    >
      <PulsingDots />
      <p className="text-[clamp(1.125rem,3.4vmin,2.75rem)] text-ink-soft">{screens.connecting}</p>
    </div>
  );
}

function Foot({
  isOld,
  lastByteAt,
  sound,
  languages,
}: {
  isOld: boolean;
  lastByteAt: number | null;
  sound: ReactNode;
  languages: readonly Language[] | undefined;
}): ReactNode {
  const { screens } = useMessages('screens');
  const format = useFormat();
  const now = useNow();
  return (
    <footer className="flex min-h-11 flex-wrap items-center justify-between gap-2">
      {isOld ? (
        <p
          role="status"
          className="rounded-control bg-warning-soft px-4 py-2 text-[clamp(1rem,2.2vmin,1.75rem)] font-semibold text-warning-ink"
        >
          {lastByteAt === null
            ? screens.connecting
            : screens.oldData(format.relative(lastByteAt, Math.max(now, lastByteAt)))}
        </p>
      ) : (
        <span />
      )}
      <span className="flex items-center gap-1">
        {sound}
        <LanguageMenu among={languages} />
      </span>
    </footer>
  );
}

/**
 * The button that turns the sound on. It is large until the first user action, because browsers
 * play no sound before. It never covers the board, which must stay readable if the screen restarts
 * after a power cut.
 */
function SoundButton({
  isAsking,
  isOn,
  onChange,
}: {
  isAsking: boolean;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}): ReactNode {
  const { screens } = useMessages('screens');
  if (isAsking) {
    return (
      <Button
        variant="primary"
        size="large"
        title={screens.tapForSoundHint}
        icon={<Volume2 aria-hidden="true" />}
        onClick={() => onChange(true)}
      >
        {screens.tapForSound}
      </Button>
    );
  }
  return (
    <Button
      variant="quiet"
      size="small"
      aria-pressed={isOn}
      icon={isOn ? <Volume2 aria-hidden="true" /> : <VolumeX aria-hidden="true" />}
      onClick={() => onChange(!isOn)}
    >
      {isOn ? screens.soundOn : screens.soundOff}
    </Button>
  );
}
