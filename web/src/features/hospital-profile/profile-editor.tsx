import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import {
  type Hospital,
  type HospitalUpdate,
  saveOwnHospital,
} from '@baari/contract/hospital/hospital.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import type { ApiProblem } from '../../api/problems/problem.ts';
import { appointmentRoot } from '../../api/queries/appointment-queries.ts';
import { hospitalQuery, hospitalsQuery, ownHospitalQuery } from '../../api/queries/queries.ts';
import { hospitalVerificationQuery } from '../../api/queries/staff-queries.ts';
import { SavedMeanwhile } from '../../api/forms/saved-meanwhile.tsx';
import { useMeanwhile } from '../../api/forms/use-meanwhile.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { useUnsaved } from '../../navigation/use-unsaved.tsx';
import { DepartmentFields } from './department-fields.tsx';
import { LanguageFields } from './language-fields.tsx';
import { BasicFields, ContactFields, PlaceFields, type ProfileFormApi } from './profile-fields.tsx';
import {
  isProfileField,
  type ProfileField,
  profileForm,
  type ProfileInput,
  savedFields,
  startingProfile,
} from './profile-form.ts';
import { ProfileSection } from './profile-section.tsx';
import { WeekFields } from './week-fields.tsx';

/**
 * The hospital's profile in edit mode. 'Cancel' discards the changes, 'Save' writes the whole
 * profile [HPROF-1, HPROF-2].
 */
export function ProfileEditor({
  hospital,
  onClose,
}: {
  hospital: Hospital;
  onClose: () => void;
}): ReactNode {
  const { hospitalProfile: t } = useMessages('hospitalProfile');
  const words = useFieldWords();
  const client = useQueryClient();
  const form = useForm<ProfileInput, unknown, HospitalUpdate>({
    resolver: zodResolver<ProfileInput, unknown, HospitalUpdate>(profileForm),
    defaultValues: startingProfile(hospital),
  });
  const write = useWrite(saveOwnHospital);
  const meanwhile = useMeanwhile({
    opened: hospital,
    fields: savedFields,
    valuesOf: startingProfile,
    readAgain: () => client.fetchQuery({ ...ownHospitalQuery(), staleTime: 0 }),
    current: () => form.getValues(),
    show(values, saved) {
      form.reset(saved);
      form.reset(values, { keepDefaultValues: true });
    },
  });
  const leaving = useUnsaved(form.formState.isDirty, onClose);
  const { setFocus } = form;
  useEffect(() => setFocus('name'), [setFocus]);

  function save(body: HospitalUpdate): void {
    if (write.isPending) return;
    meanwhile.forget();
    write.mutate(
      { body: { ...body, seen: meanwhile.seen.updated_at } },
      {
        onSuccess: ({ hospital: saved }) => {
          client.setQueryData(ownHospitalQuery().queryKey, saved);
          // Opening hours and time zone decide which bookings are still possible, so the bookings
          // are fetched again.
          void client.invalidateQueries({ queryKey: appointmentRoot });
          void client.invalidateQueries({ queryKey: hospitalQuery(saved.id).queryKey });
          void client.invalidateQueries({ queryKey: hospitalVerificationQuery().queryKey });
          void client.invalidateQueries({ queryKey: hospitalsQuery().queryKey.slice(0, 2) });
          toast({ type: 'success', title: t.saved });
          onClose();
        },
        onError: (failure) => {
          meanwhile.onError(failure);
          showFieldProblems(form, failure);
        },
      },
    );
  }

  return (
    <form
      noValidate
      // Scroll margins keep the focused field clear of the sticky buttons.
      className="flex flex-col gap-4 [&_:is(input,select,button)]:scroll-mt-20 [&_:is(input,select,button)]:scroll-mb-24"
      onSubmit={(event) => void form.handleSubmit(save)(event)}
    >
      <ProfileSection title={t.basic}>
        <BasicFields form={form} />
      </ProfileSection>
      <ProfileSection title={t.contact}>
        <ContactFields form={form} />
      </ProfileSection>
      <ProfileSection title={t.hours} hint={t.hoursHint}>
        <WeekFields form={form} />
      </ProfileSection>
      <ProfileSection title={t.departments}>
        <DepartmentFields form={form} own={hospital.departments} />
      </ProfileSection>
      <ProfileSection title={t.place} hint={t.placeHint}>
        <PlaceFields form={form} />
      </ProfileSection>
      <ProfileSection title={t.languages}>
        <LanguageFields form={form} />
      </ProfileSection>
      <SavedMeanwhile meanwhile={meanwhile} {...words} />
      {write.isError && !meanwhile.found && (
        <ProblemNotice problem={write.error} fallback={t.saveFailed} />
      )}
      <div className="sticky bottom-0 z-10 -mx-4 flex gap-2 border-t border-line bg-canvas px-4 py-3 sm:mx-0 sm:justify-end sm:px-0">
        <Button className="max-sm:flex-1" onClick={leaving.cancel}>
          {t.cancel}
        </Button>
        <Button
          type="submit"
          variant="primary"
          className="max-sm:flex-1"
          busy={write.isPending}
          busyLabel={t.saving}
        >
          {t.save}
        </Button>
      </div>
      {leaving.question}
    </form>
  );
}

/**
 * Returns the names and values of form fields as text. They describe changes that another person
 * saved in the meantime.
 */
function useFieldWords() {
  const { hospitalProfile: t, common } = useMessages('hospitalProfile');
  const listed = useListed();
  const names: Record<ProfileField, string> = {
    ...t,
    zip_code: t.zipCode,
    operating_hours: t.hours,
  };
  function say(field: ProfileField, values: ProfileInput): string | undefined {
    const value = values[field];
    if (field === 'type' && values.type !== '') return t.types[values.type];
    if (field === 'departments') return listed(values.departments);
    if (field === 'languages') {
      return listed(values.languages.map((each) => aboutLanguages[each].ownName));
    }
    if (typeof value === 'boolean') return value ? common.yes : common.no;
    return typeof value === 'string' ? value : undefined;
  }
  return { names, say };
}

function showFieldProblems({ setError }: ProfileFormApi, { details }: ApiProblem): void {
  if (typeof details !== 'object') return;
  for (const { param, msg } of details) {
    if (isProfileField(param)) setError(param, { message: msg });
  }
}
