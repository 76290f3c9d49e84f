import { maxExperienceYears } from '@baari/contract/constants.ts';
import type { Doctor } from '@baari/contract/doctor/doctor.ts';
import { type DoctorProfile, saveDoctorProfile } from '@baari/contract/doctor/doctor-profile.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { doctorProfileQuery } from '../../api/queries/doctor-work-queries.ts';
import { doctorLists, doctorQuery } from '../../api/queries/queries.ts';
import { isSame } from '../../api/forms/merge-saves.ts';
import { SavedMeanwhile } from '../../api/forms/saved-meanwhile.tsx';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useFieldProblems, useFocusOnWrong } from '../../api/forms/use-field-problems.ts';
import { useMeanwhile } from '../../api/forms/use-meanwhile.ts';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { useDoctorFields } from '../../i18n/use-medical-name.ts';
import { PhotoField } from '../../shared/doctor/photo-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { DetailSkeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { TextArea, TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { useFocusBack } from '../../ui/dialog/use-focus-back.ts';
import { useUnsaved } from '../../navigation/use-unsaved.tsx';
import { EditorEnd } from './editor-end.tsx';

/** The doctor's public profile, in view mode or edit mode [DOC-4, ROUTE-20]. */
export function OwnProfile({ doctorId }: { doctorId: string }): ReactNode {
  const { doctorWork: t } = useMessages('doctorWork');
  const problemText = useProblemText();
  const doctor = useQuery(doctorQuery(doctorId));
  const profile = useQuery(doctorProfileQuery(doctorId));
  const failure = profile.error ?? doctor.error;
  const [isEditing, setEditing] = useState(false);
  const isThere = doctor.data && profile.data;
  const editButton = useFocusBack(isEditing);
  return (
    <>
      <PageHeader
        title={t.profileTitle}
        description={t.profileLead}
        actions={
          isThere && !isEditing ? (
            <Button ref={editButton} variant="primary" onClick={() => setEditing(true)}>
              {t.editProfile}
            </Button>
          ) : undefined
        }
      />
      {!isThere && failure && (
        <ErrorState
          title={t.profileFailed}
          description={problemText(failure, t.profileFailed)}
          action={
            <TryAgain
              query={{
                isFetching: doctor.isFetching || profile.isFetching,
                refetch: () => Promise.all([doctor.refetch(), profile.refetch()]),
              }}
            />
          }
        />
      )}
      {!isThere && !failure && <DetailSkeleton label={t.profileLoading} />}
      {isThere && (
        <div className="flex max-w-3xl flex-col gap-5">
          <Head doctor={doctor.data} />
          {isEditing ? (
            <ProfileForm
              doctorId={doctorId}
              profile={profile.data}
              onClose={() => setEditing(false)}
            />
          ) : (
            <Words profile={profile.data} />
          )}
        </div>
      )}
    </>
  );
}

function Head({ doctor }: { doctor: Doctor }): ReactNode {
  const { doctorWork: t } = useMessages('doctorWork');
  const format = useFormat();
  const fieldsOf = useDoctorFields();
  return (
    <Card padding="large" className="flex flex-col gap-4">
      <div className="flex items-start gap-4">
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <h2 className="text-xl font-bold wrap-anywhere text-ink">
            <bdi>{doctor.name}</bdi>
          </h2>
          <p className="text-ink-soft">{fieldsOf(doctor)}</p>
          <p className="inline-flex items-center gap-1.5 text-ink tabular-nums">
            <Star aria-hidden="true" className="size-4.5 shrink-0 text-ink-soft" />
            {doctor.ratingCount === 0
              ? t.noRatings
              : t.ratingOf(format.number(doctor.rating), doctor.ratingCount)}
          </p>
          <p className="text-sm text-ink-soft tabular-nums">
            {`${t.seen}: ${format.number(doctor.totalPatients)}`}
          </p>
        </div>
      </div>
      <PhotoField doctor={doctor} />
      <p className="text-sm text-ink-soft">{t.byAdmin}</p>
    </Card>
  );
}

function Words({ profile }: { profile: DoctorProfile }): ReactNode {
  const { doctorWork: t } = useMessages('doctorWork');
  const format = useFormat();
  const facts = [
    { label: t.experience, value: t.years(profile.experience) },
    { label: t.qualifications, value: profile.qualifications },
    { label: t.languages, value: format.list(profile.languages) },
    { label: t.about, value: profile.about },
  ];
  return (
    <Card padding="large">
      <dl className="flex flex-col gap-4">
        {facts.map(({ label, value }) => (
          <div key={label} className="flex flex-col gap-0.5">
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="wrap-anywhere whitespace-pre-line text-ink">
              {value === '' ? (
                <span className="text-ink-soft">{t.nothingYet}</span>
              ) : (
                <bdi>{value}</bdi>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function ProfileForm({
  doctorId,
  profile,
  onClose,
}: {
  doctorId: string;
  profile: DoctorProfile;
  onClose: () => void;
}): ReactNode {
  const { doctorWork: t } = useMessages('doctorWork');
  const client = useQueryClient();
  const [typed, setTyped] = useState(() => asTyped(profile));
  const meanwhile = useMeanwhile({
    opened: profile,
    fields: typedFields,
    valuesOf: asTyped,
    readAgain: () => client.fetchQuery({ ...doctorProfileQuery(doctorId), staleTime: 0 }),
    current: () => typed,
    show: setTyped,
  });
  const write = useWrite(saveDoctorProfile, {
    onSuccess: (reply) => {
      client.setQueryData(doctorProfileQuery(doctorId).queryKey, reply.profile);
      void client.invalidateQueries({ queryKey: doctorLists });
      toast({ type: 'success', title: t.profileSaved });
      onClose();
    },
  });
  const form = useFocusOnWrong(write.error);
  const problems = useFieldProblems(write.error, typedFields);
  const leaving = useUnsaved(!isSame(typed, asTyped(meanwhile.seen)), onClose);
  useEffect(() => form.current?.querySelector('input')?.focus(), [form]);

  function save(): void {
    meanwhile.forget();
    write.mutate(
      { body: { ...asSent(typed), seen: meanwhile.seen } },
      { onError: meanwhile.onError },
    );
  }
  function type(part: Partial<Typed>): void {
    setTyped({ ...typed, ...part });
  }

  return (
    <Card padding="large">
      <form
        ref={form}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          type="number"
          inputMode="numeric"
          label={t.experience}
          className="max-w-48"
          min={0}
          max={maxExperienceYears}
          error={problems.at.experience}
          value={typed.experience}
          onChange={({ target }) => type({ experience: target.value })}
        />
        <TextField
          label={t.qualifications}
          hint={t.qualificationsHint}
          error={problems.at.qualifications}
          value={typed.qualifications}
          onChange={({ target }) => type({ qualifications: target.value })}
        />
        <TextField
          label={t.languages}
          hint={t.languagesHint}
          error={problems.at.languages}
          value={typed.languages}
          onChange={({ target }) => type({ languages: target.value })}
        />
        <TextArea
          label={t.about}
          hint={t.aboutHint}
          rows={5}
          error={problems.at.about}
          value={typed.about}
          onChange={({ target }) => type({ about: target.value })}
        />
        <EditorEnd
          write={write}
          onCancel={leaving.cancel}
          meanwhile={meanwhile.found && <SavedMeanwhile meanwhile={meanwhile} names={t} />}
          isSaidAtFields={!problems.isElsewhere}
        />
        {leaving.question}
      </form>
    </Card>
  );
}

interface Typed {
  readonly experience: string;
  readonly qualifications: string;
  readonly languages: string;
  readonly about: string;
}
const typedFields = ['experience', 'qualifications', 'languages', 'about'] as const;

function asTyped({ experience, languages, ...words }: DoctorProfile): Typed {
  return { ...words, experience: String(experience), languages: languages.join(', ') };
}

function asSent({ experience, languages, ...words }: Typed): DoctorProfile {
  return {
    ...words,
    experience: experience.trim() === '' ? Number.NaN : Number(experience),
    languages: languages
      .split(/[,،、]/u)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  };
}
