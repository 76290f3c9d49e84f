import { renameDepartment } from '@baari/contract/doctor/doctor.ts';
import type { Hospital } from '@baari/contract/hospital/hospital.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { doctorLists, ownHospitalQuery } from '../../api/queries/queries.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/feedback/toast.ts';

/** The dialog to rename a department. The department of its doctors is renamed too [HPROF-1]. */
export function RenameDepartment({ hospital }: { hospital: Hospital }): ReactNode {
  const { hospitalProfile: t } = useMessages('hospitalProfile');
  const [isOpen, setOpen] = useState(false);
  if (hospital.departments.length === 0) return null;
  return (
    <>
      <Button size="small" className="w-fit" onClick={() => setOpen(true)}>
        {t.renameDepartment}
      </Button>
      {isOpen && <RenameDialog hospital={hospital} onClose={() => setOpen(false)} />}
    </>
  );
}

function RenameDialog({
  hospital,
  onClose,
}: {
  hospital: Hospital;
  onClose: () => void;
}): ReactNode {
  const { hospitalProfile: t } = useMessages('hospitalProfile');
  const medicalName = useMedicalName();
  const client = useQueryClient();
  const formId = useId();
  const [from, setFrom] = useState(hospital.departments[0] ?? '');
  const [to, setTo] = useState('');
  const write = useWrite(renameDepartment, {
    onSuccess: (reply) => {
      client.setQueryData(ownHospitalQuery().queryKey, reply.hospital);
      void client.invalidateQueries({ queryKey: doctorLists });
      toast({ type: 'success', title: t.departmentRenamed });
      onClose();
    },
  });
  return (
    <FormDialog
      formId={formId}
      title={t.renameDepartment}
      description={t.renameLead}
      onClose={onClose}
      submitLabel={t.rename}
      busy={write.isPending}
      disabled={to.trim() === ''}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          write.mutate({ body: { from, to } });
        }}
      >
        {write.isError && <ProblemNotice problem={write.error} />}
        <Select
          label={t.oldName}
          options={hospital.departments.map((name) => ({ value: name, label: medicalName(name) }))}
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
        <TextField
          label={t.newName}
          autoComplete="off"
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
      </form>
    </FormDialog>
  );
}
