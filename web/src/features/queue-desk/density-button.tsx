import { Rows2, Rows4 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { useDensity } from './density.store.ts';

/** One line an entry, or all its facts [DESK-3]. */
export function DensityButton(): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const [density, choose] = useDensity();
  const isCompact = density === 'compact';
  return (
    <Button
      icon={isCompact ? <Rows2 aria-hidden="true" /> : <Rows4 aria-hidden="true" />}
      onClick={() => choose(isCompact ? 'comfortable' : 'compact')}
    >
      {isCompact ? queueDesk.comfortableRows : queueDesk.compactRows}
    </Button>
  );
}
