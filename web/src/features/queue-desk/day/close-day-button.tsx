import { Moon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';

/** The button that opens the list of the day's open queue entries, to close the day [DAY-1]. */
export function CloseDayButton({ onPress }: { onPress: () => void }): ReactNode {
  const { dayEnd } = useMessages('dayEnd');
  return (
    <Button icon={<Moon aria-hidden="true" />} onClick={onPress}>
      {dayEnd.button}
    </Button>
  );
}
