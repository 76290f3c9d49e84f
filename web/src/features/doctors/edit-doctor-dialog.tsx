import { maxExperienceYears } from '@baari/contract/constants.ts';
import {
  type Colleague,
  type DoctorEdit,
  doctorEdit,
  editDoctor,
} from '@baari/contract/doctor/doctor.ts';
import { specialties } from '@baari/contract/hospital/specialties.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { colleaguesQuery, doctorLists, ownHospitalQuery } from '../../api/queries/queries.ts';
import { SavedMeanwhile } from '../../api/forms/saved-meanwhile.tsx';
import { teamQuery } from '../../api/queries/team-queries.ts';
import { useBoundField } from '../../api/forms/use-bound-field.ts';
import { useMeanwhile } from '../../api/forms/use-meanwhile.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { PhotoField } from '../../shared/doctor/photo-field.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { DoctorContactFields } from './doctor-contact-fields.tsx';
import { VisitMinutesField, visitMinutesAsTyped } from './visit-minutes-field.tsx';

type DoctorForm = UseFormReturn<z.input<typeof doctorEdit>, unknown, DoctorEdit>;

/** The dialog in which an administrator edits a doctor's data [ADM-2]. */
export function EditDoctorDialog({
  doctor,
  onClose,
}: {
  doctor: Colleague;
  onClose: () => void;
}): ReactNode {
  const t = useMessages('doctors');
  const medicalName = useMedicalName();
  const client = useQueryClient();
  const formId = useId();
  const hospital = useQuery(ownHospitalQuery());
  const form: DoctorForm = useForm({
    resolver: zodResolver(doctorEdit),
    defaultValues: startingEdit(doctor),
  });
  const bind = useBoundField(form);
  const specialty = useWatch({ control: form.control, name: 'specialty' });
  const write = useWrite(editDoctor);
  const meanwhile = useDoctorMeanwhile(doctor, form);
  const departments = new Set([...(hospital.data?.departments ?? []), doctor.department]);

  function save(edit: DoctorEdit): void {
    if (write.isPending) return;
    meanwhile.forget();
    write.mutate(
      { params: { id: doctor.id }, body: { ...edit, seen: recordOf(meanwhile.seen) } },
      {
        onError: meanwhile.onError,
        onSuccess: () => {
          toast({ type: 'success', title: t.doctors.edited(edit.name) });
          void client.invalidateQueries({ queryKey: doctorLists });
          void client.invalidateQueries({ queryKey: ownHospitalQuery().queryKey });
          void client.invalidateQueries({ queryKey: teamQuery().queryKey });
          onClose();
        },
      },
    );
  }

  return (
    <FormDialog
      formId={formId}
      title={t.doctors.editTitle}
      description={t.doctors.editLead}
      onClose={onClose}
      submitLabel={t.doctors.saveEdit}
      busy={write.isPending}
      busyLabel={t.doctors.savingEdit}
    >
      <div className="pb-4">
        <PhotoField doctor={doctor} />
      </div>
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => void form.handleSubmit(save)(event)}
      >
        <SavedMeanwhile
          meanwhile={meanwhile}
          names={t.doctors}
          say={(field, values) =>
            field === 'specialty' || field === 'department'
              ? medicalName(values[field])
              : String(values[field] ?? '–')
          }
        />
        {write.isError && !meanwhile.found && (
          <ProblemNotice problem={write.error} fallback={t.doctors.editFailed} />
        )}
        <DoctorContactFields name={bind('name')} email={bind('email')} phone={bind('phone')} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Select
            label={t.doctors.specialty}
            required
            options={specialties.map((name) => ({ value: name, label: medicalName(name) }))}
            {...bind('specialty')}
          />
          <Select
            label={t.doctors.department}
            required
            options={[...departments].map((name) => ({ value: name, label: medicalName(name) }))}
            {...bind('department')}
          />
        </div>
        <TextField
          type="number"
          inputMode="numeric"
          label={t.doctors.experience}
          className="max-w-48"
          min={0}
          max={maxExperienceYears}
          {...bind('experience', { valueAsNumber: true })}
        />
        <VisitMinutesField specialty={specialty} {...bind('visitMinutes', visitMinutesAsTyped)} />
      </form>
    </FormDialog>
  );
}

/** Merges into the form the doctor's data that somebody else saved while the dialog was open. */
function useDoctorMeanwhile(doctor: Colleague, form: DoctorForm) {
  const client = useQueryClient();
  return useMeanwhile({
    opened: doctor,
    fields: editedFields,
    valuesOf: startingEdit,
    readAgain: async () => {
      const there = await client.fetchQuery({ ...colleaguesQuery(), staleTime: 0 });
      const found = there.find(({ id }) => id === doctor.id);
      if (found === undefined) throw new Error('The doctor is no longer in the list.');
      return found;
    },
    current: () => form.getValues(),
    show: (values) => form.reset(values),
  });
}

const editedFields = [
  'name',
  'email',
  'phone',
  'specialty',
  'department',
  'experience',
  'visitMinutes',
] as const satisfies readonly (keyof DoctorEdit)[];

function startingEdit(doctor: Colleague): z.input<typeof doctorEdit> {
  const specialty = specialties.find((name) => name === doctor.specialty) ?? 'Other';
  return { ...recordOf(doctor), specialty };
}

function recordOf(doctor: Colleague): Pick<Colleague, (typeof editedFields)[number]> {
  const { name, email, phone, specialty, department, experience, visitMinutes } = doctor;
  return { name, email, phone, specialty, department, experience, visitMinutes };
}
