/**
 * Scenes of what a patient reads about the wait, for every state of a queue and with 0, 1, 5 and 20
 * patients ahead [INV-16].
 */
import { lineStates, type LineStateName } from '@baari/contract/constants.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { isAskState, isGoneState } from '@baari/contract/queue/announced-wait.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { LaterDialog } from '../src/features/patient-queue/leave/later-dialog.tsx';
import { PlaceCard } from '../src/features/patient-queue/place/place-card.tsx';
import { PlaceList } from '../src/features/patient-queue/place/place-list.tsx';
import { patientEntry, queuePatient } from '../src/live/queue-entry.test-data.ts';
import { SignedIn } from './signed-in.tsx';

/**
 * The forecast range for when the patient is called in, in minutes from now, by the number of
 * patients ahead.
 */
const ranges = [
  { ahead: 0, from: 0, to: 10 },
  { ahead: 1, from: 5, to: 30 },
  { ahead: 5, from: 40, to: 85 },
  { ahead: 20, from: 180, to: 290 },
] as const;

const begins: Partial<Record<LineStateName, number>> = {
  not_open: 60,
  due: -20,
  due_back: -5,
  on_break: 30,
  closing: 300,
  silent: -43,
  beyond_hours: 60,
};

/** The minutes by which an overdue break delays every waiting patient. */
const ofBreak: Partial<Record<LineStateName, number>> = { break_overdue: 45 };

/** The minute at which the doctor usually begins, although the doctor is planned for minute 60. */
const usualBegin = 100;

/**
 * The name of a scene. It is the same in every language, so that a test can distinguish it from
 * translated texts.
 */
function nameOf(state: LineStateName, ahead: number): string {
  return `${lineStates.indexOf(state) + 1}·${ahead}`;
}

function at(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString();
}

function announced(
  state: LineStateName,
  { ahead, from, to }: (typeof ranges)[number],
): PatientEntry {
  const begin = begins[state];
  // A doctor who usually begins late is expected to begin late today too.
  const later =
    state === 'not_open'
      ? usualBegin
      : (ofBreak[state] ?? (isAskState(state) ? 0 : Math.max(0, begin ?? 0)));
  const [lower, upper] = [from + later, to + later];
  const isGone = isGoneState(state);
  const parts =
    state === 'break_ahead' && ahead === 5
      ? [
          { from: at(lower), to: at(lower + 15) },
          { from: at(upper), to: at(upper + 20) },
        ]
      : [{ from: at(lower), to: at(upper) }];
  return patientEntry({
    id: `${state} ${ahead}`,
    // Each card is about another person, as on a real page.
    patient: { ...queuePatient(`${state} ${ahead}`), name: nameOf(state, ahead) },
    status: 'waiting',
    token: `C-${String(ahead + 1).padStart(3, '0')}`,
    position: ahead + 1,
    approvedAt: at(-5),
    estimatedWaitTime: isGone ? 0 : upper,
    waitRange: isGone ? null : { lower, upper, parts },
    call: isGone ? null : { at: at((lower + upper) / 2), deviation: (upper - lower) / 2.56 },
    line: {
      state,
      at: begin === undefined ? null : at(begin),
      usuallyAt: state === 'not_open' ? at(usualBegin) : null,
    },
  });
}

/** Answers every request with 404, because these scenes need no server. */
const nobodyAnswers = () => Promise.resolve(Response.json({}, { status: 404 }));

function Places({ states }: { states: readonly LineStateName[] }): ReactNode {
  useState(() => {
    window.fetch = nobodyAnswers;
  });
  return (
    <SignedIn viewer="patient">
      {states.flatMap((state) =>
        ranges.map((range) => (
          <PlaceCard key={`${state} ${range.ahead}`} entry={announced(state, range)} isOnly />
        )),
      )}
    </SignedIn>
  );
}

export function Going(): ReactNode {
  return <Places states={lineStates.slice(0, 4)} />;
}

export function AroundBreaks(): ReactNode {
  return <Places states={lineStates.slice(4, 8)} />;
}

export function Gone(): ReactNode {
  return <Places states={lineStates.filter(isGoneState)} />;
}

/**
 * Queue entries of one account: the user was called and did not come, and another person of the
 * account still waits.
 */
const followed = [
  patientEntry({
    id: 'missed',
    // The person whom SignedIn signs in.
    patient: { ...queuePatient('Meera'), id: 'u1' },
    status: 'waiting',
    position: 2,
    approvedAt: at(-30),
    hold: { calledAt: at(-2), calls: 1, backAt: null },
  }),
  announced('running', ranges[2]),
];

export function CalledInVain(): ReactNode {
  useState(() => {
    window.fetch = nobodyAnswers;
  });
  return (
    <SignedIn viewer="patient">
      <PlaceList entries={followed} openId="missed" onOpen={() => undefined} />
      {followed.map((entry) => (
        <PlaceCard key={entry.id} entry={entry} isOnly={false} />
      ))}
    </SignedIn>
  );
}

/** The user's place in the queue is ended by the desk or in another browser tab. */
export function EndsElsewhere(): ReactNode {
  const [isOpen, setIsOpen] = useState(true);
  useState(() => {
    window.fetch = nobodyAnswers;
  });
  useEffect(() => {
    const end = () => setIsOpen(false);
    // On a real page the main heading can receive the focus.
    document.querySelector('h1')?.setAttribute('tabindex', '-1');
    window.addEventListener('ended-elsewhere', end);
    return () => window.removeEventListener('ended-elsewhere', end);
  }, []);
  return (
    <SignedIn viewer="patient">
      {isOpen && <PlaceCard entry={announced('running', ranges[2])} isOnly />}
    </SignedIn>
  );
}

/** A request to join a queue that the staff have not answered. */
export function Requested(): ReactNode {
  useState(() => {
    window.fetch = nobodyAnswers;
  });
  return (
    <SignedIn viewer="patient">
      <PlaceCard
        entry={patientEntry({ id: 'requested', patient: { ...queuePatient('Meera'), id: 'u1' } })}
        isOnly
      />
    </SignedIn>
  );
}

const lateAtTheEnd = {
  delays: {
    left: 2,
    late: [{ minutes: 20, letsPass: 0, position: 6, waitRange: null }],
    later: [],
  },
};

/**
 * A patient who will be late and does not lose the place in the queue, because nobody waits behind.
 */
export function LateAtTheEnd(): ReactNode {
  const [entry] = useState(() => announced('running', ranges[2]));
  useState(() => {
    window.fetch = (_address, init) =>
      Promise.resolve(Response.json(init?.method === 'POST' ? { queue: entry } : lateAtTheEnd));
  });
  return (
    <SignedIn viewer="patient">
      {/* The test waits for content in the page, and the dialog is outside of it. */}
      <p>{'·'}</p>
      <LaterDialog entry={entry} open onOpenChange={() => undefined} />
    </SignedIn>
  );
}
