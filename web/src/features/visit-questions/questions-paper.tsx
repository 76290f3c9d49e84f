import { textIn } from '@baari/contract/text/in-languages.ts';
import type { PaperQuestion, QuestionsPaper } from '@baari/contract/visit/assessment.ts';
import { aboutLanguages, languages } from '@baari/contract/languages.gen.ts';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { paperQuery } from '../../api/queries/assessment-queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { loadAreas } from '../../i18n/catalogue.ts';
import { InLanguage, useFormat, useLanguage, useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';
import { inLanguage, isLanguage } from '../../i18n/languages.ts';
import { fetchLetters } from '../../i18n/letters.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PrintSheet } from '../../ui/layout/print-sheet.tsx';
import { Select } from '../../ui/form/select.tsx';
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';

/**
 * The printed sheet with the questions of one visit, in the language of the person who answers the
 * questions [ASSESS-4].
 */
export function QuestionsOnPaper({ visitId }: { visitId: string }): ReactNode {
  const { questionsPaper: t } = useMessages('questionsPaper');
  const problemText = useProblemText();
  const query = useQuery(paperQuery(visitId));
  if (query.isPending) return <ListSkeleton label={t.loading} />;
  if (!query.data) {
    return (
      <ErrorState
        title={t.failed}
        description={problemText(query.error, t.failed)}
        action={<TryAgain query={query} />}
      />
    );
  }
  return <Preview paper={query.data} />;
}

function Preview({ paper }: { paper: QuestionsPaper }): ReactNode {
  const { questionsPaper: t } = useMessages('questionsPaper');
  const { language: own } = useLanguage();
  const [language, setLanguage] = useState(own);
  const [hasFailed, setFailed] = useState(false);

  async function choose(next: string): Promise<void> {
    if (!isLanguage(next)) return;
    try {
      await loadAreas(next, ['questionsPaper', 'assessment']);
      fetchLetters(aboutLanguages[next].script);
      setFailed(false);
      setLanguage(next);
    } catch {
      setFailed(true);
    }
  }

  const sheet = (
    <InLanguage language={language}>
      <Sheet paper={paper} />
    </InLanguage>
  );
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Select
          label={t.language}
          className="w-60 max-w-full"
          value={language}
          onChange={({ target }) => void choose(target.value)}
          options={languages.map((each) => ({
            value: each,
            label: aboutLanguages[each].ownName,
            lang: each,
          }))}
        />
        <Button
          variant="primary"
          icon={<Printer aria-hidden="true" />}
          onClick={() => window.print()}
        >
          {t.print}
        </Button>
      </div>
      {hasFailed && <Notice tone="danger">{t.languageFailed}</Notice>}
      <section
        aria-label={t.sheet}
        className="rounded-card border border-line bg-[#fff] p-4 text-[#000] shadow-card sm:p-8"
      >
        {sheet}
      </section>
      <PrintSheet paper="questions">{sheet}</PrintSheet>
    </div>
  );
}

/**
 * An A4 sheet with a visit's questions. Each page identifies the patient only by token number.
 * Questions about signs of an emergency come first, then all follow-up questions.
 */
function Sheet({ paper }: { paper: QuestionsPaper }): ReactNode {
  const { assessment, questionsPaper: t } = useMessages('assessment', 'questionsPaper');
  const { language } = useLanguage();
  const format = useFormat();
  const listed = useListed();
  const { token, startsAt, doctorName, hospital, questions, emergencyNumbers, bank } = paper;
  const when =
    startsAt === null
      ? undefined
      : format.dayAndTime(format.date(startsAt, hospital.timeZone), startsAt, hospital.timeZone);
  return (
    <div
      {...inLanguage(language)}
      className="table w-full text-start text-[0.9375rem] leading-snug"
    >
      {/* Repeated at the top of each printed page, because sheets get mixed up. */}
      <div className="table-header-group">
        <p className="flex flex-wrap justify-between gap-x-4 border-b border-current pb-1 font-semibold">
          <span>
            <bdi>{hospital.name}</bdi>
          </span>
          {token !== null && (
            <span className="whitespace-nowrap tabular-nums">{t.token(token)}</span>
          )}
          {when !== undefined && <span className="tabular-nums">{t.booked(when)}</span>}
          <span>{t.doctor(doctorName)}</span>
        </p>
      </div>
      <div className="table-row-group">
        <h2 className="mt-3 text-xl font-bold">{t.head}</h2>
        <p className="mt-1 font-semibold">{assessment.notice(emergencyNumbers[0] ?? '')}</p>
        <p className="mt-1 font-semibold">{t.numbers(listed(emergencyNumbers))}</p>
        <ol className="mt-3 flex flex-col gap-4">
          {questions.map((question, index) => (
            <li key={question.id} className="break-inside-avoid">
              <p className="font-semibold">{`${format.number(index + 1)}. ${textIn(question.ask, language)}`}</p>
              <Conditions question={question} questions={questions} />
              {question.help && <p>{textIn(question.help, language)}</p>}
              <Room question={question} />
            </li>
          ))}
        </ol>
        <div className="mt-5 break-inside-avoid border-t border-current pt-2">
          <p>{t.leaveOut}</p>
          <p className="font-semibold">{t.giveBack}</p>
          <p className="mt-1 text-xs">{t.version(bank)}</p>
        </div>
      </div>
    </div>
  );
}

/**
 * Prints the condition of a follow-up question: the number of the earlier question, and the answers
 * to it that lead to the follow-up question.
 */
function Conditions({
  question: { onlyIf },
  questions,
}: {
  question: PaperQuestion;
  questions: readonly PaperQuestion[];
}): ReactNode {
  const { questionsPaper: t } = useMessages('questionsPaper');
  const { language } = useLanguage();
  if (onlyIf === null) return null;
  const index = questions.findIndex(({ id }) => id === onlyIf.question);
  const about = questions[index];
  if (about === undefined) return null;
  const named = (ids: readonly string[]) =>
    about.options
      .filter(({ id }) => ids.includes(id))
      .map(({ label }) => textIn(label, language))
      .reduce((one, other) => t.or(one, other));
  return (
    <>
      {onlyIf.is && <p className="italic">{t.onlyIf(named(onlyIf.is), index + 1)}</p>}
      {onlyIf.not && <p className="italic">{t.notIf(named(onlyIf.not), index + 1)}</p>}
    </>
  );
}

/** The maximum number of digits for which each digit of a number gets its own box. */
const mostBoxes = 12;

/** The space in which a person writes the answer to a question. */
function Room({ question }: { question: PaperQuestion }): ReactNode {
  const { questionsPaper: t } = useMessages('questionsPaper');
  const { language } = useLanguage();
  const format = useFormat();
  const { kind, options, min, max } = question;
  switch (kind) {
    case 'signs':
      return (
        <>
          <p>{t.signs}</p>
          <ul className="mt-1 flex flex-col">
            {options.map(({ id, label }) => (
              <li
                key={id}
                className="flex items-center justify-between gap-4 border-b border-current/30 py-1"
              >
                <span>{textIn(label, language)}</span>
                <span className="flex shrink-0 gap-4">
                  <Tick label={t.yes} />
                  <Tick label={t.no} />
                </span>
              </li>
            ))}
          </ul>
        </>
      );
    case 'choice':
    case 'choices':
      return (
        <>
          <p className="text-sm">{kind === 'choice' ? t.tickOne : t.tickSome}</p>
          <p className="flex flex-wrap gap-x-6 gap-y-1">
            {options.map(({ id, label }) => (
              <Tick key={id} label={textIn(label, language)} />
            ))}
          </p>
        </>
      );
    case 'number': {
      const [from, to] = [min ?? 0, max ?? 0];
      return to - from < mostBoxes ? (
        <p className="flex flex-wrap gap-x-3 gap-y-1 tabular-nums">
          {Array.from({ length: to - from + 1 }, (_, step) => (
            <Tick key={from + step} label={format.number(from + step)} />
          ))}
        </p>
      ) : (
        <p className="flex items-end gap-2">
          {`${t.range(from, to)}:`}
          <span className="inline-block h-7 w-24 border-b border-current" />
        </p>
      );
    }
    case 'list':
      return (
        <>
          <Tick label={t.none} />
          <Lines count={2} />
        </>
      );
    case 'text':
      return <Lines count={2} />;
  }
}

function Tick({ label }: { label: string }): ReactNode {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className="inline-block size-4 shrink-0 border border-current" />
      {label}
    </span>
  );
}

/** Draws empty lines to write an answer on. */
function Lines({ count }: { count: number }): ReactNode {
  return (
    <span aria-hidden="true" className="flex flex-col">
      {Array.from({ length: count }, (_, line) => (
        <span key={line} className="h-8 border-b border-current/50" />
      ))}
    </span>
  );
}
