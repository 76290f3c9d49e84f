import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { useQuery } from '@tanstack/react-query';
import { HeartPulse } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { askVitals } from './asked-vitals.store.ts';
import { vitalSettingsQuery } from './vitals-queries.ts';

type Look = Pick<
  ComponentProps<typeof Button>,
  'size' | 'variant' | 'className' | 'aria-describedby'
>;

/**
 * The button that opens the dialog for vital signs. It is hidden if the hospital records none, and
 * for a patient who is not in a line. The page needs a `VitalsWindow`.
 */
export function VitalsButton({
  entry,
  isAlone = true,
  ...look
}: {
  entry: StaffEntry;
  /** Whether no heading beside the button names vital signs. */
  isAlone?: boolean;
} & Look): ReactNode {
  const { vitals: t } = useMessages('vitals');
  const { data: settings } = useQuery(vitalSettingsQuery());
  const isThere = entry.status === 'waiting' || entry.status === 'in_progress';
  if (settings === undefined || settings.asked.length === 0 || !isThere) return null;
  return (
    <Button
      {...look}
      icon={<HeartPulse aria-hidden="true" />}
      {...(isAlone ? { title: t.record } : {})}
      onClick={() => askVitals(entry)}
    >
      {isAlone ? t.title : t.record}
    </Button>
  );
}
