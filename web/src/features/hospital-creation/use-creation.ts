import { useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../../api/problems/problem.ts';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { type CreationOutput, isCreationField, payloadOf, stepOf } from './creation-form.ts';
import { type CreationOutcome, resumeCreation, submitCreation } from './create-hospital.ts';
import { readSavedCreation } from './saved-creation.ts';
import type { CreationForm } from './step-fields.tsx';
import type { WizardStep } from './use-wizard-step.ts';

export interface CreationProblem {
  readonly message: string;
  readonly isUnverified: boolean;
}

export interface Creation {
  readonly busy: boolean;
  readonly problem: CreationProblem | undefined;
  readonly submit: (form: CreationOutput) => Promise<void>;
}

interface CreationParts {
  readonly form: CreationForm;
  readonly wizardStep: WizardStep;
  readonly verificationPath: string;
  /** Whether the person has returned to the wizard after the email verification [WIZ-4]. */
  readonly isReturning: boolean;
  readonly onCreated: (hospitalName: string) => void;
  readonly onMustVerify: () => void;
}

/**
 * Creates the hospital, now or when the person returns from the email verification. Reports what
 * prevents the creation.
 */
export function useCreation(parts: CreationParts): Creation {
  const { form, wizardStep, verificationPath, isReturning, onCreated, onMustVerify } = parts;
  const t = useMessages('hospitalCreation').hospitalCreation;
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<CreationProblem>();

  async function attempt(hospitalName: string, run: () => Promise<CreationOutcome>): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      settle(hospitalName, await run());
    } catch (failure) {
      setProblem({
        message: problemText(failure, t.failed),
        isUnverified: failure instanceof ApiProblem && failure.code === 'email_not_verified',
      });
      showFieldProblems(failure);
    } finally {
      setBusy(false);
    }
  }

  function settle(hospitalName: string, outcome: CreationOutcome): void {
    switch (outcome) {
      case 'created':
        return onCreated(hospitalName);
      case 'must-verify':
        return onMustVerify();
      case 'not-verified':
        return setProblem({ message: t.notVerified, isUnverified: true });
      case 'mismatch':
        return setProblem({ message: t.mismatch, isUnverified: false });
    }
  }

  function showFieldProblems(failure: unknown): void {
    if (!(failure instanceof ApiProblem) || typeof failure.details !== 'object') return;
    const named = failure.details.flatMap(({ param, msg }) =>
      isCreationField(param) ? [{ param, msg }] : [],
    );
    for (const { param, msg } of named) form.setError(param, { message: msg });
    const [first] = named;
    if (first) wizardStep.show(stepOf(first.param));
  }

  // The effect must run once each time the person returns from the email verification, in spite of
  // re-renders.
  const hasResumed = useRef(false);
  useEffect(() => {
    const saved = isReturning && !hasResumed.current ? readSavedCreation() : undefined;
    if (!saved) return;
    hasResumed.current = true;
    void attempt(saved.hospitalName, () => resumeCreation(saved));
  });

  return {
    busy,
    problem,
    submit: (values) =>
      attempt(values.hospitalName, () =>
        submitCreation(payloadOf(values), values.password, verificationPath),
      ),
  };
}
