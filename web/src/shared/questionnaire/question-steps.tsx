import { textIn } from '@baari/contract/text/in-languages.ts';
import {
  type Answer,
  type AssessmentForm,
  type Question,
  signsQuestion,
} from '@baari/contract/visit/assessment.ts';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/chart/progress.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { CallButtons, EmergencyHelp } from './emergency-help.tsx';
import { isScale } from './number-scale.tsx';
import { type Draft, draftOf, isSaid, QuestionFields } from './question-fields.tsx';

/** The questionnaire: its answers so far, and the questions to ask after these answers. */
export type AskedForm = Pick<
  AssessmentForm,
  'questions' | 'answers' | 'isFlagged' | 'emergencyNumbers' | 'about' | 'atMost'
> &
  Partial<Pick<AssessmentForm, 'earlier'>>;

export interface GivenAnswer {
  readonly question: string;
  readonly answer: Answer;
}

interface QuestionStepsProps {
  form: AskedForm;
  /** Saves answers, then calls `onSaved` with the changed questionnaire. */
  onSave: (answers: readonly GivenAnswer[], onSaved: (form: AskedForm) => void) => void;
  isSaving: boolean;
  /** The reason why the server did not save the last answer. */
  problem: string | undefined;
  /** The text to show after the last question. */
  done: string;
  end: ReactNode;
  /** Further content to show below the questions. */
  after?: ReactNode;
  /**
   * True on a hospital's tablet, which makes no phone calls and shows no button to skip the
   * remaining questions.
   */
  isAtKiosk?: boolean;
}

/**
 * Shows one question of the questionnaire at a time, and a closing text after the last question
 * [ASSESS-1, ASSESS-2].
 */
export function QuestionSteps({
  form,
  onSave,
  isSaving,
  problem,
  done,
  end,
  after,
  isAtKiosk = false,
}: QuestionStepsProps): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const answered = new Map(form.answers.map(({ question, answer }) => [question, answer]));
  const open = form.questions.find(({ id }) => !answered.has(id));
  // The earlier question to which the person went back. If undefined, the first unanswered question
  // is shown.
  const [chosen, setChosen] = useState<string>();
  const question = form.questions.find(({ id }) => id === chosen) ?? open;
  const heading = useRef<HTMLHeadingElement>(null);
  // On the questionnaire's own page, the focus starts at the page title. At a kiosk the first
  // question takes the focus, because it replaces other content.
  const isFirst = useRef(!isAtKiosk);
  const shownId = question?.id;
  useEffect(() => {
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
  }, [shownId]);

  /**
   * Saves an answer. If the person went back to an earlier question, the question after it is shown
   * next.
   */
  function send(id: string, answer: Answer): void {
    onSave([{ question: id, answer }], ({ questions }) => {
      const at = questions.findIndex((one) => one.id === id);
      setChosen((now) => (now === undefined ? undefined : questions[at + 1]?.id));
    });
  }

  /**
   * Marks questions as skipped, and also questions that are asked only because of a skipped one.
   */
  function skip(answers: readonly GivenAnswer[]): void {
    onSave(answers, (after) => {
      setChosen(undefined);
      const more = restOf(after);
      if (more.length > 0) skip(more);
    });
  }

  const { language } = useLanguage();
  const about = form.about === null ? undefined : textIn(form.about, language);
  const index = form.questions.findIndex(({ id }) => id === shownId);
  const help = form.isFlagged && (
    <EmergencyHelp numbers={form.emergencyNumbers} isHere={isAtKiosk} canCall={!isAtKiosk} />
  );
  if (question === undefined) {
    return (
      <div className="flex flex-col gap-4">
        {help}
        <Card className="flex flex-col items-start gap-4">
          <h2 ref={heading} tabIndex={-1} className="text-xl font-semibold text-ink">
            {t.doneTitle}
          </h2>
          <p className="text-ink">{done}</p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setChosen(form.questions[0]?.id)}>{t.change}</Button>
            {end}
          </div>
        </Card>
        {after}
      </div>
    );
  }
  const rest = restOf(form);
  return (
    <div className="flex flex-col gap-4">
      {question.id === signsQuestion && (
        <Notice
          tone="warning"
          action={isAtKiosk ? undefined : <CallButtons numbers={form.emergencyNumbers} />}
        >
          {about === undefined
            ? t.notice(form.emergencyNumbers[0] ?? '')
            : t.noticeOther(about, form.emergencyNumbers[0] ?? '')}
        </Notice>
      )}
      {help}
      <OneQuestion
        key={question.id}
        question={question}
        said={answered.get(question.id)}
        earlier={form.earlier?.find((one) => one.question === question.id)?.answer}
        heading={heading}
        about={about === undefined ? t.aboutYou : t.about(about)}
        at={index + 1}
        atMost={form.atMost}
        isSaving={isSaving}
        problem={problem}
        onAnswer={(answer) => send(question.id, answer)}
        onSkip={() => send(question.id, { kind: 'skipped' })}
        onSkipRest={rest.length > 1 && !isAtKiosk ? () => skip(rest) : undefined}
        onBack={index > 0 ? () => setChosen(form.questions[index - 1]?.id) : undefined}
      />
    </div>
  );
}

/** Returns an answer "skipped" for each unanswered question. */
function restOf({ questions, answers }: AskedForm): GivenAnswer[] {
  const answered = new Set(answers.map(({ question }) => question));
  return questions
    .filter(({ id }) => !answered.has(id))
    .map(({ id }) => ({ question: id, answer: { kind: 'skipped' } }));
}

function OneQuestion({
  question,
  said,
  earlier,
  heading,
  about,
  at,
  atMost,
  isSaving,
  problem,
  onAnswer,
  onSkip,
  onSkipRest,
  onBack,
}: {
  question: Question;
  said: Answer | undefined;
  /** The patient's answer to the same question before an earlier visit. */
  earlier: Answer | undefined;
  heading: RefObject<HTMLHeadingElement | null>;
  /** Words that name the person whom the question is about. */
  about: string;
  /** The number of the question, from 1. */
  at: number;
  atMost: number;
  isSaving: boolean;
  problem: string | undefined;
  onAnswer: (answer: Answer) => void;
  onSkip: () => void;
  onSkipRest: (() => void) | undefined;
  onBack: (() => void) | undefined;
}): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const { language } = useLanguage();
  const [first] = useState<Draft>(() => draftOf(question, said ?? earlier));
  const [draft, setDraft] = useState(first);
  const [isTried, setTried] = useState(false);
  const wrong = isTried && !isSaid(question, draft) ? whatIsWrong() : undefined;
  // If the person has changed the earlier answer, the result counts as a new answer and not as a
  // confirmation.
  const isConfirming = said === undefined && earlier !== undefined && draft === first;

  function whatIsWrong(): string {
    const { kind, min, max } = question;
    const isTyped = kind === 'number' && min !== null && max !== null && !isScale(question);
    return isTyped ? t.inRange(min, max) : t.choose;
  }

  return (
    <Card>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          const answer = isSaid(question, draft);
          if (answer && !isSaving) onAnswer(answer);
        }}
      >
        <div className="flex flex-col gap-1">
          <p className="text-sm text-ink-soft tabular-nums">{t.progress(at, atMost)}</p>
          <div className="mb-3">
            <Progress value={at} max={atMost} />
          </div>
          <h2
            ref={heading}
            tabIndex={-1}
            id={`ask-${question.id}`}
            className="text-xl font-semibold text-ink"
          >
            <span className="block text-sm wrap-anywhere text-primary-ink">{about}</span>
            {textIn(question.ask, language)}
          </h2>
          {question.help && <p className="text-ink-soft">{textIn(question.help, language)}</p>}
        </div>
        {isConfirming && <Notice tone="info">{t.earlier}</Notice>}
        <QuestionFields question={question} draft={draft} onDraft={setDraft} error={wrong} />
        {problem !== undefined && (
          <Notice tone="danger" title={t.saveFailed}>
            {problem}
          </Notice>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" size="large" busy={isSaving} busyLabel={t.saving}>
            {isConfirming ? t.staysTrue : t.next}
          </Button>
          <Button size="large" disabled={isSaving} onClick={onSkip}>
            {t.skip}
          </Button>
          {onBack && (
            <Button size="large" variant="quiet" disabled={isSaving} onClick={onBack}>
              {t.previous}
            </Button>
          )}
          {onSkipRest && (
            <Button size="large" variant="quiet" disabled={isSaving} onClick={onSkipRest}>
              {t.skipRest}
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}
