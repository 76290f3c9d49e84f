import { type MoveReason, moveReasons } from '@baari/contract/constants.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { RadioGroup } from '../../../ui/form/choice.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useUnderway } from './desk-changes.store.ts';
import { showFocusedRow } from '../keyboard/list-focus.ts';
import { lineShown } from './line-on-screen.ts';
import { useEffectText, useMoveEffect } from './move-effect.tsx';

/**
 * The dialog to move a patient in line. It asks for the target place and a reason, and shows the
 * effect on other patients [INV-12, STAFF-4].
 */
export function MoveDialog({
  entry,
  place: suggested,
  open,
  onOpenChange,
  onMove,
}: {
  entry: StaffEntry;
  /** The place that is preselected, for example after dragging. */
  place: number | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onMove: (entry: StaffEntry, place: number, reason?: MoveReason) => Promise<boolean>;
}): ReactNode {
  const t = useMessages('queueDesk');
  const client = useQueryClient();
  const [typed, setTyped] = useState(String(suggested ?? 1));
  const [reason, setReason] = useState<MoveReason | undefined>();
  const busy = useUnderway(entry.id) === 'move';
  const formId = useId();
  const last = lineShown(client, entry).length;
  const place = placeOf(typed, last);
  const effect = useMoveEffect(entry, open ? place : undefined);
  const effectText = useEffectText();
  const changesNothing = effect?.passes === 0 && effect.letsPass === 0;
  const isBlocked =
    place === undefined || changesNothing || (effect?.needsReason === true && !reason);

  async function move(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBlocked || busy) return;
    if (!(await onMove(entry, place, reason))) return;
    onOpenChange(false);
    showFocusedRow();
  }
  return (
    <FormDialog
      formId={formId}
      open={open}
      title={t.queueDesk.moveTitle(entry.patient.fullName)}
      size="small"
      onClose={() => onOpenChange(false)}
      submitLabel={t.queueDesk.actions.move.label}
      busy={busy}
      busyLabel={t.queueDesk.moving}
      disabled={isBlocked || busy}
    >
      <form id={formId} className="flex flex-col gap-4" onSubmit={(event) => void move(event)}>
        <TextField
          label={t.queueDesk.movePosition(last)}
          type="number"
          inputMode="numeric"
          min={1}
          max={last}
          required
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <p role="status" className="min-h-6 text-[0.9375rem] text-ink">
          {effect ? effectText(effect) : ''}
        </p>
        <RadioGroup
          label={t.queueDesk.moveReason}
          hint={t.queueDesk.moveReasonHint}
          error={effect?.needsReason && !reason ? t.queueDesk.moveReasonNeeded : undefined}
          name="reason"
          value={reason ?? ''}
          options={moveReasons.map((value) => ({ value, label: t.queueDesk.moveReasons[value] }))}
          onChange={(event) => setReason(moveReasons.find((known) => known === event.target.value))}
        />
      </form>
    </FormDialog>
  );
}

/** Returns the typed text as a place in the line. Undefined if the text is not a valid place. */
function placeOf(typed: string, last: number): number | undefined {
  const place = Number(typed);
  return Number.isInteger(place) && place >= 1 && place <= last ? place : undefined;
}
