import type { HospitalVerification } from '@baari/contract/constants.ts';
import { isAskState, isGoneState } from '@baari/contract/queue/announced-wait.ts';
import type { Language } from '@baari/contract/languages.ts';
import { checkInAtKiosk, type KioskArrival, openKiosk } from '@baari/contract/visit/arrival.ts';
import { leaveKioskQuestions } from '@baari/contract/visit/assessment.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Delete } from 'lucide-react';
import {
  type FormEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { call } from '../../api/client.ts';
import { ApiProblem } from '../../api/problems/problem.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { LanguageMenu } from '../../ui/text/language-menu.tsx';
import { LogoMark } from '../../ui/layout/logo.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { VerificationBadge } from '../../ui/standing-mark.tsx';
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { useOwnLanguage } from '../../ui/text/use-own-language.ts';
import { useWhen } from '../../ui/text/use-when.ts';
import { useAttended } from './use-attended.ts';
import { useCountdown } from './use-countdown.ts';

/** Lazily loaded, because most patients do not answer questions on the tablet. */
const fetchQuestions = () => import('./kiosk-questions.tsx');
const KioskQuestions = lazy(async () => ({ default: (await fetchQuestions()).KioskQuestions }));

/**
 * Lazily loaded, because this text is only for lines that call nobody in now, or whose hours may
 * end first.
 */
const AskText = lazy(() => import('../../shared/doctor/ask-text.tsx'));

/**
 * How many seconds the result of a check-in stays on screen: long enough to read, short enough for
 * the next person.
 */
const resetSeconds = 20;
/** If nobody types for this time in ms, the typed text is cleared. */
const idleMs = 45_000;
const longest = 16;
/**
 * The maximum length of the URL in a ticket's QR code. A scanner types this URL like a keyboard.
 */
const longestAddress = 200;

/** Self check-in on a tablet that many people share [ARR-5]. */
export function Kiosk({ linkKey }: { linkKey: string }): ReactNode {
  const { screens } = useMessages('screens');
  const problemText = useProblemText();
  const link = useQuery({
    queryKey: ['kiosk', linkKey],
    queryFn: ({ signal }) => call(openKiosk, { body: { key: linkKey }, signal }),
    enabled: linkKey !== '',
    retry: (failures, failure) => failures < 3 && !isUnknown(failure),
    refetchInterval: ({ state }) => (isUnknown(state.error) ? false : 60_000),
  });
  // Nothing about the patient is kept in this browser's cache.
  const write = useWrite(checkInAtKiosk, { gcTime: 0 });
  // A failure of this request does no harm, because the permission to answer also expires by
  // itself.
  const leave = useWrite(leaveKioskQuestions, { gcTime: 0 });
  const [first, setFirst] = useState('');
  const languages = link.data?.hospital.languages;
  const isAttended = useAttended(idleMs);
  // The language is reset for the next person, even if somebody changed the language and left
  // without checking in.
  useOwnLanguage(languages, write.isIdle && !isAttended);
  /** The permission with which the patient is now answering the questions. */
  const [answering, setAnswering] = useState<string>();
  const right = write.data?.questions?.right;

  /** Clears everything on the tablet's screen for the next person. */
  function clear(): void {
    if (right !== undefined) leave.mutate({ body: { key: linkKey, right } });
    setAnswering(undefined);
    write.reset();
  }

  if (linkKey === '' || isUnknown(link.error) || isUnknown(write.error)) {
    return (
      <Frame name={undefined}>
        <ErrorState headingLevel={1} title={screens.unknownTitle} description={screens.unknown} />
      </Frame>
    );
  }
  if (link.isError && !link.data) {
    return (
      <Frame name={undefined}>
        <ErrorState
          headingLevel={1}
          title={screens.kioskFailed}
          description={problemText(link.error)}
          action={<TryAgain query={link} />}
        />
      </Frame>
    );
  }
  return (
    <Frame
      name={link.data?.hospital.name}
      standing={link.data?.hospital.standing}
      languages={languages}
    >
      {right !== undefined && answering === right ? (
        <Suspense fallback={<ListSkeleton label={screens.kioskBusy} />}>
          <KioskQuestions linkKey={linkKey} right={right} onEnd={clear} />
        </Suspense>
      ) : write.data && link.data ? (
        <Arrived
          arrival={write.data.arrival}
          zone={link.data.hospital.timeZone}
          onDone={clear}
          onAnswer={right === undefined ? undefined : () => setAnswering(right)}
          onNext={(key) => {
            setFirst(key);
            clear();
          }}
        />
      ) : (
        <Ask
          first={first}
          busy={write.isPending}
          problem={write.isError ? problemText(write.error, screens.kioskFailed) : undefined}
          onAnswer={(answer) => {
            setFirst('');
            write.mutate({ body: { key: linkKey, answer } });
          }}
          onTyping={() => {
            if (write.isError) write.reset();
          }}
        />
      )}
    </Frame>
  );
}

function isUnknown(failure: unknown): boolean {
  return failure instanceof ApiProblem && failure.code === 'screen_unknown';
}

function Frame({
  name,
  standing,
  languages,
  children,
}: {
  name: string | undefined;
  languages?: readonly Language[] | undefined;
  standing?: HospitalVerification | undefined;
  children: ReactNode;
}): ReactNode {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-3xl flex-col gap-4 p-4 sm:p-6">
      <header className="flex items-center gap-3">
        <LogoMark className="h-7 w-auto" />
        <p className="flex min-w-0 flex-1 text-lg font-semibold text-ink">
          <bdi className="truncate">{name}</bdi>
        </p>
        {standing && <VerificationBadge standing={standing} />}
        <LanguageMenu among={languages} forNow />
      </header>
      <main className="flex flex-1 flex-col justify-center">{children}</main>
    </div>
  );
}

function Ask({
  first,
  busy,
  problem,
  onAnswer,
  onTyping,
}: {
  /** Text that was typed before the input field was mounted. */
  first: string;
  busy: boolean;
  problem: string | undefined;
  onAnswer: (answer: string) => void;
  onTyping: () => void;
}): ReactNode {
  const { screens } = useMessages('screens');
  const [typed, setTyped] = useState(first);
  const fieldId = useId();
  const field = useRef<HTMLInputElement>(null);
  // The field needs the focus, because a scanner types into the focused element.
  useEffect(() => field.current?.focus(), []);
  useKeyFromAnywhere((key) => {
    if (document.activeElement === field.current) return false;
    field.current?.focus();
    type(typed + key);
    return true;
  });
  useEffect(() => {
    if (typed === '') return;
    const timer = setTimeout(() => setTyped(''), idleMs);
    return () => clearTimeout(timer);
  }, [typed]);

  function type(next: string): void {
    // Upper and lower case matter in a URL but not in a token number.
    const isAddress = /[/:]/u.test(next);
    setTyped(isAddress ? next.slice(0, longestAddress) : next.slice(0, longest).toUpperCase());
    onTyping();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (typed.trim() === '' || busy) return;
    onAnswer(typed.trim());
    setTyped('');
  }

  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      <div className="text-center">
        <h1 tabIndex={-1} className="text-3xl font-bold tracking-tight text-ink sm:text-4xl">
          {screens.kioskTitle}
        </h1>
        <p className="mt-1 text-lg text-ink-soft">{screens.kioskLead}</p>
      </div>
      <div>
        <label htmlFor={fieldId} className="sr-only">
          {screens.kioskField}
        </label>
        <input
          ref={field}
          id={fieldId}
          value={typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          // Hides the tablet's on-screen keyboard, because it would cover the keys that this page
          // draws.
          inputMode="none"
          onChange={(event) => type(event.target.value)}
          className="h-20 w-full rounded-card border-2 border-control-line bg-surface text-center text-4xl font-bold tracking-widest text-ink tabular-nums focus-visible:border-primary"
        />
      </div>
      <div aria-live="assertive">{problem && <Notice tone="warning">{problem}</Notice>}</div>
      <Keys typed={typed} onType={type} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        className="min-h-16 text-xl"
        wide
        busy={busy}
        busyLabel={screens.kioskBusy}
        disabled={typed.trim() === ''}
      >
        {screens.kioskGo}
      </Button>
    </form>
  );
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'.split('');
const digits = '1234567890'.split('');

function Keys({ typed, onType }: { typed: string; onType: (next: string) => void }): ReactNode {
  const { screens } = useMessages('screens');
  return (
    <div className="flex flex-col gap-3">
      {/* Digits and Latin letters are laid out from left to right on keyboards of every
          language. */}
      <div className="grid grid-cols-5 gap-2 [direction:ltr]">
        {digits.map((key) => (
          <Key key={key} onPress={() => onType(typed + key)}>
            {key}
          </Key>
        ))}
      </div>
      <fieldset className="grid grid-cols-6 gap-2 [direction:ltr] sm:grid-cols-8">
        <legend className="sr-only">{screens.kioskLetters}</legend>
        {letters.map((key) => (
          <Key key={key} isSmall onPress={() => onType(typed + key)}>
            {key}
          </Key>
        ))}
      </fieldset>
      <div className="grid grid-cols-2 gap-2">
        <Key onPress={() => onType(typed.slice(0, -1))}>
          <span className="flex items-center justify-center gap-2">
            <Delete aria-hidden="true" className="size-6" />
            {screens.kioskDelete}
          </span>
        </Key>
        <Key onPress={() => onType('')}>{screens.kioskClear}</Key>
      </div>
    </div>
  );
}

function Key({
  isSmall = false,
  onPress,
  children,
}: {
  isSmall?: boolean;
  onPress: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <button
      type="button"
      onClick={onPress}
      className={`rounded-control border border-control-line/60 bg-surface font-semibold text-ink transition-colors select-none active:bg-sunken ${
        isSmall ? 'min-h-12 text-xl' : 'min-h-16 px-2 text-xl sm:text-2xl'
      }`}
    >
      {children}
    </button>
  );
}

/**
 * Shows the result of the check-in for some seconds. It shows no patient name, because other people
 * may look.
 */
function Arrived({
  arrival,
  zone,
  onDone,
  onAnswer,
  onNext,
}: {
  arrival: KioskArrival;
  /** The hospital's time zone. */
  zone: string;
  onDone: () => void;
  /**
   * Opens the questions before the visit. Undefined if the patient cannot answer them on this
   * tablet.
   */
  onAnswer: (() => void) | undefined;
  /** Called with the first character when the next person begins to type or to scan a ticket. */
  onNext: (key: string) => void;
}): ReactNode {
  const { screens, kioskQuestions, common } = useMessages('screens', 'kioskQuestions');
  const heading = useRef<HTMLHeadingElement>(null);
  const left = useCountdown(resetSeconds, onDone);
  const [cannotAnswer, setCannotAnswer] = useState(false);
  useEffect(() => heading.current?.focus(), []);
  useKeyFromAnywhere((key) => {
    onNext(key);
    return true;
  });
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <CircleCheck aria-hidden="true" className="size-20 text-success-ink" />
      <h1
        ref={heading}
        tabIndex={-1}
        className="text-3xl font-bold tracking-tight text-ink outline-none sm:text-4xl"
      >
        {arrival.isAgain ? screens.kioskAgain : screens.kioskDone}
      </h1>
      {arrival.token !== null && (
        <p className="text-7xl font-bold text-primary-ink tabular-nums">{arrival.token}</p>
      )}
      <Standing arrival={arrival} zone={zone} />
      <p className="text-lg text-ink-soft">
        {[arrival.doctorName, arrival.room].filter(Boolean).join(' · ')}
      </p>
      {onAnswer && (
        <div className="flex flex-col items-center gap-1">
          <Button
            variant="primary"
            size="large"
            className="min-h-16 min-w-60 text-xl"
            // If the questions cannot be loaded, a message is shown. There is no retry, because the
            // screen resets after some seconds.
            onClick={() => void fetchQuestions().then(onAnswer, () => setCannotAnswer(true))}
          >
            {kioskQuestions.offer}
          </Button>
          <p className="max-w-prose text-ink-soft">{kioskQuestions.offerLead}</p>
          <div aria-live="assertive">
            {cannotAnswer && <Notice tone="warning">{common.networkFailed}</Notice>}
          </div>
        </div>
      )}
      <Button size="large" className="min-h-16 min-w-60 text-xl" onClick={onDone}>
        {screens.kioskFinish}
      </Button>
      <p className="text-ink-soft tabular-nums">{screens.kioskReset(left)}</p>
    </div>
  );
}

/**
 * Returns a function for a short text about the doctor's state, if that state explains the wait.
 */
function useLineText(): (line: KioskArrival['line'], zone: string) => string | undefined {
  const { screens } = useMessages('screens');
  const format = useFormat();
  return (line, zone) => {
    if (line === null) return undefined;
    const at = line.at === null ? undefined : format.time(line.at, zone);
    if (isGoneState(line.state)) return screens.kioskGone;
    if (line.state === 'due') return screens.kioskDue;
    if (at === undefined) return undefined;
    if (line.state === 'not_open') return screens.kioskBegins(at);
    return line.state === 'on_break' ? screens.kioskBreak(at) : undefined;
  };
}

function Standing({ arrival, zone }: { arrival: KioskArrival; zone: string }): ReactNode {
  const { screens } = useMessages('screens');
  const lineText = useLineText()(arrival.line, zone);
  const when = useWhen()(arrival.waitRange, zone);
  const { status, position, isNext } = arrival;
  if (status === 'pending_approval') return <p className="text-2xl">{screens.kioskPending}</p>;
  if (status === 'in_progress') return <p className="text-2xl">{screens.kioskTurn}</p>;
  return (
    <div className="text-2xl font-semibold text-ink">
      <p>{isNext ? screens.kioskNext : screens.kioskPlace(position)}</p>
      {when !== undefined && <p className="font-normal tabular-nums">{screens.kioskWhen(when)}</p>}
      {arrival.line !== null && isAskState(arrival.line.state) ? (
        <p className="mt-1 text-xl font-normal text-ink-soft tabular-nums">
          <Suspense fallback={null}>
            <AskText line={arrival.line} zone={zone} />
          </Suspense>
        </p>
      ) : (
        lineText !== undefined && (
          <p className="mt-1 text-xl font-normal text-ink-soft tabular-nums">{lineText}</p>
        )
      )}
    </div>
  );
}

/**
 * Listens to letter and digit keys whichever element has the focus. `onKey` returns whether it used
 * the key.
 */
function useKeyFromAnywhere(onKey: (key: string) => boolean): void {
  const take = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || !/^[\p{L}\p{N}]$/u.test(key)) return;
    // Prevents the default action, because otherwise the field that now gets the focus would
    // receive the same key again.
    if (onKey(key)) event.preventDefault();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => take(event);
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
}
