import { type InLanguages, textIn } from '@baari/contract/text/in-languages.ts';
import type {
  InsightFact,
  AnswerSummary as Answers,
  Said,
} from '@baari/contract/visit/assessment.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { insightsQuery } from '../../api/queries/assessment-queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';
import { TextLink } from '../../ui/link.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { classNames } from '../../ui/class-names.ts';
import { MachineSummary } from './machine-summary.tsx';
import { useSaidText } from './use-said-text.ts';

/**
 * The patient's answers to the questions before the visit, as six lines of text in a fixed order
 * [LAND-3, ASSESS-3].
 */
export function AnswerSummary({ visitId }: { visitId: string }): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const { language } = useLanguage();
  const query = useQuery(insightsQuery(visitId, language));
  if (query.isPending) {
    return (
      <LoadingRegion label={t.insightsLoading} className="flex flex-col gap-2">
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="h-5 w-1/2" />
        <Skeleton className="h-5 w-3/5" />
      </LoadingRegion>
    );
  }
  if (!query.data) {
    return (
      <ProblemNotice
        title={t.insightsFailed}
        problem={query.error}
        fallback={t.insightsFailed}
        action={<TryAgain query={query} part />}
      />
    );
  }
  const { data } = query;
  return (
    <div className="flex flex-col gap-3">
      {data.state === 'none' ? (
        <p className="text-ink-soft">{t.noAnswers}</p>
      ) : (
        <Lines answers={data} />
      )}
      {data.summary && <MachineSummary summary={data.summary} />}
      <TextLink
        href={`/staff/visits/${visitId}/questions`}
        className="inline-flex min-h-11 w-fit items-center text-sm md:pointer-fine:min-h-6 print:hidden"
      >
        {t.fillIn}
      </TextLink>
    </div>
  );
}

function Lines({ answers }: { answers: Answers }): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const { answeredBy, symptoms, lines, alert } = answers;
  return (
    <div className="flex flex-col gap-2">
      <dl className="flex flex-col gap-2">
        {lines.map(({ line, facts }) => (
          <div key={line} className="flex flex-col">
            <dt className="text-sm font-semibold text-ink-soft">{t.lines[line]}</dt>
            <dd className="wrap-anywhere whitespace-pre-line text-ink">
              {line === 'words' && symptoms && (
                <p>
                  <span className="text-ink-soft">{`${t.symptoms}: `}</span>
                  <bdi>{symptoms}</bdi>
                </p>
              )}
              {facts.filter(isGiven).map((fact) => (
                <Fact key={fact.question} fact={fact} />
              ))}
              <FactsInOne facts={ofKind(facts, 'none')} text={t.none} />
              <FactsInOne facts={ofKind(facts, 'skipped')} text={t.skipped} />
              {line === 'signs' && alert && <TakenBack ever={alert.signs} facts={facts} />}
              {facts.length === 0 && !(line === 'words' && symptoms) && (
                <span className="text-ink-soft">{t.nothing}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {answeredBy && <p className="text-sm text-ink-soft">{t.by[answeredBy]}</p>}
    </div>
  );
}

/**
 * An emergency sign that the patient first confirmed and later denied. The sign stays visible to
 * staff.
 */
function TakenBack({
  ever,
  facts,
}: {
  ever: readonly InLanguages[];
  facts: readonly InsightFact[];
}): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const listed = useListed();
  const { language } = useLanguage();
  const now = new Set(
    facts.flatMap(({ said }) =>
      said.kind === 'signs' ? said.yes.map((sign) => textIn(sign, language)) : [],
    ),
  );
  const gone = ever.map((sign) => textIn(sign, language)).filter((sign) => !now.has(sign));
  if (gone.length === 0) return null;
  return <p className="font-semibold text-danger-ink">{`${t.takenBack}: ${listed(gone, ';')}`}</p>;
}

function isGiven({ said }: InsightFact): boolean {
  return said.kind !== 'none' && said.kind !== 'skipped';
}

function ofKind(facts: readonly InsightFact[], kind: Said['kind']): readonly InsightFact[] {
  return facts.filter(({ said }) => said.kind === kind);
}

/** Shows questions with the same answer in one line of text, so that the given answers stand out. */
function FactsInOne({ facts, text }: { facts: readonly InsightFact[]; text: string }): ReactNode {
  const { language } = useLanguage();
  if (facts.length === 0) return null;
  const labels = facts.map(({ label }) => textIn(label, language)).join(' · ');
  return (
    <p>
      <span className="text-ink-soft">{`${labels}: `}</span>
      {text}
    </p>
  );
}

function Fact({ fact: { label, said } }: { fact: InsightFact }): ReactNode {
  const { language } = useLanguage();
  const textOf = useSaidText();
  if (said.kind === 'signs') return <Signs said={said} />;
  return (
    <p>
      <span className="text-ink-soft">{`${textIn(label, language)}: `}</span>
      <bdi>{textOf(said)}</bdi>
    </p>
  );
}

/**
 * Shows the emergency signs. Signs that the patient has are marked and come first, then signs
 * without an answer. Signs that the patient does not have share one line, which a press opens.
 */
function Signs({ said }: { said: Extract<Said, { kind: 'signs' }> }): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const listed = useListed();
  const { language } = useLanguage();
  const { yes, no, unanswered } = said;
  const list = (labels: typeof yes) =>
    listed(
      labels.map((label) => textIn(label, language)),
      ';',
    );
  return (
    <>
      {yes.length > 0 && (
        <p className="font-semibold text-danger-ink">{`${t.saidYes}: ${list(yes)}`}</p>
      )}
      {unanswered.length > 0 && (
        <p className="text-ink-soft">{`${t.unanswered}: ${list(unanswered)}`}</p>
      )}
      {yes.length === 0 && no.length > 0 && unanswered.length === 0 ? (
        <p>{t.allNo}</p>
      ) : (
        no.length > 0 && <FoldedLine text={`${t.saidNo}: ${list(no)}`} />
      )}
    </>
  );
}

/** One line of text, cut off at its end. A press shows the whole text. */
function FoldedLine({ text }: { text: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      className="flex min-h-11 w-full items-center gap-1 rounded-control text-start text-ink-soft hover:text-ink md:pointer-fine:min-h-6"
      onClick={() => setOpen(!isOpen)}
    >
      <span
        className={classNames('min-w-0', !isOpen && 'line-clamp-1 break-all print:line-clamp-none')}
      >
        {text}
      </span>
      <ChevronDown
        aria-hidden="true"
        className={classNames('size-4 shrink-0 print:hidden', isOpen && 'rotate-180')}
      />
    </button>
  );
}
