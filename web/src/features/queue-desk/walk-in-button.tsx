import { UserRoundPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { useDesk } from './desk.tsx';
import { useColleagues } from './lists/use-queues.ts';

/** The button that opens the form to add a patient at the desk [ARR-2, DESK-7]. */
export function WalkInButton({ doctorId }: { doctorId?: string | undefined }): ReactNode {
  const { arrival } = useMessages('arrival');
  const desk = useDesk();
  const { doctors } = useColleagues();
  return (
    <Button
      icon={<UserRoundPlus aria-hidden="true" />}
      disabled={doctors === undefined || doctors.length === 0}
      onClick={() => desk.receive({ doctorId })}
    >
      {arrival.addWalkIn}
    </Button>
  );
}
