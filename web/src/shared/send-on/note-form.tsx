import type { NextStop } from '@baari/contract/lines/journey.ts';
import type { HandOffTyped } from '@baari/contract/visit/hand-offs.ts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { faultyLines, linesToSave, type TypedLine } from '../hand-offs/hand-off-form.ts';
import { LinesEditor } from '../hand-offs/lines-editor.tsx';

/** The form of the hand-off note that goes with a patient who is sent on. */
export function NoteForm({
  formId,
  stop,
  lines,
  onChange,
  onSend,
}: {
  formId: string;
  stop: NextStop;
  lines: readonly TypedLine[];
  onChange: (lines: readonly TypedLine[]) => void;
  onSend: (lines: HandOffTyped[]) => void;
}): ReactNode {
  const [wasTried, setTried] = useState(false);
  function send(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (faultyLines(lines).length === 0) onSend(linesToSave(lines));
  }
  return (
    <form id={formId} noValidate onSubmit={send}>
      <LinesEditor lineId={stop.lineId} lines={lines} wasTried={wasTried} onChange={onChange} />
    </form>
  );
}

/** The buttons that send the patient on with the note, or go back to the choice of a line. */
export function NoteButtons({
  formId,
  isBusy,
  onBack,
}: {
  formId: string;
  isBusy: boolean;
  onBack: () => void;
}): ReactNode {
  const { handOffs: t } = useMessages('handOffs');
  return (
    <>
      <Button disabled={isBusy} onClick={onBack}>
        {t.back}
      </Button>
      <Button type="submit" form={formId} variant="primary" busy={isBusy} busyLabel={t.sending}>
        {t.send}
      </Button>
    </>
  );
}
