import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import type { OpenVisit } from '@baari/contract/visit/open-visits.ts';
import type { ReactNode } from 'react';
import { useMessages } from '../../../../i18n/language.tsx';
import { useWhose } from '../../../../shared/patient/use-whose.ts';
import { Progress } from '../../../../ui/chart/progress.tsx';
import { Link } from '../../../../ui/link.tsx';

const unknown: Pick<OpenVisit, 'answers' | 'answered' | 'atMost'> = {
  answers: 'none',
  answered: 0,
  atMost: 1,
};

/**
 * Links to the questions before the visit, and says how many are answered [ASSESS-1, LAND-2].
 * `visit` is undefined until it is loaded, and the card then says nothing about the answers.
 */
export function QuestionsCard({
  entry,
  visit,
}: {
  entry: PatientEntry;
  visit: OpenVisit | undefined;
}): ReactNode {
  const { patientQueue: t, people } = useMessages('patientQueue', 'people');
  const name = useWhose()(entry.patient);
  const { answers, answered, atMost } = visit ?? unknown;
  const isReady = answers === 'ready';
  return (
    <div className="relative flex flex-col gap-2 rounded-card border border-line px-4 py-3 hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-primary print:hidden">
      <p className="flex flex-wrap justify-between gap-x-3">
        <Link
          href={`/patient/visits/${entry.id}/questions`}
          className="font-semibold text-ink outline-none after:absolute after:inset-0"
        >
          {t.questions}
          {name !== undefined && <span className="sr-only">{` ${people.forPerson(name)}`}</span>}
        </Link>
        <span className={isReady ? 'font-medium text-success-ink' : 'text-ink-soft tabular-nums'}>
          {isReady && t.answersReady}
          {answers === 'begun' && t.answersBegun(answered, atMost)}
          {visit?.answers === 'none' && t.answersNone}
        </span>
      </p>
      <Progress value={isReady ? atMost : answered} max={atMost} />
    </div>
  );
}
