import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { useQuery } from '@tanstack/react-query';
import { Share2 } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { sharedLinksQuery } from './shared-links-query.ts';

/** Opens the dialog in which staff share the place of a patient, or stop sharing it [ARR-7]. */
export function ShareButton({
  entry,
  counts = false,
  ...look
}: {
  entry: StaffEntry;
  /** Whether the button says how many links are active, which needs a request. */
  counts?: boolean;
} & Omit<ComponentProps<typeof Button>, 'children' | 'icon' | 'onClick'>): ReactNode {
  const { sharing: t } = useMessages('sharing');
  const [isOpen, setOpen] = useState(false);
  const isOnItsWay = entry.status === 'waiting' || entry.status === 'in_progress';
  const { data } = useQuery({ ...sharedLinksQuery(entry.id), enabled: counts && isOnItsWay });
  const active = data?.links.length ?? 0;
  if (!isOnItsWay) return null;
  const label = active > 0 ? t.sharedBy(active) : t.share;
  return (
    <>
      <Button
        {...look}
        icon={<Share2 aria-hidden="true" />}
        title={label}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && <ShareDialog entry={entry} by="staff" onClose={() => setOpen(false)} />}
    </>
  );
}
