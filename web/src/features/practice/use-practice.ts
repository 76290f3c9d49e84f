import type { SignedInUser } from '@baari/contract/account/identity.ts';
import { endPractice, practise, restartPractice } from '@baari/contract/hospital/practice.ts';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { navigate } from '../../navigation/places.ts';
import { actFor } from '../../session/act-for.ts';
import { reloadUser } from '../../session/session.ts';

const calls = { practise, restart: restartPractice, end: endPractice } as const;

/** Where a trainee goes on: at the desk of the practice hospital, or at the real dashboard. */
function pageOf({ role, hospitalId, practice }: SignedInUser): string {
  if (role === 'hospital_admin') {
    return practice === undefined ? '/hospital/dashboard' : '/hospital/dashboard?view=queue';
  }
  return practice === undefined ? '/staff/dashboard' : `/staff/queue/${hospitalId}`;
}

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
      const user = await reloadUser();
      // The former page's address may contain the former hospital's id.
      navigate(pageOf(user), { replace: true });
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
