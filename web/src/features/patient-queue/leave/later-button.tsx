import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { Timer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { currentPlace, navigate } from '../../../navigation/places.ts';
import { useWhose } from '../../../shared/patient/use-whose.ts';
import { Button } from '../../../ui/button.tsx';
import { fetchedDialog } from '../../../ui/dialog/fetched-dialog.tsx';

/** Lazily loaded, because few patients report that they will be late. */
const LaterDialog = fetchedDialog(async () => (await import('./later-dialog.tsx')).LaterDialog);

/** The URL parameter in links of messages. Its value is the id of the queue entry [WAIT-1]. */
const lateParam = 'late';
/**
 * The value of the URL parameter in links of older messages, which contain no entry id. It means
 * the queue entry whose card is open.
 */
const lateAtOpen = '1';

/** The id of the queue entry whose patient reports being late by a link of a message, if any. */
export function lateInAddress(): string | null {
  return new URLSearchParams(currentPlace().search).get(lateParam);
}

/**
 * The button with which a patient reports being late, or lets other patients go first. The link in
 * a "leave now" message opens the same dialog [WAIT-1].
 */
export function LaterButton({ entry }: { entry: PatientEntry }): ReactNode {
  const { patientQueue: t, people } = useMessages('patientQueue', 'people');
  const [open, setOpen] = useState(isAskedFor);
  /**
   * Counts how often the dialog was opened, so that each opening renders a new dialog. The count is
   * 0 before the first opening.
   */
  const [opening, setOpening] = useState(open ? 1 : 0);
  const name = useWhose()(entry.patient);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        icon={<Timer aria-hidden="true" />}
        className="text-ink-soft"
        onClick={() => {
          setOpening(opening + 1);
          setOpen(true);
        }}
      >
        {t.goLater}
        {name !== undefined && <span className="sr-only">{` ${people.forPerson(name)}`}</span>}
      </Button>
      {opening > 0 && <LaterDialog key={opening} entry={entry} open={open} onOpenChange={change} />}
    </>
  );

  function change(next: boolean): void {
    setOpen(next);
    // Removes the URL parameter, so that a reload does not open the dialog again.
    if (!next && isAskedFor()) navigate(currentPlace().pathname, { replace: true });
  }

  function isAskedFor(): boolean {
    const late = lateInAddress();
    return late === entry.id || late === lateAtOpen;
  }
}
