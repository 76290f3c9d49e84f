import { maxLength } from '@baari/contract/constants.ts';
import { addLines, lineTemplates } from '@baari/contract/lines/shared-line.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { linesQuery } from '../../api/queries/line-queries.ts';
import { colleaguesQuery } from '../../api/queries/queries.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { IconButton } from '../../ui/button.tsx';
import { RadioGroup } from '../../ui/form/choice.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { draftsOf, isReadyLine, type LineDraft, lineSent, type LineTemplate } from './line-form.ts';
import { PointsFields } from './points-fields.tsx';

const templates = ['outpatient', 'small_clinic', 'laboratory', 'pharmacy'] as const;

/**
 * The dialog to add several lines from a template. The administrator can first rename or leave out
 * each line [LINE-1].
 */
export function TemplateDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { lines: t } = useMessages('lines');
  const client = useQueryClient();
  const formId = useId();
  const { data: doctors = [] } = useQuery(colleaguesQuery());
  const [template, setTemplate] = useState<LineTemplate>('outpatient');
  const [drafts, setDrafts] = useState(() => draftsOf('outpatient', t.kinds));
  const write = useWrite(addLines, {
    onSuccess: () => {
      toast({ type: 'success', title: t.setUpDone(drafts.length) });
      onClose();
    },
    onSettled: () => client.invalidateQueries(linesQuery()),
  });
  const isReady = drafts.length > 0 && drafts.every(isReadyLine);
  function choose(value: string): void {
    const chosen = templates.find((each) => each === value);
    if (chosen === undefined) return;
    setTemplate(chosen);
    setDrafts(draftsOf(chosen, t.kinds));
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isReady || write.isPending) return;
    write.mutate({
      body: {
        lines: drafts.map((draft) => lineSent(draft, { doctors, pointName: t.pointName })),
        inOrder: lineTemplates[template].inOrder,
      },
    });
  }
  return (
    <FormDialog
      formId={formId}
      size="large"
      title={t.templatesTitle}
      description={t.templateLead}
      onClose={onClose}
      submitLabel={t.setUp}
      busy={write.isPending}
      busyLabel={t.settingUp}
      disabled={!isReady}
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {write.error && <ProblemNotice problem={write.error} fallback={t.setUpFailed} />}
        <RadioGroup
          label={t.template}
          layout="boxes"
          value={template}
          options={templates.map((value) => ({
            value,
            label: t.templates[value],
            description: t.templateHints[value],
          }))}
          onChange={({ target }) => choose(target.value)}
        />
        {drafts.map((draft, at) => (
          <DraftFields
            key={draft.kind}
            draft={draft}
            label={t.templateLine(at + 1)}
            onDraft={(changed) => setDrafts(drafts.with(at, changed))}
            {...(drafts.length > 1 && { onLeaveOut: () => setDrafts(drafts.toSpliced(at, 1)) })}
          />
        ))}
      </form>
    </FormDialog>
  );
}

function DraftFields({
  draft,
  label,
  onDraft,
  onLeaveOut,
}: {
  draft: LineDraft;
  label: string;
  onDraft: (draft: LineDraft) => void;
  /** Leaves this line of the template out. Undefined for the last remaining line. */
  onLeaveOut?: () => void;
}): ReactNode {
  const { lines: t } = useMessages('lines');
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-card border border-line p-4">
      <legend className="sr-only">{label}</legend>
      <div className="flex items-end gap-2">
        <TextField
          label={label}
          required
          className="flex-1"
          maxLength={maxLength.name}
          autoComplete="off"
          value={draft.name}
          onChange={({ target }) => onDraft({ ...draft, name: target.value })}
        />
        {onLeaveOut && (
          <IconButton
            label={t.leaveOut(draft.name)}
            icon={<X aria-hidden="true" />}
            onClick={onLeaveOut}
          />
        )}
      </div>
      <PointsFields draft={draft} onDraft={onDraft} />
      <p className="text-sm text-ink-soft">{t.orders[draft.order]}</p>
    </fieldset>
  );
}
