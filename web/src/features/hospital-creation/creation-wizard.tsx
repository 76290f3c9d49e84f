import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useDraft } from '../../api/forms/use-draft.ts';
import { draftPlaces, readDraft } from '../../device/draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useUser } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import {
  type CreationInput,
  type CreationOutput,
  newAccountForm,
  type Step,
  signedInForm,
  startingValues,
  stepFields,
  steps,
} from './creation-form.ts';
import { readSavedCreation } from './saved-creation.ts';
import { AdminFields, type CreationForm, CustomizeFields, HospitalFields } from './step-fields.tsx';
import { StepList } from './step-list.tsx';
import { useCreation } from './use-creation.ts';
import { useWizardStep } from './use-wizard-step.ts';

/** Form fields that are sent only to the identity provider. */
const secrets = ['password', 'confirmPassword'] as const;

/** The hospital creation wizard with its three steps [WIZ-1 … WIZ-9]. */
export function CreationWizard({
  verificationPath,
  isReturning,
  onCreated,
  onMustVerify,
}: {
  verificationPath: string;
  isReturning: boolean;
  onCreated: (hospitalName: string) => void;
  onMustVerify: () => void;
}): ReactNode {
  const t = useMessages('hospitalCreation').hospitalCreation;
  const user = useUser();
  const [saved] = useState(() => (isReturning ? readSavedCreation() : undefined));
  const [draft] = useState(() => readDraft(draftPlaces.hospital));
  const wizardStep = useWizardStep(saved ? 'customize' : 'hospital');
  const isSignedIn = user !== null;
  const form = useForm<CreationInput, unknown, CreationOutput>({
    resolver: zodResolver(isSignedIn ? signedInForm : newAccountForm),
    defaultValues: startingValues(saved, draft),
    shouldUnregister: false,
  });
  useDraft(form, draftPlaces.hospital, secrets);
  const creation = useCreation({
    form,
    wizardStep,
    verificationPath,
    isReturning,
    onCreated,
    onMustVerify,
  });
  const { step } = wizardStep;
  const at = steps.indexOf(step);
  const next = steps[at + 1];
  const before = steps[at - 1];
  const heading = useFocusOnChange(step);

  const ownEmail = user?.email ?? null;
  useEffect(() => {
    if (ownEmail !== null) form.setValue('adminEmail', ownEmail);
  }, [form, ownEmail]);

  async function goOn(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (creation.busy) return;
    if (!next) return form.handleSubmit(creation.submit, () => showFirstWrongStep())();
    if (await form.trigger([...stepFields[step]], { shouldFocus: true })) wizardStep.show(next);
  }

  function showFirstWrongStep(): void {
    const wrong = steps.find((one) =>
      stepFields[one].some((field) => form.getFieldState(field).error),
    );
    if (wrong && wrong !== step) wizardStep.show(wrong);
  }

  return (
    <form noValidate onSubmit={(event) => void goOn(event)}>
      <StepList current={step} />
      <Card padding="large">
        <h2 ref={heading} tabIndex={-1} className="mb-4 text-lg font-semibold text-ink">
          <span className="sr-only">{`${t.stepOf(at + 1, steps.length)}: `}</span>
          {t.steps[step]}
        </h2>
        <Fields step={step} form={form} isSignedIn={isSignedIn} />
        {saved && creation.busy && (
          <div role="status" className="mt-5">
            <Notice>{t.restored}</Notice>
          </div>
        )}
        {creation.problem && (
          <CreationProblem problem={creation.problem} verificationPath={verificationPath} />
        )}
        <div className="mt-6 flex flex-wrap-reverse justify-between gap-2">
          {before ? (
            <Button disabled={creation.busy} onClick={() => wizardStep.show(before)}>
              {t.previous}
            </Button>
          ) : (
            <span />
          )}
          <Button
            type="submit"
            variant="primary"
            className="max-sm:w-full"
            disabled={creation.busy}
            busy={creation.busy}
            busyLabel={t.processing}
          >
            {next ? t.goOn : t.create}
          </Button>
        </div>
      </Card>
    </form>
  );
}

function CreationProblem({
  problem,
  verificationPath,
}: {
  problem: NonNullable<ReturnType<typeof useCreation>['problem']>;
  verificationPath: string;
}): ReactNode {
  const t = useMessages('hospitalCreation').hospitalCreation;
  return (
    <Notice
      tone="danger"
      className="mt-5"
      action={problem.isUnverified && <TextLink href={verificationPath}>{t.verify}</TextLink>}
    >
      {problem.message}
    </Notice>
  );
}

function Fields({
  step,
  form,
  isSignedIn,
}: {
  step: Step;
  form: CreationForm;
  isSignedIn: boolean;
}): ReactNode {
  switch (step) {
    case 'hospital':
      return <HospitalFields form={form} />;
    case 'admin':
      return <AdminFields form={form} isSignedIn={isSignedIn} />;
    case 'customize':
      return <CustomizeFields form={form} />;
  }
}

/**
 * Moves the focus to the heading of a new step. A screen reader then announces the heading, and Tab
 * continues from there.
 */
function useFocusOnChange(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
  }, [step]);
  return heading;
}
