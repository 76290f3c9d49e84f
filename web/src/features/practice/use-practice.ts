import { endPractice, practise, restartPractice } from '@baari/contract/hospital/practice.ts';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { actFor } from '../../session/act-for.ts';
import { reloadUser } from '../../session/session.ts';

const calls = { practise, restart: restartPractice, end: endPractice } as const;

export interface PracticeChange {
  /** What is being done, until the page shows the other hospital. */
  readonly doing: 'practise' | 'restart' | 'end' | 'leave' | undefined;
  readonly problem: string | undefined;
  readonly change: (what: keyof typeof calls) => void;
  readonly leave: (homeId: string) => void;
}

/**
 * Makes, restarts, ends and leaves the practice hospital. Every tab of the session then shows the
 * other hospital [ADM-1].
 */
export function usePractice(): PracticeChange {
  const { practice: t } = useMessages('practice');
  const problemText = useProblemText();
  const [doing, setDoing] = useState<PracticeChange['doing']>();
  const [problem, setProblem] = useState<string>();

  async function go(
    what: NonNullable<PracticeChange['doing']>,
    work: () => Promise<unknown>,
  ): Promise<void> {
    setDoing(what);
    setProblem(undefined);
    try {
      await work();
      // Opens the desk or the dashboard of the other hospital, because the page belongs to this one.
      await reloadUser();
    } catch (failure) {
      setProblem(problemText(failure, t.failed));
    }
    setDoing(undefined);
  }

  return {
    doing,
    problem,
    change: (what) => void go(what, () => call(calls[what], {})),
    leave: (homeId) => void go('leave', () => actFor(homeId)),
  };
}
