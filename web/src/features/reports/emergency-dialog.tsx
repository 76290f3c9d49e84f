import {
  type EmergencyGiven,
  emergencyGiven,
  emergencyKinds,
  emergencyMinutes,
  openInEmergency,
} from '@baari/contract/visit/report-access.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { reportRoot } from '../../api/queries/report-queries.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useFieldText } from '../../api/problems/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/feedback/toast.ts';

/**
 * Opens one patient's reports in an emergency. Staff must give a reason, which is recorded in the
 * audit trail [SEC-25].
 */
export function EmergencyDialog({
  patient,
  onClose,
}: {
  patient: { readonly id: string; readonly name: string };
  onClose: () => void;
}): ReactNode {
  const { access: t } = useMessages('access');
  const formId = useId();
  const fieldText = useFieldText();
  const client = useQueryClient();
  const open = useWrite(openInEmergency, {
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: reportRoot });
      toast({ type: 'info', title: t.opened(emergencyMinutes), message: patient.name });
      onClose();
    },
  });
  const { register, handleSubmit, formState } = useForm<
    z.input<typeof emergencyGiven>,
    unknown,
    EmergencyGiven
  >({ resolver: zodResolver(emergencyGiven), defaultValues: { reason: '' } });
  const { errors } = formState;
  return (
    <FormDialog
      formId={formId}
      title={t.askTitle(patient.name)}
      description={t.askLead(emergencyMinutes)}
      onClose={onClose}
      submitLabel={t.open}
      busy={open.isPending}
      busyLabel={t.opening}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4 pt-1"
        onSubmit={(event) =>
          void handleSubmit((body) => open.mutate({ params: { id: patient.id }, body }))(event)
        }
      >
        <Select
          label={t.kind}
          placeholder={t.chooseKind}
          options={emergencyKinds.map((kind) => ({ value: kind, label: t.kinds[kind] }))}
          error={fieldText(errors.kind?.message)}
          {...register('kind')}
        />
        <TextField
          label={t.reason}
          hint={t.reasonHint}
          error={fieldText(errors.reason?.message)}
          {...register('reason')}
        />
        {open.isError && (
          <ProblemNotice title={t.openFailed} problem={open.error} fallback={t.openFailed} />
        )}
      </form>
    </FormDialog>
  );
}
