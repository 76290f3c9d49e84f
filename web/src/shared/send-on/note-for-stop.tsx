import type { NextStop } from '@baari/contract/lines/journey.ts';
import type { HandOffTyped } from '@baari/contract/visit/hand-offs.ts';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { faultyLines, linesToSave, type TypedLine } from '../hand-offs/hand-off-form.ts';
import { LinesEditor } from '../hand-offs/lines-editor.tsx';

/** The dialog for the hand-off note that goes with a patient who is sent on. */
export function NoteForStop({
  name,
  stop,
  lines,
  problem,
  isBusy,
  onChange,
  onBack,
  onClose,
  onSend,
}: {
  /** The patient's name. */
  name: string;
  stop: NextStop;
  lines: readonly TypedLine[];
  /** Why the patient was not sent on. */
  problem: ReactNode;
  isBusy: boolean;
  onChange: (lines: readonly TypedLine[]) => void;
  onBack: () => void;
  onClose: () => void;
  onSend: (lines: HandOffTyped[]) => void;
}): ReactNode {
  const { handOffs: t } = useMessages('handOffs');
  const formId = useId();
  const [wasTried, setTried] = useState(false);
  function send(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (faultyLines(lines).length === 0) onSend(linesToSave(lines));
  }
  return (
    <Dialog
      open
      keepsOnTapBeside
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title={t.titleFor(stop.name)}
      description={name}
      footer={
        <>
          <Button disabled={isBusy} onClick={onBack}>
            {t.back}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isBusy} busyLabel={t.sending}>
            {t.send}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={send} className="flex flex-col gap-4">
        {problem}
        <LinesEditor lineId={stop.lineId} lines={lines} wasTried={wasTried} onChange={onChange} />
      </form>
    </Dialog>
  );
}
