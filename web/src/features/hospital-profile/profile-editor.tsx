import { type Hospital, type HospitalUpdate, saveOwnHospital } from '@baari/contract/hospital.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiProblem } from '../../api/problem.ts';
import {
  hospitalQuery,
  hospitalStandingQuery,
  hospitalsQuery,
  ownHospitalQuery,
} from '../../api/queries.ts';
import { useProblemText } from '../../api/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { DepartmentFields } from './department-fields.tsx';
import { BasicFields, ContactFields, PlaceFields } from './profile-fields.tsx';
import {
  isProfileField,
  type MergedProfile,
  mergeProfiles,
  profileForm,
  type ProfileInput,
  startingProfile,
} from './profile-form.ts';
import { MergedNotice } from './merged-notice.tsx';
import { ProfileSection } from './profile-section.tsx';
import { WeekFields } from './week-fields.tsx';

/** Edit mode: 'Cancel' keeps what was, 'Save' writes the whole profile [HPROF-1, HPROF-2]. */
export function ProfileEditor({
  hospital,
  onClose,
}: {
  hospital: Hospital;
  onClose: () => void;
}): ReactNode {
  const t = useMessages('hospitalProfile').hospitalProfile;
  const problemText = useProblemText();
  const client = useQueryClient();
  const form = useForm<ProfileInput, unknown, HospitalUpdate>({
    resolver: zodResolver<ProfileInput, unknown, HospitalUpdate>(profileForm),
    defaultValues: startingProfile(hospital),
  });
  const write = useWrite(saveOwnHospital);
  /** As the form was opened with it, or as it was brought together with what others saved. */
  const [opened, setOpened] = useState(hospital);
  const [merged, setMerged] = useState<{ of: MergedProfile; theirs: ProfileInput }>();
  const isMerged = merged !== undefined && write.error?.code === 'hospital_changed';
  const { setFocus } = form;
  useEffect(() => setFocus('name'), [setFocus]);

  function save(body: HospitalUpdate): void {
    if (write.isPending) return;
    write.mutate(
      { body: { ...body, seen: opened.updated_at } },
      {
        onSuccess: ({ hospital: saved }) => {
          client.setQueryData(ownHospitalQuery().queryKey, saved);
          void client.invalidateQueries({ queryKey: hospitalQuery(saved.id).queryKey });
          void client.invalidateQueries({ queryKey: hospitalStandingQuery().queryKey });
          void client.invalidateQueries({ queryKey: hospitalsQuery().queryKey.slice(0, 2) });
          toast({ type: 'success', title: t.saved });
          onClose();
        },
        onError: (failure) => {
          if (failure.code === 'hospital_changed')
            bringTogether().catch((trouble: unknown) => {
              console.warn('What was saved meanwhile could not be read', trouble);
            });
          else showFieldProblems(failure);
        },
      },
    );
  }

  /** Nothing was saved: the form takes over what it can, and says what is to be looked at. */
  async function bringTogether(): Promise<void> {
    const saved = await client.fetchQuery({ ...ownHospitalQuery(), staleTime: 0 });
    const theirs = startingProfile(saved);
    const of = mergeProfiles(startingProfile(opened), form.getValues(), theirs);
    form.reset(of.profile);
    setOpened(saved);
    setMerged({ of, theirs });
  }

  function showFieldProblems(failure: ApiProblem): void {
    if (typeof failure.details !== 'object') return;
    for (const { param, msg } of failure.details) {
      if (isProfileField(param)) form.setError(param, { message: msg });
    }
  }

  return (
    <form
      noValidate
      // What has the focus stays above the bar of the buttons.
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
      {merged && <MergedNotice {...merged} />}
      {write.isError && !isMerged && (
        <Notice tone="danger">{problemText(write.error, t.saveFailed)}</Notice>
      )}
      <div className="sticky bottom-0 z-10 -mx-4 flex gap-2 border-t border-line bg-canvas px-4 py-3 sm:mx-0 sm:justify-end sm:px-0">
        <Button className="max-sm:flex-1" onClick={onClose}>
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
    </form>
  );
}
