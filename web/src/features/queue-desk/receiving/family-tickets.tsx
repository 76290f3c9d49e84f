import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { makeTicket, type Ticket } from '@baari/contract/visit/arrival.ts';
import { Printer } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { ProblemNotice } from '../../../api/problems/problem-notice.tsx';
import { useWrite } from '../../../api/use-write.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { PrintedTicket } from '../entry/printed-ticket.tsx';

interface Made {
  readonly entry: StaffEntry;
  readonly ticket: Ticket;
}

/**
 * The button that prints the tickets of a whole family at once, one on each sheet [DESK-9, ARR-4].
 */
export function FamilyTickets({ entries }: { entries: readonly StaffEntry[] }): ReactNode {
  const { receiving: t } = useMessages('receiving');
  const { mutateAsync } = useWrite(makeTicket);
  const [made, setMade] = useState<readonly Made[]>();
  const [isMaking, setMaking] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    if (made === undefined) return;
    // Afterwards a single ticket can be printed again without the others.
    const forget = () => setMade(undefined);
    addEventListener('afterprint', forget);
    print();
    return () => removeEventListener('afterprint', forget);
  }, [made]);

  async function makeAll(): Promise<void> {
    setMaking(true);
    setFailure(undefined);
    try {
      const tickets: Made[] = [];
      for (const entry of entries) {
        const { ticket } = await mutateAsync({ params: { id: entry.id } });
        tickets.push({ entry, ticket });
      }
      setMade(tickets);
    } catch (error) {
      setFailure(error);
    } finally {
      setMaking(false);
    }
  }
  return (
    <>
      {failure !== undefined && <ProblemNotice title={t.printFailed} problem={failure} />}
      <Button
        variant="primary"
        className="self-start"
        icon={<Printer aria-hidden="true" />}
        busy={isMaking}
        busyLabel={t.printing}
        onClick={() => void makeAll()}
      >
        {t.printAll(entries.length)}
      </Button>
      {made?.map(({ entry, ticket }) => (
        <PrintedTicket key={entry.id} entry={entry} ticket={ticket} />
      ))}
    </>
  );
}
