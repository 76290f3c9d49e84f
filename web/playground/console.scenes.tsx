/** Parts of the doctor's console, with the answers of a patient who is with the doctor. */
import type { AnswerSummary, InsightFact } from '@baari/contract/visit/assessment.ts';
import { type ReactNode, useState } from 'react';
import { CurrentPatient } from '../src/features/console/current-patient.tsx';
import { KeyFacts } from '../src/features/console/key-facts.tsx';
import { NextPanel } from '../src/features/console/next-panel.tsx';
import { NextLine } from '../src/features/console/waiting-queue.tsx';
import { queueEntry, queuePatient } from '../src/live/queue-entry.test-data.ts';
import { AnswerSummaryCard } from '../src/shared/answer-summary/answer-summary-card.tsx';
import { SignedIn } from './signed-in.tsx';
import { logAction } from './log-action.ts';

const inside = queueEntry({
  id: 'inside',
  status: 'in_progress',
  startedAt: new Date().toISOString(),
  patient: queuePatient('Asha'),
  symptoms: 'A cough',
});
const next = queueEntry({
  id: 'next',
  status: 'waiting',
  position: 1,
  urgency: 'high',
  patient: queuePatient('Bela'),
  symptoms: 'Fever since yesterday',
});
const earlier = queueEntry({
  id: 'earlier',
  status: 'completed',
  endedAt: '2026-03-02T05:00:00.000Z',
  patient: queuePatient('Asha'),
  notes: 'Rest for a week',
});

const signs = ['Fits', 'A large burn', 'Heavy bleeding', 'Chest pain'].map((en) => ({ en }));

function fact(question: string, en: string, said: InsightFact['said']): InsightFact {
  return { question, label: { en }, said };
}

function answers(visitId: string, allergies: InsightFact['said']): AnswerSummary {
  return {
    visitId,
    patientName: visitId,
    token: null,
    state: 'ready',
    answeredBy: 'patient',
    changedAt: null,
    symptoms: null,
    lines: [
      { line: 'words', facts: [] },
      { line: 'onset', facts: [] },
      { line: 'course', facts: [] },
      {
        line: 'signs',
        facts: [
          fact('signs', 'Signs', {
            kind: 'signs',
            yes: signs.slice(3),
            no: signs.slice(0, 3),
            unanswered: [],
          }),
        ],
      },
      {
        line: 'background',
        facts: [
          fact('conditions', 'Conditions', { kind: 'none' }),
          fact('allergies', 'Allergies', allergies),
          fact('medicines', 'Medicines', { kind: 'text', text: 'Metformin' }),
        ],
      },
      { line: 'change', facts: [] },
    ],
    alert: null,
    summary: null,
  };
}

/** Answers the reads of the console, and records each reading of a patient's answers. */
function useReads(): void {
  useState(() => {
    const replies: Readonly<Record<string, object>> = {
      '/api/visits/inside/insights': {
        insights: answers('inside', { kind: 'text', text: 'Penicillin' }),
      },
      '/api/visits/next/insights': { insights: answers('next', { kind: 'none' }) },
      '/api/hospital/patients/p-Asha/visits': { visits: [earlier] },
    };
    window.fetch = (asked) => {
      const url = asked instanceof Request ? asked.url : asked.toString();
      const { pathname } = new URL(url, window.location.href);
      if (pathname.endsWith('/insights')) logAction('read', pathname);
      const reply = replies[pathname];
      return Promise.resolve(Response.json(reply ?? {}, { status: reply ? 200 : 404 }));
    };
  });
}

/** The console with a current patient; another patient waits. */
export function Visit(): ReactNode {
  useReads();
  return (
    <SignedIn viewer="doctor" doctorId="d1">
      <NextPanel entry={next} who="41 years · Female" />
      <CurrentPatient
        entry={inside}
        who={null}
        keyFacts={<KeyFacts entry={inside} />}
        answers={<AnswerSummaryCard visitId="inside" />}
        ending={undefined}
        busy={false}
        note={null}
        calledIn={undefined}
        onComplete={() => logAction('complete')}
        goesOnTo={undefined}
        onCompleteOnly={() => logAction('complete only')}
        onCallNext={() => logAction('call next')}
        onNoShow={() => logAction('no show')}
        onNotHere={() => logAction('not here')}
        onSendOn={undefined}
        onPlan={undefined}
        nextLine={<NextLine entry={next} />}
      />
    </SignedIn>
  );
}
