import { approvalNote } from '@baari/contract/constants.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { textIn } from '@baari/contract/text/in-languages.ts';
import type { AnswerSummary, InsightFact } from '@baari/contract/visit/assessment.ts';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { insightsQuery } from '../../api/queries/assessment-queries.ts';
import { patientVisitsQuery } from '../../api/queries/staff-queries.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';
import { useSaidText } from '../../shared/answer-summary/use-said-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { DateText } from '../../ui/text/time.tsx';

/**
 * What a doctor must not overlook, below the patient's name: allergies first, emergency signs,
 * medicines and the last note [CONS-2, ASSESS-3].
 */
export function KeyFacts({ entry }: { entry: StaffEntry }): ReactNode {
  const { doctorConsole: t } = useMessages('doctorConsole');
  const { language } = useLanguage();
  const { data, isPending } = useQuery(insightsQuery(entry.id, language));
  return (
    <dl className="flex flex-wrap gap-2">
      <AllergyFact entry={entry} />
      <SignsFact answers={data} />
      <AnsweredFact
        label={t.medicines}
        fact={factAbout(data, /medicine|medication/iu)}
        isPending={isPending}
      />
      <LastNote entry={entry} />
    </dl>
  );
}

/** The patient's allergies, as a part of a description list. */
export function AllergyFact({ entry }: { entry: StaffEntry }): ReactNode {
  const { doctorConsole: t } = useMessages('doctorConsole');
  const { language } = useLanguage();
  const { data, isPending } = useQuery(insightsQuery(entry.id, language));
  const fact = factAbout(data, /allerg/iu);
  return <AnsweredFact label={t.allergies} fact={fact} isPending={isPending} isAlarming />;
}

/**
 * The answer to the question about allergies or medicines. An operator's own questions may have
 * other ids, so the English label counts too.
 */
function factAbout(answers: AnswerSummary | undefined, word: RegExp): InsightFact | undefined {
  return answers?.lines
    .find(({ line }) => line === 'background')
    ?.facts.find(({ question, label }) => word.test(question) || word.test(label.en));
}

function AnsweredFact({
  label,
  fact,
  isPending,
  isAlarming = false,
}: {
  /** The label while there is no answer. With an answer, the question has its own. */
  label: string;
  fact: InsightFact | undefined;
  isPending: boolean;
  /** Whether an answer other than "none" is a warning to the doctor. */
  isAlarming?: boolean;
}): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const { language } = useLanguage();
  const textOf = useSaidText();
  const said = fact?.said.kind === 'signs' ? undefined : fact?.said;
  const isSaid = said !== undefined && said.kind !== 'none' && said.kind !== 'skipped';
  return (
    <KeyFact label={fact ? textIn(fact.label, language) : label} isAlarm={isAlarming && isSaid}>
      {isPending ? (
        <Skeleton className="h-6 w-24" />
      ) : (
        <p className={classNames(!isSaid && 'text-ink-soft')}>
          <bdi>{said === undefined ? t.nothing : textOf(said)}</bdi>
        </p>
      )}
    </KeyFact>
  );
}

/** The emergency signs to which the patient answered yes. Renders nothing if there are none. */
function SignsFact({ answers }: { answers: AnswerSummary | undefined }): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const { language } = useLanguage();
  const listed = useListed();
  const signs = answers?.lines.flatMap(({ facts }) =>
    facts.flatMap(({ said }) => (said.kind === 'signs' ? said.yes : [])),
  );
  if (signs === undefined || signs.length === 0) return null;
  return (
    <KeyFact label={t.lines.signs} isAlarm>
      {listed(
        signs.map((sign) => textIn(sign, language)),
        ';',
      )}
    </KeyFact>
  );
}

/** The last note about the patient from an earlier visit, or from an earlier step of this visit. */
function LastNote({ entry }: { entry: StaffEntry }): ReactNode {
  const { doctorConsole: t } = useMessages('doctorConsole');
  const { data } = useQuery(patientVisitsQuery(entry.patient.id, entry.id));
  const last = data?.find(({ notes }) => notes !== null && notes !== '' && notes !== approvalNote);
  if (last === undefined) return null;
  return (
    <KeyFact
      label={t.lastNote}
      more={
        <>
          {' · '}
          <DateText moment={last.endedAt ?? last.joinedAt} zone={last.hospital.timeZone} />
          {' · '}
          <bdi>{last.doctor.name}</bdi>
        </>
      }
    >
      <p className="line-clamp-3 whitespace-pre-line print:line-clamp-none">
        <bdi>{last.notes}</bdi>
      </p>
    </KeyFact>
  );
}

function KeyFact({
  label,
  more,
  isAlarm = false,
  children,
}: {
  label: string;
  /** Content after the label. */
  more?: ReactNode;
  isAlarm?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <div
      className={classNames(
        'min-w-0 flex-1 basis-40 rounded-control px-3 py-1.5',
        isAlarm ? 'bg-danger-soft text-danger-ink' : 'bg-sunken text-ink',
      )}
    >
      <dt
        className={classNames(
          'flex items-center gap-x-1 text-sm font-semibold',
          !isAlarm && 'text-ink-soft',
        )}
      >
        {isAlarm && <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />}
        <span className="min-w-0">
          {label}
          <span className="font-normal">{more}</span>
        </span>
      </dt>
      <dd className={classNames('wrap-anywhere', isAlarm && 'font-semibold')}>{children}</dd>
    </div>
  );
}
