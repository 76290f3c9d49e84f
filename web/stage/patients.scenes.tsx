/** What a patient sees and types: My Queue with its answers before the visit, and a phone number. */
import type { Appointment } from '@baari/contract/visit/appointment.ts';
import type { OpenVisit } from '@baari/contract/visit/open-visits.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { type ReactNode, useState } from 'react';
import { ApiProblem } from '../src/api/problems/problem.ts';
import { AccountLanguage } from '../src/app/visitor/account-language.tsx';
import { BookedVisits } from '../src/features/appointments/booked-visits.tsx';
import { ConsoleError } from '../src/features/console/console-frame.tsx';
import { PhoneVerificationPanel } from '../src/features/identity/sign-up/phone-verification-panel.tsx';
import { LastPlaceCard } from '../src/features/patient-queue/place/last-place-card.tsx';
import { MyQueue } from '../src/features/patient-queue/my-queue.tsx';
import { useMyEntries } from '../src/features/patient-queue/use-my-entries.ts';
import { patientEntry, queuePatient } from '../src/live/queue-entry.test-data.ts';
import { QuestionSteps } from '../src/shared/questionnaire/question-steps.tsx';
import { LanguageMenu } from '../src/ui/text/language-menu.tsx';
import { SignedIn } from './signed-in.tsx';
import { logAction } from './tell.ts';

function at(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString();
}

const own = { ...queuePatient('Meera'), id: 'u1' };

function waiting(given: Partial<PatientEntry> = {}): PatientEntry {
  return patientEntry({
    patient: own,
    status: 'waiting',
    position: 5,
    token: 'C-005',
    approvedAt: at(-10),
    waitRange: { lower: 60, upper: 90, parts: [{ from: at(60), to: at(90) }] },
    call: { at: at(75), deviation: 10 },
    ...given,
  });
}

const unanswered: OpenVisit = {
  entryId: 'e1',
  answers: 'none',
  alertNumbers: null,
  promises: null,
};

/** Answers the pages' own calls with these, and refuses the others. */
function useAnswers(answers: Readonly<Record<string, object>>): void {
  useState(() => {
    window.fetch = (asked) => {
      const url = asked instanceof Request ? asked.url : asked.toString();
      const answer = answers[new URL(url, window.location.href).pathname];
      return Promise.resolve(Response.json(answer ?? {}, { status: answer ? 200 : 404 }));
    };
  });
}

function Mine(): ReactNode {
  return <MyQueue mine={useMyEntries()} appointments={null} arrives={false} alerts={null} />;
}

function Following({
  entries,
  visit,
}: {
  entries: readonly PatientEntry[];
  visit: OpenVisit;
}): ReactNode {
  useAnswers({
    '/api/queues/open': { queues: entries },
    '/api/queues/history': { queues: [] },
    '/api/visits/open': { visits: [visit] },
  });
  return (
    <SignedIn viewer="patient">
      <Mine />
    </SignedIn>
  );
}

const calledLongAgo = {
  status: 'in_progress',
  position: 0,
  startedAt: at(-120),
  waitRange: null,
  call: null,
} as const;

const alerted: OpenVisit = { ...unanswered, answers: 'begun', alertNumbers: ['112', '108'] };

/** At home, with a sign that cannot wait. */
export function AlertOpen(): ReactNode {
  return <Following entries={[waiting()]} visit={alerted} />;
}

/** In the hospital, with a sign that cannot wait, for a child. */
export function AlertOpenHere(): ReactNode {
  const child = { ...queuePatient('Riya'), id: 'p2' };
  const entry = waiting({ patient: child, checkedInAt: at(-5), checkedInBy: 'patient' });
  return <Following entries={[entry]} visit={alerted} />;
}

export function AnswersReady(): ReactNode {
  return <Following entries={[waiting()]} visit={{ ...unanswered, answers: 'ready' }} />;
}

/** Called in two hours ago, and nobody has ended the visit. */
export function CalledLongAgo(): ReactNode {
  const entry = waiting({ ...calledLongAgo });
  useAnswers({
    '/api/queues/open': { queues: [entry] },
    '/api/queues/history': { queues: [] },
    '/api/visits/open': { visits: [unanswered] },
    '/api/queues/e1/over': {
      queue: { ...entry, queueVersion: 1, saidOver: { word: 'seen', at: at(0) } },
    },
  });
  return (
    <SignedIn viewer="patient">
      <Mine />
    </SignedIn>
  );
}

/** Called in a few minutes ago. */
export function CalledJustNow(): ReactNode {
  const entry = waiting({ ...calledLongAgo, startedAt: at(-5) });
  return <Following entries={[entry]} visit={unanswered} />;
}

/** Just signed in, with the menu of languages; tells what the account is asked to keep. */
export function LanguageOfAccount(): ReactNode {
  useState(() => {
    window.fetch = async (asked, options) => {
      const { url, method, body } = parts(asked, options);
      if (url.endsWith('/api/profile/language')) logAction(method, body);
      return Response.json({ language: document.documentElement.lang });
    };
  });
  return (
    <SignedIn viewer="patient">
      <AccountLanguage userId="u1" />
      <LanguageMenu />
    </SignedIn>
  );
}

function parts(asked: RequestInfo | URL, options: RequestInit | undefined) {
  const url = asked instanceof Request ? asked.url : asked.toString();
  return { url, method: options?.method, body: options?.body };
}

/** The first question about a child. */
export function AskedAboutChild(): ReactNode {
  return (
    <QuestionSteps
      form={{
        answers: [],
        isFlagged: false,
        emergencyNumbers: ['112', '108'],
        about: { en: 'Riya' },
        atMost: 14,
        questions: [
          {
            id: 'signs',
            kind: 'signs',
            ask: { en: 'Is any of this happening to Riya now?' },
            help: null,
            options: [{ id: 'fits', label: { en: 'A fit that goes on' } }],
            min: null,
            max: null,
          },
        ],
      }}
      onSave={() => undefined}
      isSaving={false}
      problem={undefined}
      done=""
      end={null}
    />
  );
}

/** The number that a code goes to; what is sent is told. */
export function PhoneNumber(): ReactNode {
  return (
    <PhoneVerificationPanel
      phone={undefined}
      steps={{
        sent: undefined,
        busyWith: undefined,
        trouble: undefined,
        send: (phone) => Promise.resolve(logAction(phone)),
        resend: () => Promise.resolve(),
        verify: () => Promise.resolve(),
        changeNumber: () => undefined,
      }}
    />
  );
}

const endedElsewhere = waiting({
  id: 'ended',
  status: 'cancelled',
  position: 0,
  cancelledBy: 'staff',
  endedAt: at(-2),
  hospital: {
    id: 'h2',
    name: 'Riverside',
    timeZone: 'Asia/Kolkata',
    standing: 'confirmed',
    opening: null,
  },
});

/** The queue page of one hospital, after a place at another one ended. */
export function NothingHere(): ReactNode {
  useAnswers({
    '/api/queues/open': { queues: [] },
    '/api/queues/history': { queues: [endedElsewhere] },
  });
  return (
    <SignedIn viewer="patient">
      <MineAt hospitalId="h1" />
    </SignedIn>
  );
}

function MineAt({ hospitalId }: { hospitalId: string }): ReactNode {
  const mine = useMyEntries(hospitalId);
  return (
    <MyQueue
      mine={mine}
      hospitalId={hospitalId}
      appointments={null}
      arrives={false}
      alerts={null}
    />
  );
}

/** Without a network. */
export function LastPlace(): ReactNode {
  const kept = {
    place: 3,
    range: null,
    isOwn: true,
    doctor: 'd1',
    hospital: 'City',
    token: 'C-003',
    room: 'R4',
    at: Date.parse(at(-1)),
  };
  return <LastPlaceCard kept={kept} isAsking={false} />;
}

/** Cancelled before its time, and a visit of the past. */
export function Booked(): ReactNode {
  return (
    <SignedIn viewer="patient">
      <BookedVisits upcoming={[]} past={[booked(3, 'cancelled'), booked(-3, 'missed')]} />
    </SignedIn>
  );
}

function booked(days: number, status: Appointment['status']): Appointment {
  const startsAt = at(days * 1440);
  return {
    id: `b${days}`,
    status,
    date: startsAt.slice(0, 10),
    time: startsAt.slice(11, 16),
    startsAt,
    isOutsideHours: false,
    bookedAt: at(-9 * 1440),
    canCheckIn: false,
    checkInFrom: startsAt,
    cancelledBy: status === 'cancelled' ? 'patient' : null,
    cancelReason: null,
    patient: { ...own, hasAccount: true },
    doctor: { id: 'd1', name: 'd1', specialty: 'Cardiology', department: 'Cardiology' },
    hospital: { id: 'h1', name: 'City', timeZone: 'Asia/Kolkata', standing: 'confirmed' },
  };
}

/** An answer of the server without a word. */
export function ConsoleFailed(): ReactNode {
  const error = new ApiProblem({
    status: 502,
    code: 'http',
    message: 'HTTP 502',
    isWordless: true,
  });
  return <ConsoleError query={{ error, isFetching: false, refetch: () => Promise.resolve() }} />;
}
