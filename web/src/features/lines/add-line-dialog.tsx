import { addLines } from '@baari/contract/lines/shared-line.ts';
import { serviceKinds } from '@baari/contract/lines/service-kinds.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { linesQuery } from '../../api/queries/line-queries.ts';
import { colleaguesQuery } from '../../api/queries/queries.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Select } from '../../ui/form/select.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { LineFields } from './line-fields.tsx';
import { isReadyLine, lineSent, newDraft } from './line-form.ts';
import { PointsFields } from './points-fields.tsx';

/** The dialog to add one shared line of patients with its counters or doctors [LINE-1]. */
export function AddLineDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { lines: t } = useMessages('lines');
  const client = useQueryClient();
  const formId = useId();
  const { data: doctors = [] } = useQuery(colleaguesQuery());
  const [draft, setDraft] = useState(() => newDraft('laboratory', t.kinds.laboratory));
  const write = useWrite(addLines, {
    onSuccess: () => {
      toast({ type: 'success', title: t.setUpDone(1) });
      onClose();
    },
    onSettled: () => client.invalidateQueries(linesQuery()),
  });
  function changeKind(value: string): void {
    const kind = serviceKinds.find((each) => each === value);
    if (kind === undefined) return;
    const isUntouched = draft.name === t.kinds[draft.kind];
    const fresh = newDraft(kind, isUntouched ? t.kinds[kind] : draft.name);
    setDraft({ ...fresh, names: draft.names, department: draft.department, room: draft.room });
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isReadyLine(draft) || write.isPending) return;
    write.mutate({
      body: {
        lines: [lineSent(draft, { doctors, pointName: t.pointName })],
        inOrder: false,
      },
    });
  }
  return (
    <FormDialog
      formId={formId}
      title={t.addTitle}
      description={t.addLead}
      onClose={onClose}
      submitLabel={t.add}
      busy={write.isPending}
      busyLabel={t.adding}
      disabled={!isReadyLine(draft)}
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {write.error && <ProblemNotice problem={write.error} fallback={t.setUpFailed} />}
        <Select
          label={t.kind}
          value={draft.kind}
          options={serviceKinds.map((value) => ({ value, label: t.kinds[value] }))}
          onChange={({ target }) => changeKind(target.value)}
        />
        <LineFields draft={draft} onDraft={setDraft} />
        <PointsFields draft={draft} onDraft={setDraft} />
      </form>
    </FormDialog>
  );
}
