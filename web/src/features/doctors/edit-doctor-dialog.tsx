import { maxExperienceYears, specialties } from '@baari/contract/constants.ts';
import { type Colleague, doctorEdit, type DoctorEdit, editDoctor } from '@baari/contract/doctor.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { doctorLists, ownHospitalQuery } from '../../api/queries.ts';
import { teamQuery } from '../../api/team-queries.ts';
import { useBoundField } from '../../api/use-bound-field.ts';
import { useProblemText } from '../../api/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { DoctorContactFields } from './doctor-contact-fields.tsx';

/** What the administrator keeps of a doctor [ADM-2]. */
export function EditDoctorDialog({
  doctor,
  onClose,
}: {
  doctor: Colleague;
  onClose: () => void;
}): ReactNode {
  const t = useMessages('doctors');
  const problemText = useProblemText();
  const medicalName = useMedicalName();
  const client = useQueryClient();
  const formId = useId();
  const hospital = useQuery(ownHospitalQuery());
  const form = useForm<z.input<typeof doctorEdit>, unknown, DoctorEdit>({
    resolver: zodResolver(doctorEdit),
    defaultValues: {
      name: doctor.name,
      email: doctor.email,
      phone: doctor.phone,
      specialty: specialties.find((name) => name === doctor.specialty) ?? 'Other',
      department: doctor.department,
      experience: doctor.experience,
    },
  });
  const bind = useBoundField(form);
  const write = useWrite(editDoctor);
  const departments = new Set([...(hospital.data?.departments ?? []), doctor.department]);

  function save(edit: DoctorEdit): void {
    if (write.isPending) return;
    write.mutate(
      { params: { id: doctor.id }, body: edit },
      {
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
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.doctors.editTitle}
      description={t.doctors.editLead}
      footer={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={write.isPending}
            busyLabel={t.doctors.savingEdit}
          >
            {t.doctors.saveEdit}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => void form.handleSubmit(save)(event)}
      >
        {write.isError && (
          <Notice tone="danger">{problemText(write.error, t.doctors.editFailed)}</Notice>
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
      </form>
    </Dialog>
  );
}
