import { placeOf } from '@baari/contract/text/commas.ts';
import type { Profile, ProfileUpdate } from '@baari/contract/patient/profile.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { serverNow } from '../../clock/clock.ts';
import type { ApiProblem } from '../../api/problems/problem.ts';
import { profileQuery } from '../../api/queries/queries.ts';
import { SavedMeanwhile } from '../../api/forms/saved-meanwhile.tsx';
import { useMeanwhile } from '../../api/forms/use-meanwhile.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { dayOf } from '../../device/day-of.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';
import { Button } from '../../ui/button.tsx';
import { useThemeChoice } from '../../ui/layout/theme.ts';
import { useUnsaved } from '../../navigation/use-unsaved.tsx';
import { ContactFields } from './contact-fields.tsx';
import {
  isProfileField,
  type MergedField,
  mergedFields,
  profileForm,
  type ProfileInput,
  startingValues,
} from './profile-form.ts';
import {
  AddressFields,
  type EditedProfile,
  InsuranceFields,
  PersonalFields,
  PreferenceFields,
} from './profile-fields.tsx';
import { useSaveProfile } from './use-save-profile.ts';

/**
 * The patient's profile in edit mode. The typed text is kept after every failure [PAT-14, PROF-1].
 */
export function ProfileEditor({
  profile,
  onClose,
}: {
  profile: Profile;
  onClose: () => void;
}): ReactNode {
  const { profile: t, common } = useMessages('profile');
  const say = useSay();
  const [today] = useState(() => dayOf(serverNow()));
  const { language } = useLanguage();
  const theme = useThemeChoice();
  const form = useForm<ProfileInput, unknown, ProfileUpdate>({
    resolver: zodResolver(profileForm(today)),
    defaultValues: startingValues(profile, { language, theme }),
  });
  const leaving = useUnsaved(form.formState.isDirty, onClose);
  const save = useSaveProfile(onClose);
  const [failure, setFailure] = useState<ApiProblem | null>(null);
  const client = useQueryClient();
  const meanwhile = useMeanwhile({
    opened: profile,
    fields: mergedFields,
    valuesOf: (read): ProfileInput => startingValues(read, { language, theme }),
    readAgain: () => client.fetchQuery({ ...profileQuery(), staleTime: 0 }),
    current: () => form.getValues(),
    show(values, saved) {
      form.reset(saved);
      form.reset(values, { keepDefaultValues: true });
    },
  });
  useFollowSwitches(form, { language, theme });

  const firstHeading = useRef<HTMLHeadingElement>(null);
  useEffect(() => firstHeading.current?.focus(), []);

  function send(body: ProfileUpdate): void {
    if (save.isPending) return;
    setFailure(null);
    meanwhile.forget();
    // Notification settings are not sent, because the user may have changed them meanwhile with
    // switches on another page.
    const { notifications: _, ...preferences } = body.preferences;
    save.mutate(
      { body: { ...body, preferences, seen: meanwhile.seen.version } },
      {
        onError(problem) {
          setFailure(showAtFields(form, problem));
          meanwhile.onError(problem);
        },
      },
    );
  }

  const submit = form.handleSubmit(send);

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      // Scroll margins keep the focused field clear of the sticky buttons.
      className="flex flex-col gap-4 [&_:is(input,select,button)]:scroll-mb-28"
    >
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className={columnLook}>
          <PersonalFields
            form={form}
            email={profile.email}
            today={today}
            headingRef={firstHeading}
          />
          <ContactFields form={form} />
        </div>
        <div className={columnLook}>
          <AddressFields form={form} />
          <InsuranceFields form={form} />
          <PreferenceFields form={form} />
        </div>
      </div>
      <div className="sticky bottom-0 z-10 -mx-4 flex flex-col gap-3 border-t border-line bg-canvas px-4 py-3 sm:mx-0 sm:px-0">
        <SavedMeanwhile meanwhile={meanwhile} names={t.mergedNames} say={say} />
        {failure && !meanwhile.found && <ProblemNotice problem={failure} fallback={t.notSaved} />}
        <div className="flex justify-end gap-2 max-sm:*:flex-1">
          <Button onClick={leaving.cancel}>{common.cancel}</Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyLabel={common.saving}>
            {common.save}
          </Button>
        </div>
      </div>
      {leaving.question}
    </form>
  );
}

/**
 * Returns a function that formats the value of a form field as text, to describe changes that
 * another person saved in the meantime.
 */
function useSay(): (field: MergedField, values: ProfileInput) => string | undefined {
  const { profile: t } = useMessages('profile');
  const listed = useListed();
  return (field, values) => {
    switch (field) {
      case 'address':
        return placeOf(Object.values(values.address ?? {}).filter((part) => part !== undefined));
      case 'emergencyContacts':
        return (
          values.emergencyContacts &&
          listed(values.emergencyContacts.map(({ name, phone }) => `${name} ${phone}`))
        );
      case 'insurance':
        return listed(
          Object.values(values.insurance ?? {}).flatMap((part) => (part ? [part] : [])),
        );
      case 'gender':
        return values.gender ? t.genders[values.gender] : t.noGender;
      default:
        return values[field];
    }
  };
}

/**
 * Updates the form when the user changes language or theme with the page's switches while the form
 * is open.
 */
function useFollowSwitches(
  { resetField }: EditedProfile,
  { language, theme }: Pick<ProfileUpdate['preferences'], 'language' | 'theme'>,
): void {
  useEffect(
    () => resetField('preferences.language', { defaultValue: language }),
    [resetField, language],
  );
  useEffect(() => resetField('preferences.theme', { defaultValue: theme }), [resetField, theme]);
}

/**
 * Shows the errors of a refusal at the form fields and focuses the first. Returns the part of the
 * refusal that belongs to no field.
 */
function showAtFields(form: EditedProfile, failure: ApiProblem): ApiProblem | null {
  const { details } = failure;
  if (details === undefined || typeof details === 'string') return failure;
  const known = details.flatMap(({ param, msg }) =>
    isProfileField(param) ? [{ param, msg }] : [],
  );
  for (const [index, { param, msg }] of known.entries()) {
    form.setError(param, { message: msg }, { shouldFocus: index === 0 });
  }
  return known.length === details.length ? null : failure;
}

const columnLook = 'flex min-w-0 flex-col gap-4';
