import { LockKeyholeOpen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { fetchedDialog } from '../../ui/dialog/fetched-dialog.tsx';

/** The dialog is loaded lazily, because emergencies are rare. */
const EmergencyDialog = fetchedDialog(
  async () => (await import('./emergency-dialog.tsx')).EmergencyDialog,
);

/** The button "Open in an emergency", for staff who do not treat the patient [SEC-25]. */
export function EmergencyButton({
  patient,
}: {
  patient: { readonly id: string; readonly name: string };
}): ReactNode {
  const { reports: t } = useMessages('reports');
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        icon={<LockKeyholeOpen aria-hidden="true" />}
        onClick={() => setIsAsking(true)}
        size="small"
      >
        {t.openInEmergency}
        <span className="sr-only">{patient.name}</span>
      </Button>
      {isAsking && <EmergencyDialog patient={patient} onClose={() => setIsAsking(false)} />}
    </>
  );
}
