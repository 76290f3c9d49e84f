import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { type Step, steps } from './creation-form.ts';

export interface WizardStep {
  readonly step: Step;
  readonly show: (step: Step) => void;
}

/**
 * Keeps the wizard's step in the URL, so that the Back button works. A step that the person has not
 * reached yet is not shown.
 */
export function useWizardStep(first: Step): WizardStep {
  const [search, setSearch] = useSearchParams();
  const [reached, setReached] = useState(steps.indexOf(first));
  const asked = search.get('step');
  const index = asked === null ? reachedAtStart(first) : Number(asked) - 1;
  const step = steps[Math.min(Math.max(0, index), reached)] ?? first;

  function show(next: Step): void {
    const to = steps.indexOf(next);
    setReached(Math.max(reached, to));
    setSearch((before) => {
      const after = new URLSearchParams(before);
      after.set('step', String(to + 1));
      return after;
    });
  }

  return { step, show };
}

function reachedAtStart(first: Step): number {
  return steps.indexOf(first);
}
