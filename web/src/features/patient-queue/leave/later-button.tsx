import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { Timer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { currentPlace, navigate } from '../../../navigation/places.ts';
import { useWhose } from '../../../shared/patient/use-whose.ts';
import { Button } from '../../../ui/button.tsx';
import { fetchedDialog } from '../../../ui/dialog/fetched-dialog.tsx';

/** Fetched when somebody is late. */
const LaterDialog = fetchedDialog(async () => (await import('./later-dialog.tsx')).LaterDialog);

/** Messages end the address of this page so, with the place that they tell of [WAIT-1]. */
const lateParam = 'late';
/** In messages from before they said which place: the first. */
const lateAtFirst = '1';

/**
 * The way to be late, or to let others go first. A message that says "leave now" leads straight there
 * [WAIT-1].
 */
export function LaterButton({
  entry,
  isFirst,
}: {
  entry: PatientEntry;
  /** Of the places that are followed. */
  isFirst: boolean;
}): ReactNode {
  const { patientQueue: t, people } = useMessages('patientQueue', 'people');
  const [open, setOpen] = useState(isAskedFor);
  /** Each opening is a new dialog; 0 before the first. */
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
    // A reload does not ask again.
    if (!next && isAskedFor()) navigate(currentPlace().pathname, { replace: true });
  }

  function isAskedFor(): boolean {
    const late = new URLSearchParams(currentPlace().search).get(lateParam);
    return late === entry.id || (isFirst && late === lateAtFirst);
  }
}
