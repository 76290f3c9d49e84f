import { addDoctor, type NewDoctor } from '@baari/contract/doctor/doctor.ts';
import { specialties } from '@baari/contract/hospital/specialties.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { doctorLists, ownHospitalQuery } from '../../api/queries/queries.ts';
import { teamQuery } from '../../api/queries/team-queries.ts';
import { useBoundField } from '../../api/forms/use-bound-field.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { DoctorContactFields } from './doctor-contact-fields.tsx';
import {
  isFilled,
  type NewDoctorValues,
  newDoctorForm,
  otherDepartment,
} from './new-doctor-form.ts';
import { VisitMinutesField, visitMinutesAsTyped } from './visit-minutes-field.tsx';

const empty = {
  name: '',
  email: '',
  phone: '',
  departmentChoice: '',
  newDepartment: '',
  visitMinutes: null,
};

/**
 * The dialog in which an administrator adds a doctor to the hospital. If the server refuses, the
 * dialog shows the reason [VAL-3, ERR-7].
 */
export function AddDoctorDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useMessages('doctors');
  const medicalName = useMedicalName();
  const client = useQueryClient();
  const formId = useId();
  const hospital = useQuery(ownHospitalQuery());
  const form = useForm<NewDoctorValues, unknown, NewDoctor>({
    resolver: zodResolver(newDoctorForm),
    defaultValues: empty,
  });
  const bind = useBoundField(form);
  const values = useWatch({ control: form.control });
  const write = useWrite(addDoctor);
  const { isPending: busy } = write;
  const { setFocus } = form;
  useEffect(() => setFocus('name'), [setFocus]);

  function add(doctor: NewDoctor): void {
    if (busy) return;
    write.mutate(
      { body: doctor },
      {
        onSuccess: () => {
          toast({
            type: 'success',
            title: t.doctors.added(doctor.name),
            message: t.doctors.addedNote,
          });
          void client.invalidateQueries({ queryKey: doctorLists });
          void client.invalidateQueries({ queryKey: ownHospitalQuery().queryKey });
          void client.invalidateQueries({ queryKey: teamQuery().queryKey });
          onClose();
        },
      },
    );
  }

  const known = hospital.data?.departments ?? [];
  return (
    <FormDialog
      formId={formId}
      title={t.doctors.addTitle}
      description={t.doctors.addLead}
      onClose={onClose}
      submitLabel={t.doctors.submit}
      busy={busy}
      busyLabel={t.doctors.adding}
      disabled={!isFilled(values)}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => void form.handleSubmit(add)(event)}
      >
        {write.isError && <ProblemNotice problem={write.error} fallback={t.doctors.failed} />}
        <DoctorContactFields name={bind('name')} email={bind('email')} phone={bind('phone')} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Select
            label={t.doctors.specialty}
            placeholder={t.doctors.chooseSpecialty}
            required
            options={specialties.map((name) => ({ value: name, label: medicalName(name) }))}
            {...bind('specialty')}
          />
          <Select
            label={t.doctors.department}
            placeholder={t.doctors.chooseDepartment}
            required
            options={[
              ...known.map((name) => ({ value: name, label: medicalName(name) })),
              { value: otherDepartment, label: t.doctors.other },
            ]}
            {...bind('departmentChoice')}
          />
        </div>
        {values.departmentChoice === otherDepartment && (
          <TextField
            label={t.doctors.newDepartment}
            autoComplete="off"
            required
            {...bind('newDepartment')}
          />
        )}
        <VisitMinutesField
          specialty={values.specialty}
          {...bind('visitMinutes', visitMinutesAsTyped)}
        />
      </form>
    </FormDialog>
  );
}
