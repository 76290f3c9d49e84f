import {
  followUpReasonMax,
  followUpUnits,
  mostUntil,
  setFollowUp,
  takeBackFollowUp,
  type VisitFollowUp,
} from '@baari/contract/visit/follow-up.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useWrite } from '../../api/use-write.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { RadioGroup } from '../../ui/form/choice.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import {
  emptyFollowUp,
  otherTime,
  readFollowUp,
  type TypedFollowUp,
  unitOf,
  usualTimes,
  valueOf,
} from './follow-up-form.ts';
import { FollowUpLine } from './follow-up-line.tsx';
import { followUpQuery } from './follow-up-queries.ts';

interface DialogOfEntry {
  readonly entry: StaffEntry;
  readonly onClose: () => void;
}

/**
 * The dialog of a visit's follow-up. Whoever may set it gets the form; others read what is set.
 */
export function FollowUpDialog({ entry, onClose }: DialogOfEntry): ReactNode {
  const { followUp: t, common } = useMessages('followUp');
  const query = useQuery(followUpQuery(entry.id));
  if (query.data?.maySet) return <Form entry={entry} known={query.data} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.title}
      description={<Whose entry={entry} />}
      footer={<Button onClick={onClose}>{common.close}</Button>}
    >
      {query.isPending && <ListSkeleton label={t.loading} rows={1} />}
      {query.isError && !query.data && (
        <ProblemNotice
          title={t.loadFailed}
          problem={query.error}
          fallback={t.loadFailed}
          action={<TryAgain query={query} part />}
        />
      )}
      {query.data?.followUp === null && <p className="text-ink-soft">{t.none}</p>}
      {query.data?.followUp && <FollowUpLine followUp={query.data.followUp} entry={entry} />}
    </Dialog>
  );
}

function Whose({ entry: { patient, token } }: { entry: StaffEntry }): ReactNode {
  return (
    <>
      <bdi className="font-semibold">{patient.fullName}</bdi>
      {token !== null && ` · ${token}`}
    </>
  );
}

function Form({ entry, known, onClose }: DialogOfEntry & { known: VisitFollowUp }): ReactNode {
  const { followUp: t, common } = useMessages('followUp');
  const formId = useId();
  const { change, isBusy, problem } = useChange(entry, onClose);
  const [typed, setTyped] = useState<TypedFollowUp>(() => ({
    ...emptyFollowUp,
    reason: known.followUp?.reason ?? '',
  }));
  // The save is refused if a colleague changes the follow-up while this form is open.
  const [seen] = useState(known.version);
  const [wasTried, setTried] = useState(false);
  const body = readFollowUp(typed);
  function send(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (body !== undefined) change.set.mutate({ params: { id: entry.id }, query: { seen }, body });
  }
  return (
    <FormDialog
      formId={formId}
      title={t.dialogTitle}
      description={<Whose entry={entry} />}
      onClose={onClose}
      submitLabel={t.save}
      busy={isBusy}
      busyLabel={t.saving}
    >
      <form id={formId} noValidate onSubmit={send} className="flex flex-col gap-5 pt-1">
        {known.followUp && (
          <div className="flex flex-wrap items-center justify-between gap-2">
            <FollowUpLine followUp={known.followUp} entry={entry} />
            <Button
              size="small"
              variant="quiet"
              icon={<Trash2 aria-hidden="true" />}
              held={isBusy}
              onClick={() => change.remove.mutate({ params: { id: entry.id }, query: { seen } })}
            >
              {t.remove}
            </Button>
          </div>
        )}
        <TimeFields
          typed={typed}
          isWrong={wasTried && body === undefined}
          onChange={(next) => setTyped({ ...typed, ...next })}
        />
        <TextField
          label={t.reason}
          labelNote={common.optional}
          hint={t.reasonHint}
          value={typed.reason}
          maxLength={followUpReasonMax}
          autoCapitalize="sentences"
          onChange={({ target }) => setTyped({ ...typed, reason: target.value })}
        />
        {problem && <ProblemNotice title={t.failed} problem={problem} fallback={t.failed} />}
      </form>
    </FormDialog>
  );
}

/** The writes of the dialog. Each closes the dialog and shows what the server answered. */
function useChange(entry: StaffEntry, onClose: () => void) {
  const { followUp: t } = useMessages('followUp');
  const client = useQueryClient();
  const { queryKey } = followUpQuery(entry.id);
  function written(title: string) {
    return {
      onSuccess(after: VisitFollowUp): void {
        client.setQueryData(queryKey, after);
        toast({ type: 'success', title, message: entry.patient.fullName });
        onClose();
      },
      onError: () => void client.invalidateQueries({ queryKey }),
    };
  }
  const set = useWrite(setFollowUp, written(t.saved));
  const remove = useWrite(takeBackFollowUp, written(t.removed));
  return {
    change: { set, remove },
    isBusy: set.isPending || remove.isPending,
    problem: set.error ?? remove.error,
  };
}

function TimeFields({
  typed,
  isWrong,
  onChange,
}: {
  typed: TypedFollowUp;
  isWrong: boolean;
  onChange: (next: Partial<TypedFollowUp>) => void;
}): ReactNode {
  const { followUp: t } = useMessages('followUp');
  const format = useFormat();
  const isOther = typed.choice === otherTime;
  return (
    <>
      <RadioGroup
        label={t.choices}
        layout="boxes"
        className="[&_.grid]:grid-cols-2 sm:[&_.grid]:grid-cols-3"
        value={typed.choice}
        error={isWrong && !isOther ? t.choose : undefined}
        options={[
          ...usualTimes.map((time) => ({
            value: valueOf(time),
            label: t.in[time.unit](time.count),
          })),
          { value: otherTime, label: t.other },
        ]}
        onChange={({ target }) => onChange({ choice: target.value })}
      />
      {isOther && (
        <div className="grid grid-cols-2 items-start gap-4">
          <TextField
            label={t.count}
            value={typed.count}
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            error={isWrong ? t.bounds(format.number(mostUntil[unitOf(typed)])) : undefined}
            onChange={({ target }) => onChange({ count: target.value })}
          />
          <Select
            label={t.unit}
            value={typed.unit}
            options={followUpUnits.map((unit) => ({ value: unit, label: t.units[unit] }))}
            onChange={({ target }) => onChange({ unit: target.value })}
          />
        </div>
      )}
    </>
  );
}
