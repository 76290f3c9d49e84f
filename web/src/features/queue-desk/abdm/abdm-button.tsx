import { useQuery } from '@tanstack/react-query';
import { ScanQrCode } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { siteQuery } from '../../../api/queries/site-query.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { fetchedDialog } from '../../../ui/dialog/fetched-dialog.tsx';

const AbdmDialog = fetchedDialog(
  async () => (await import('./abdm-dialog.tsx')).AbdmDialog,
  ['abdm', 'receiving', 'unsaved'],
);

/** Opens the list of ABDM shares; nothing where the operator has no ABDM [API-39]. */
export function AbdmButton(): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const isOffered = useQuery(siteQuery()).data?.abdm === true;
  const [isOpen, setOpen] = useState(false);
  if (!isOffered) return null;
  return (
    <>
      <Button icon={<ScanQrCode aria-hidden="true" />} onClick={() => setOpen(true)}>
        {queueDesk.abdmScans}
      </Button>
      {isOpen && <AbdmDialog onClose={() => setOpen(false)} />}
    </>
  );
}
