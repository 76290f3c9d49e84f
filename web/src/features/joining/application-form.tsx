import type { Hospital } from '@baari/contract/hospital/hospital.ts';
import { departments } from '@baari/contract/hospital/specialties.ts';
import { type JoinRequest, joinableTitles } from '@baari/contract/account/team.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect, useState } from 'react';
import { useController, useForm, type UseFormReturn } from 'react-hook-form';
import { ApiProblem } from '../../api/problems/problem.ts';
import { useBoundField } from '../../api/forms/use-bound-field.ts';
import { useDraft } from '../../api/forms/use-draft.ts';
import { usePasswordMin } from '../../api/forms/use-password-min.ts';
import { useFieldText, useProblemText } from '../../api/problems/use-problem-text.ts';
import { draftPlaces, forgetDraft, readDraft } from '../../device/draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { useUser } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Select } from '../../ui/form/select.tsx';
import { PasswordField, TextField } from '../../ui/form/text-field.tsx';
import { apply } from './apply.ts';
import { HospitalFinder } from './hospital-finder.tsx';
import {
  applicationOf,
  draftEmail,
  draftValues,
  isJoinField,
  type JoinInput,
  type JoinOutput,
  newAccountJoin,
  signedInJoin,
} from './join-form.ts';
import { useDraftedHospital } from './use-drafted-hospital.ts';

/** Form fields that are sent only to the identity provider. */
const secrets = ['password', 'confirmPassword'] as const;

const empty = {
  hospitalId: '',
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  department: '',
  password: '',
  confirmPassword: '',
};

type JoinFormApi = UseFormReturn<JoinInput, unknown, JoinOutput>;

export interface ApplicationFormProps {
  /**
   * Whether the form creates an account. The parent stores this value, because the form signs the
   * person in before the request is sent.
   */
  isNewcomer: boolean;
  callbackURL: string;
  signInPath: string;
  onBusy: (busy: boolean) => void;
  onSent: (request: JoinRequest) => void;
}

/** The form with which a person requests to join a hospital's staff [JOINH-1]. */
export function ApplicationForm({
  isNewcomer,
  callbackURL,
  signInPath,
  onBusy,
  onSent,
}: ApplicationFormProps): ReactNode {
  const { joining: t } = useMessages('joining');
  const problemText = useProblemText();
  const fieldText = useFieldText();
  const ownEmail = useUser()?.email ?? null;
  const [draft] = useState(() => readDraft(draftPlaces.application));
  const [hospital, setHospital] = useDraftedHospital(draft);
  const [mustVerify, setMustVerify] = useState<string>();
  const form = useForm<JoinInput, unknown, JoinOutput>({
    resolver: zodResolver(isNewcomer ? newAccountJoin : signedInJoin),
    defaultValues: { ...empty, ...draftValues(draft), email: ownEmail ?? draftEmail(draft) },
  });
  useDraft(form, draftPlaces.application, secrets);
  const { errors, isSubmitting } = form.formState;
  const { field: hospitalField } = useController({ control: form.control, name: 'hospitalId' });

  useEffect(() => {
    if (ownEmail !== null) form.setValue('email', ownEmail);
  }, [form, ownEmail]);

  const submit = form.handleSubmit(async (values) => {
    setMustVerify(undefined);
    onBusy(true);
    try {
      const outcome = await apply(applicationOf(values), values.password, callbackURL);
      switch (outcome.kind) {
        case 'sent':
          forgetDraft(draftPlaces.application);
          return onSent(outcome.request);
        case 'must-verify':
          return setMustVerify(values.email);
        case 'wrong-password':
          return form.setError('password', { message: t.wrongPassword }, { shouldFocus: true });
      }
    } catch (failure) {
      form.setError('root', { message: problemText(failure, t.failed) });
      showFieldProblems(form, failure);
    } finally {
      onBusy(false);
    }
  });

  function choose(next: Hospital | undefined): void {
    setHospital(next);
    hospitalField.onChange(next?.id ?? '');
    form.clearErrors('hospitalId');
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <HospitalFinder
        chosen={hospital}
        onChoose={choose}
        inputRef={hospitalField.ref}
        error={fieldText(errors.hospitalId?.message)}
      />
      <ApplicantFields form={form} isNewcomer={isNewcomer} offered={hospital?.departments} />
      {mustVerify !== undefined && (
        <Notice
          tone="warning"
          title={t.verifyFirstTitle}
          action={<TextLink href={signInPath}>{t.signIn}</TextLink>}
        >
          {t.verifyFirst(mustVerify)}
        </Notice>
      )}
      {errors.root?.message && <Notice tone="danger">{errors.root.message}</Notice>}
      <Button
        type="submit"
        variant="primary"
        size="large"
        wide
        busy={isSubmitting}
        busyLabel={t.sending}
      >
        {t.send}
      </Button>
    </form>
  );
}

/** The form fields for the applicant, the work applied for, and the password of a new account. */
function ApplicantFields({
  form,
  isNewcomer,
  offered,
}: {
  form: JoinFormApi;
  isNewcomer: boolean;
  /** The departments of the chosen hospital. */
  offered: Hospital['departments'] | undefined;
}): ReactNode {
  const { joining: t, common } = useMessages('joining');
  const least = usePasswordMin();
  const medicalName = useMedicalName();
  const bind = useBoundField(form);
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField {...bind('firstName')} label={t.firstName} autoComplete="given-name" />
      <TextField {...bind('lastName')} label={t.lastName} autoComplete="family-name" />
      <TextField
        {...bind('email')}
        label={t.email}
        {...(isNewcomer ? {} : { hint: t.emailSignedIn })}
        readOnly={!isNewcomer}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        {...bind('phone')}
        label={t.phone}
        hint={t.phoneHint}
        type="tel"
        autoComplete="tel"
      />
      <Select
        {...bind('role')}
        label={t.role}
        placeholder={t.chooseRole}
        options={joinableTitles.map((value) => ({ value, label: t.titles[value] }))}
      />
      <Select
        {...bind('department')}
        label={t.department}
        labelNote={common.optional}
        placeholder={common.dash}
        options={(offered ?? departments).map((value) => ({
          value,
          label: medicalName(value),
        }))}
      />
      {isNewcomer && (
        <>
          <PasswordField
            {...bind('password')}
            label={t.password}
            hint={t.passwordHint(least)}
            autoComplete="new-password"
          />
          <PasswordField
            {...bind('confirmPassword')}
            label={t.confirmPassword}
            autoComplete="new-password"
          />
        </>
      )}
    </div>
  );
}

function showFieldProblems({ setError }: JoinFormApi, failure: unknown): void {
  if (!(failure instanceof ApiProblem) || typeof failure.details !== 'object') return;
  for (const { param, msg } of failure.details) {
    if (isJoinField(param)) setError(param, { message: msg });
  }
}
