/**
 * Scenes of a patient's pages: My Queue, the questions before a visit, appointments, and a phone
 * number.
 */
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
import { logAction } from './log-action.ts';

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
  answered: 0,
  atMost: 8,
  alertNumbers: null,
  promises: null,
};

/** Answers the requests to the given paths, and answers all other requests with 404. */
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

/** The patient is at home and has emergency signs. */
export function AlertOpen(): ReactNode {
  return <Following entries={[waiting()]} visit={alerted} />;
}

/** The patient is a child who is at the hospital and has emergency signs. */
export function AlertOpenHere(): ReactNode {
  const child = { ...queuePatient('Riya'), id: 'p2' };
  const entry = waiting({ patient: child, checkedInAt: at(-5), checkedInBy: 'patient' });
  return <Following entries={[entry]} visit={alerted} />;
}

export function AnswersNone(): ReactNode {
  return <Following entries={[waiting()]} visit={unanswered} />;
}

export function AnswersBegun(): ReactNode {
  const visit: OpenVisit = { ...unanswered, answers: 'begun', answered: 3 };
  return <Following entries={[waiting()]} visit={visit} />;
}

export function AnswersReady(): ReactNode {
  return <Following entries={[waiting()]} visit={{ ...unanswered, answers: 'ready' }} />;
}

/** The patient was called in two hours ago, and the staff have not ended the visit. */
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

/** The patient was called in a few minutes ago. */
export function CalledJustNow(): ReactNode {
  const entry = waiting({ ...calledLongAgo, startedAt: at(-5) });
  return <Following entries={[entry]} visit={unanswered} />;
}

/**
 * A user who has just signed in, and the language menu. The scene records the language that is
 * saved to the account.
 */
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

/** A question that is answered with a number from 0 to 10. */
export function AskedHowBad(): ReactNode {
  return (
    <QuestionSteps
      form={{
        answers: [],
        isFlagged: false,
        emergencyNumbers: ['112'],
        about: null,
        atMost: 8,
        questions: [
          {
            id: 'severity',
            kind: 'number',
            ask: { en: 'How bad is it at its worst?' },
            help: null,
            options: [],
            min: 0,
            max: 10,
          },
        ],
      }}
      onSave={([given]) => logAction(JSON.stringify(given))}
      isSaving={false}
      problem={undefined}
      done=""
      end={null}
    />
  );
}

/** The first question before a visit, for a parent who answers about a child. */
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

/**
 * The field for the phone number that receives a code. The scene records the number that is sent to
 * the server.
 */
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

/**
 * The queue page of one hospital, after the user's place in the queue of another hospital ended.
 */
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

/** The patient's last known place in the queue, shown while the device is offline. */
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

/**
 * An appointment that was cancelled before its date, and an appointment that the patient missed.
 */
export function Booked(): ReactNode {
  useAnswers({ '/api/earlier': { wishes: [], offers: [] } });
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
    visitKind: null,
    cancelledBy: status === 'cancelled' ? 'patient' : null,
    cancelReason: null,
    confirmation: 'not_asked',
    patient: { ...own, hasAccount: true },
    doctor: {
      id: 'd1',
      name: 'd1',
      specialty: 'Cardiology',
      department: 'Cardiology',
      service: null,
    },
    hospital: { id: 'h1', name: 'City', timeZone: 'Asia/Kolkata', standing: 'confirmed' },
  };
}

/** The doctor's console after an error response without a message. */
export function ConsoleFailed(): ReactNode {
  const error = new ApiProblem({
    status: 502,
    code: 'http',
    message: 'HTTP 502',
    isWordless: true,
  });
  return <ConsoleError query={{ error, isFetching: false, refetch: () => Promise.resolve() }} />;
}
