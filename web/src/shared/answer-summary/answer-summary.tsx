import { type InLanguages, textIn } from '@baari/contract/text/in-languages.ts';
import type {
  InsightFact,
  AnswerSummary as Answers,
  Said,
} from '@baari/contract/visit/assessment.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { insightsQuery } from '../../api/queries/assessment-queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';
import { TextLink } from '../../ui/link.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { MachineSummary } from './machine-summary.tsx';

/** A patient's answers before the visit: six lines in a fixed order [LAND-3, ASSESS-3]. */
export function AnswerSummary({ visitId }: { visitId: string }): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const problemText = useProblemText();
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
      <Notice tone="danger" title={t.insightsFailed} action={<TryAgain query={query} part />}>
        {problemText(query.error, t.insightsFailed)}
      </Notice>
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
              {facts.map((fact, at) =>
                isSkipped(fact) ? (
                  !isSkipped(facts[at - 1]) && (
                    <SkippedFacts key={fact.question} facts={skippedFrom(facts, at)} />
                  )
                ) : (
                  <Fact key={fact.question} fact={fact} />
                ),
              )}
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

/** An emergency sign that the patient later answered differently; it stays visible. */
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

function isSkipped(fact: InsightFact | undefined): boolean {
  return fact?.said.kind === 'skipped';
}

/** The run of skipped facts that starts here. */
function skippedFrom(facts: readonly InsightFact[], at: number): readonly InsightFact[] {
  const end = facts.findIndex((fact, n) => n > at && !isSkipped(fact));
  return facts.slice(at, end === -1 ? undefined : end);
}

/** Skipped questions in one line, so that the answers stand out. */
function SkippedFacts({ facts }: { facts: readonly InsightFact[] }): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const { language } = useLanguage();
  const labels = facts.map(({ label }) => textIn(label, language)).join(' · ');
  return (
    <p>
      <span className="text-ink-soft">{`${labels}: `}</span>
      {t.skipped}
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

function useSaidText(): (said: Exclude<Said, { kind: 'signs' }>) => string {
  const { assessment: t } = useMessages('assessment');
  const listed = useListed();
  const { language } = useLanguage();
  return (said) => {
    switch (said.kind) {
      case 'text':
        return said.text;
      case 'number':
        return said.max === null ? String(said.number) : t.outOf(said.number, said.max);
      case 'labels':
        return listed(said.labels.map((label) => textIn(label, language)));
      case 'none':
        return t.none;
      case 'skipped':
        return t.skipped;
    }
  };
}

/** Signs with yes stand out; the others are listed as answered no, or not answered. */
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
      {yes.length === 0 && no.length > 0 && unanswered.length === 0 ? (
        <p>{t.allNo}</p>
      ) : (
        no.length > 0 && <p>{`${t.saidNo}: ${list(no)}`}</p>
      )}
      {unanswered.length > 0 && (
        <p className="text-ink-soft">{`${t.unanswered}: ${list(unanswered)}`}</p>
      )}
    </>
  );
}
