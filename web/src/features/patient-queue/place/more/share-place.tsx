import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { UserRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../../../i18n/language.tsx';
import { useWhose } from '../../../../shared/patient/use-whose.ts';
import { Button } from '../../../../ui/button.tsx';
import { fetchedDialog } from '../../../../ui/dialog/fetched-dialog.tsx';

/** Lazily loaded, because few patients share their place. */
const ShareDialog = fetchedDialog(
  async () => (await import('../../../../shared/sharing/share-dialog.tsx')).ShareDialog,
);

/** The button with which a patient shows a relative how the visit goes [ARR-7]. */
export function SharePlace({
  entry,
  ...look
}: {
  entry: PatientEntry;
  variant: 'quiet' | 'secondary';
  className: string;
}): ReactNode {
  const { patientQueue: t, people } = useMessages('patientQueue', 'people');
  const [isOpen, setOpen] = useState(false);
  const name = useWhose()(entry.patient);
  return (
    <>
      <Button
        {...look}
        size="small"
        icon={<UserRound aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t.share}
        {name !== undefined && <span className="sr-only">{` ${people.forPerson(name)}`}</span>}
      </Button>
      {isOpen && <ShareDialog entry={entry} by="patient" onClose={() => setOpen(false)} />}
    </>
  );
}
