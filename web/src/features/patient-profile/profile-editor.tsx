import type { Profile, ProfileUpdate } from '@baari/contract/profile.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Merged, mergeSaves } from '../../api/merge-saves.ts';
import { ApiProblem } from '../../api/problem.ts';
import { profileQuery } from '../../api/queries.ts';
import { useProblemText } from '../../api/use-problem-text.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useThemeChoice } from '../../ui/theme.ts';
import { ContactFields } from './contact-fields.tsx';
import {
  dayOf,
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
import { UnsavedChanges } from './unsaved-changes.tsx';
import { useSaveProfile } from './use-save-profile.ts';

/** The profile to be changed; what was typed stays through every failure [PAT-14, PROF-1]. */
export function ProfileEditor({
  profile,
  onClose,
}: {
  profile: Profile;
  onClose: () => void;
}): ReactNode {
  const { profile: t, common } = useMessages('profile');
  const problemText = useProblemText();
  const [today] = useState(() => dayOf(new Date()));
  const { language } = useLanguage();
  const theme = useThemeChoice();
  const [cancelling, setCancelling] = useState(false);
  const form = useForm<ProfileInput, unknown, ProfileUpdate>({
    resolver: zodResolver(profileForm(today)),
    defaultValues: startingValues(profile, { language, theme }),
  });
  const { isDirty } = form.formState;
  const save = useSaveProfile(onClose);
  const [failure, setFailure] = useState<ApiProblem | null>(null);
  const client = useQueryClient();
  /** As the form was opened with it, or as it was brought together with what was saved elsewhere. */
  const [opened, setOpened] = useState(profile);
  const [merged, setMerged] = useState<Merged<MergedField>>();
  useFollowSwitches(form, { language, theme });

  const firstHeading = useRef<HTMLHeadingElement>(null);
  useEffect(() => firstHeading.current?.focus(), []);

  function send(body: ProfileUpdate): void {
    if (save.isPending) return;
    setFailure(null);
    setMerged(undefined);
    save.mutate(
      { body: { ...body, seen: opened.version } },
      {
        onError(problem) {
          setFailure(showAtFields(form, problem));
          if (problem.code !== 'profile_changed') return;
          bringTogether().catch((trouble: unknown) => {
            console.warn('What was saved meanwhile could not be read', trouble);
          });
        },
      },
    );
  }

  /** Nothing was saved: the form takes over what it can, and says what is to be looked at. */
  async function bringTogether(): Promise<void> {
    const saved = await client.fetchQuery({ ...profileQuery(), staleTime: 0 });
    const theirs = startingValues(saved, { language, theme });
    const mine = form.getValues();
    const both = { opened: startingValues(opened, { language, theme }), mine, theirs };
    const found = mergeSaves(mergedFields, both);
    const news = Object.fromEntries(found.taken.map((field) => [field, theirs[field]]));
    form.reset(theirs);
    form.reset({ ...mine, ...news }, { keepDefaultValues: true });
    setOpened(saved);
    setMerged(found);
    setFailure(null);
  }
  const submit = form.handleSubmit(send);

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      // What gets the focus must not end up under the bar of buttons.
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
        {merged && <SavedElsewhere merged={merged} />}
        {failure && <Notice tone="danger">{problemText(failure, t.notSaved)}</Notice>}
        <div className="flex justify-end gap-2 max-sm:*:flex-1">
          <Button onClick={() => (isDirty ? setCancelling(true) : onClose())}>
            {common.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyLabel={common.saving}>
            {common.save}
          </Button>
        </div>
      </div>
      <UnsavedChanges
        unsaved={isDirty}
        cancelling={cancelling}
        onStay={() => setCancelling(false)}
        onDiscard={onClose}
      />
    </form>
  );
}

/** What another tab or device saved while the form was open. */
function SavedElsewhere({ merged: { taken, kept } }: { merged: Merged<MergedField> }): ReactNode {
  const { profile: t } = useMessages('profile');
  const namesOf = (fields: readonly MergedField[]) =>
    fields.map((field) => t.mergedNames[field]).join(', ');
  return (
    <Notice tone="warning" title={t.savedElsewhere}>
      {taken.length > 0 && <p>{t.takenOver(namesOf(taken))}</p>}
      {kept.length > 0 && <p>{t.keptTyped(namesOf(kept))}</p>}
      <p>{t.saveAgain}</p>
    </Notice>
  );
}

/** The page's own switches stay at hand while the form is open: it takes over what they choose. */
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

/** Puts a refusal beside its fields, the first one focused; answers what has no field to stand at. */
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
