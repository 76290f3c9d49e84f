import { LockKeyholeOpen } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';

/** Fetched when somebody asks: it is hoped to be seldom. */
const EmergencyDialog = lazy(async () => {
  const module = await import('./emergency-dialog.tsx');
  return { default: module.EmergencyDialog };
});

/** 'Open in an emergency', for whoever does not treat the patient [SEC-25]. */
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
      {isAsking && (
        <Suspense fallback={null}>
          <EmergencyDialog patient={patient} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
