import type { SecurityEvent } from '@baari/contract/account/identity.ts';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { defaultZone } from '../../../i18n/format.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { useListed } from '../../../i18n/use-listed.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { RelativeTime } from '../../../ui/text/time.tsx';
import { securityEventsQuery } from './security-queries.ts';
import { SecuritySection } from './security-section.tsx';

const shownAtFirst = 5;

/** The latest security events of the account, the latest first. */
export function EventsSection(): ReactNode {
  const t = useMessages('security');
  const events = useQuery(securityEventsQuery());
  return (
    <SecuritySection
      id="events"
      title={t.security.events}
      lead={t.security.eventsLead}
      query={events}
      skeleton={
        <>
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-4 w-1/2" />
        </>
      }
    >
      {(shown) => <EventList events={shown} />}
    </SecuritySection>
  );
}

function EventList({ events }: { events: readonly SecurityEvent[] }): ReactNode {
  const t = useMessages('security');
  const [isWhole, setWhole] = useState(false);
  if (events.length === 0) return <p className="text-ink-soft">{t.security.noEvents}</p>;
  const shown = isWhole ? events : events.slice(0, shownAtFirst);
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {shown.map((event) => (
          <EventLine key={event.id} event={event} />
        ))}
      </ul>
      {shown.length < events.length && (
        <Button wide onClick={() => setWhole(true)}>
          {t.security.moreEvents}
        </Button>
      )}
    </>
  );
}

/** Security events that suggest an attack if the account's owner did not cause them. */
const startling: ReadonlySet<SecurityEvent['kind']> = new Set([
  'signed_in_on_new_device',
  'sign_in_failed',
]);

function EventLine({ event }: { event: SecurityEvent }): ReactNode {
  const t = useMessages('security');
  const listed = useListed();
  const { kind, by, subject, browser, system, network, at } = event;
  const Icon = startling.has(kind) ? TriangleAlert : ShieldCheck;
  const detail = subject ?? (by === null ? null : t.security.by[by]);
  const from = listed([browser, system, network].filter((part) => part !== null));
  return (
    <li className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-soft" />
      <div className="flex min-w-0 flex-1 flex-col text-[0.9375rem]">
        <p className="font-medium wrap-anywhere text-ink">
          {t.security.eventNames[kind]}
          {detail !== null && ` · ${detail}`}
        </p>
        <p className="text-sm text-ink-soft">
          <RelativeTime moment={at} zone={defaultZone} />
          {from !== '' && (
            <>
              {' · '}
              <bdi dir="ltr">{from}</bdi>
            </>
          )}
        </p>
      </div>
    </li>
  );
}
