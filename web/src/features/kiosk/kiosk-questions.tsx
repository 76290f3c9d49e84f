import {
  answerAtKiosk,
  type KioskForm,
  openKioskQuestions,
} from '@baari/contract/visit/assessment.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { ApiProblem } from '../../api/problems/problem.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { QuestionSteps } from '../../shared/questionnaire/question-steps.tsx';
import { Button } from '../../ui/button.tsx';
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { useCountdown } from './use-countdown.ts';

/** After this time in ms without a touch, the tablet asks whether somebody is still using it. */
const untouchedMs = 60_000;
/**
 * The seconds between the question whether somebody is still there and the deletion of everything
 * on screen.
 */
const clearsAfterSeconds = 20;

/**
 * The questions before a visit on a shared tablet, one large question per screen. The tablet keeps
 * nothing afterwards [ASSESS-4].
 */
export function KioskQuestions({
  linkKey,
  right,
  onEnd,
}: {
  linkKey: string;
  right: string;
  onEnd: () => void;
}): ReactNode {
  const { kioskQuestions: t } = useMessages('kioskQuestions');
  const problemText = useProblemText();
  const [isStill, setStill] = useStillness(onEnd);
  const query = useQuery(formQuery(linkKey, right));
  if (query.isPending) return <ListSkeleton label={t.loading} />;
  if (isOver(query.error)) return <Over onEnd={onEnd} />;
  if (!query.data) {
    return (
      <ErrorState
        headingLevel={1}
        title={t.failed}
        description={problemText(query.error, t.failed)}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <TryAgain query={query} />
            <Button onClick={onEnd}>{t.finish}</Button>
          </div>
        }
      />
    );
  }
  return (
    <>
      {isStill && <StillThere onGoOn={() => setStill(false)} onEnd={onEnd} />}
      {/* Hidden while it asks whether somebody is there; the state is kept. */}
      <div hidden={isStill} className="sm:[zoom:1.25]">
        <Answering form={query.data} linkKey={linkKey} right={right} onEnd={onEnd} />
      </div>
    </>
  );
}

function formQuery(key: string, right: string) {
  return queryOptions({
    queryKey: ['kiosk-questions', right],
    queryFn: async ({ signal }): Promise<KioskForm> =>
      (await call(openKioskQuestions, { body: { key, right }, signal })).assessment,
    staleTime: Number.POSITIVE_INFINITY,
    // The patient's answers are removed from the cache when this screen closes.
    gcTime: 0,
    retry: (failures, failure) => failures < 3 && !isOver(failure),
  });
}

function isOver(failure: unknown): boolean {
  return failure instanceof ApiProblem && failure.code === 'kiosk_right_over';
}

function Answering({
  form,
  linkKey,
  right,
  onEnd,
}: {
  form: KioskForm;
  linkKey: string;
  right: string;
  onEnd: () => void;
}): ReactNode {
  const { assessment, kioskQuestions: t } = useMessages('assessment', 'kioskQuestions');
  const problemText = useProblemText();
  const client = useQueryClient();
  const save = useWrite(answerAtKiosk, {
    gcTime: 0,
    onSuccess: (reply) => {
      client.setQueryData(formQuery(linkKey, right).queryKey, reply.assessment);
    },
  });
  if (isOver(save.error)) return <Over onEnd={onEnd} />;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-bold tracking-tight text-ink">{t.title}</h1>
        {form.state !== 'ready' && (
          <Button size="large" onClick={onEnd}>
            {t.finish}
          </Button>
        )}
      </div>
      <QuestionSteps
        form={form}
        onSave={(answers, onSaved) =>
          save.mutate(
            { body: { key: linkKey, right, answers: [...answers] } },
            { onSuccess: (reply) => onSaved(reply.assessment) },
          )
        }
        isSaving={save.isPending}
        problem={save.isError ? problemText(save.error, assessment.saveFailed) : undefined}
        done={t.doneText}
        end={<Closing onEnd={onEnd} />}
        isAtKiosk
      />
    </div>
  );
}

/**
 * The last screen of the questions. It closes when the patient presses the button, or after a
 * countdown.
 */
function Closing({ onEnd }: { onEnd: () => void }): ReactNode {
  const { kioskQuestions: t } = useMessages('kioskQuestions');
  const left = useCountdown(clearsAfterSeconds, onEnd);
  return (
    <>
      <Button variant="primary" size="large" onClick={onEnd}>
        {t.close}
      </Button>
      <p className="self-center text-ink-soft tabular-nums">{t.closes(left)}</p>
    </>
  );
}

function StillThere({ onGoOn, onEnd }: { onGoOn: () => void; onEnd: () => void }): ReactNode {
  const { kioskQuestions: t } = useMessages('kioskQuestions');
  const left = useCountdown(clearsAfterSeconds, onEnd);
  return (
    <Announced title={t.stillThere} text={t.stillThereText(left)}>
      <Button variant="primary" size="large" className="min-h-16 min-w-60 text-xl" onClick={onGoOn}>
        {t.goOn}
      </Button>
      <Button size="large" className="min-h-16 min-w-60 text-xl" onClick={onEnd}>
        {t.finish}
      </Button>
    </Announced>
  );
}

/**
 * Says that the permission to answer on this tablet has ended: it expired, or the patient answers
 * on a phone.
 */
function Over({ onEnd }: { onEnd: () => void }): ReactNode {
  const { kioskQuestions: t } = useMessages('kioskQuestions');
  const left = useCountdown(clearsAfterSeconds, onEnd);
  return (
    <Announced title={t.overTitle} text={t.ended}>
      <Button variant="primary" size="large" className="min-h-16 min-w-60 text-xl" onClick={onEnd}>
        {t.close}
      </Button>
      <p className="text-ink-soft tabular-nums">{t.closes(left)}</p>
    </Announced>
  );
}

/** Replaces the questions by a message that screen readers announce at once. */
function Announced({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children: ReactNode;
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <h1
        ref={heading}
        tabIndex={-1}
        className="text-3xl font-bold tracking-tight text-ink outline-none sm:text-4xl"
      >
        {title}
      </h1>
      <p className="max-w-prose text-xl text-ink">{text}</p>
      {children}
    </div>
  );
}

/**
 * Whether nobody has touched the tablet for a time. If the page is hidden, `onGone` is called
 * because the patient counts as gone.
 */
function useStillness(onGone: () => void): [isStill: boolean, set: (isStill: boolean) => void] {
  const [isStill, setStill] = useState(false);
  const gone = useEffectEvent(onGone);
  useEffect(() => {
    const hidden = (): void => {
      if (document.visibilityState === 'hidden') gone();
    };
    document.addEventListener('visibilitychange', hidden);
    return () => document.removeEventListener('visibilitychange', hidden);
  }, []);
  useEffect(() => {
    if (isStill) return;
    let timer = setTimeout(() => setStill(true), untouchedMs);
    const again = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => setStill(true), untouchedMs);
    };
    const touches = ['pointerdown', 'keydown', 'input', 'scroll'] as const;
    for (const touch of touches) document.addEventListener(touch, again, { capture: true });
    return () => {
      clearTimeout(timer);
      for (const touch of touches) document.removeEventListener(touch, again, { capture: true });
    };
  }, [isStill]);
  return [isStill, setStill];
}
