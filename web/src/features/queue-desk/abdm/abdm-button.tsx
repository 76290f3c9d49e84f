import { getAbdmPart } from '@baari/contract/hospital/abdm.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ScanQrCode } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call } from '../../../api/client.ts';
import { siteQuery } from '../../../api/queries/site-query.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { fetchedDialog } from '../../../ui/dialog/fetched-dialog.tsx';

const AbdmDialog = fetchedDialog(
  async () => (await import('./abdm-dialog.tsx')).AbdmDialog,
  ['abdm', 'receiving', 'unsaved'],
);

/** Whether the hospital takes part in ABDM, which hardly ever changes. */
function partQuery() {
  return queryOptions({
    queryKey: ['abdm-part'],
    queryFn: ({ signal }) => call(getAbdmPart, { signal }),
    staleTime: 600_000,
  });
}

/** Opens the list of ABDM shares; nothing where the hospital takes no part in ABDM [API-39]. */
export function AbdmButton(): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const isOffered = useQuery(siteQuery()).data?.abdm === true;
  const part = useQuery({ ...partQuery(), enabled: isOffered });
  const [isOpen, setOpen] = useState(false);
  if (part.data?.takesPart !== true) return null;
  return (
    <>
      <Button icon={<ScanQrCode aria-hidden="true" />} onClick={() => setOpen(true)}>
        {queueDesk.abdmScans}
      </Button>
      {isOpen && <AbdmDialog onClose={() => setOpen(false)} />}
    </>
  );
}
