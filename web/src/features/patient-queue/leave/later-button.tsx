import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { Timer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { currentPlace, navigate } from '../../../navigation/places.ts';
import { useWhose } from '../../../shared/patient/use-whose.ts';
import { Button } from '../../../ui/button.tsx';
import { fetchedDialog } from '../../../ui/dialog/fetched-dialog.tsx';

/** Lazily loaded, because few patients are late. */
const LaterDialog = fetchedDialog(async () => (await import('./later-dialog.tsx')).LaterDialog);

/** The URL parameter of messages, whose value is the entry's id [WAIT-1]. */
const lateParam = 'late';
/** The parameter's value in links of older messages, which name no entry: the first entry is meant. */
const lateAtFirst = '1';

/**
 * The button to be late or let others go first; the link in a "leave now" message opens it
 * [WAIT-1].
 */
export function LaterButton({
  entry,
  isFirst,
}: {
  entry: PatientEntry;
  /** Whether it is the first of the shown places. */
  isFirst: boolean;
}): ReactNode {
  const { patientQueue: t, people } = useMessages('patientQueue', 'people');
  const [open, setOpen] = useState(isAskedFor);
  /** Counts the openings, so that each has a new dialog; 0 before the first. */
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
    // Removes the parameter, so that a reload does not open the dialog again.
    if (!next && isAskedFor()) navigate(currentPlace().pathname, { replace: true });
  }

  function isAskedFor(): boolean {
    const late = new URLSearchParams(currentPlace().search).get(lateParam);
    return late === entry.id || (isFirst && late === lateAtFirst);
  }
}
