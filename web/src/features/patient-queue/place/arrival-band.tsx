import { checkInEntry, type PatientEntry } from '@baari/contract/queue/queue.ts';
import { useQueryClient } from '@tanstack/react-query';
import { MapPin, MapPinCheck } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useSubmit } from '../../../api/forms/use-submit.ts';
import { HereButton } from '../../../shared/arrival/here-button.tsx';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { takeIn } from '../../../live/queue-cache.ts';
import { fetchedPart } from '../../../ui/dialog/fetched-part.ts';
import { hereSince, isSentOn } from '../visits/visit-stops.ts';

const NotHere = fetchedPart(async () => (await import('../leave/not-here.tsx')).NotHere);

/** Shows the patient's token number and the check-in button [ARR-1, ARR-3]. */
export function ArrivalBand({ entry }: { entry: PatientEntry }): ReactNode {
  const { arrival } = useMessages('arrival');
  const format = useFormat();
  const client = useQueryClient();
  const arrive = useSubmit(checkInEntry, {
    onSuccess: ({ queue }) => takeIn(client, { type: 'queue_updated', data: queue }),
    failed: arrival.checkInFailed,
  });
  const { token, checkedInAt, hospital } = entry;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-5 py-3 sm:px-8">
      {token !== null && (
        <dl>
          <dt className="text-sm text-ink-soft">{arrival.yourToken}</dt>
          <dd className="text-2xl font-bold text-ink tabular-nums">{token}</dd>
        </dl>
      )}
      {checkedInAt === null ? (
        <div className="flex flex-col gap-1">
          <HereButton
            expected={{ hospital, at: entry.call?.at ?? null }}
            icon={<MapPin aria-hidden="true" />}
            busy={arrive.isPending}
            busyLabel={arrival.checkingIn}
            onHere={() => arrive.mutate({ params: { id: entry.id } })}
          >
            {arrival.iAmHere}
          </HereButton>
          <p className="text-sm text-ink-soft">{arrival.arriveHint}</p>
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="flex items-center gap-2 text-[0.9375rem] font-medium text-success-ink">
            <MapPinCheck aria-hidden="true" className="size-5 shrink-0" />
            {(isSentOn(entry) ? arrival.sentHere : arrival.youAreHere)(
              format.time(hereSince(entry) ?? checkedInAt, hospital.timeZone),
            )}
          </p>
          {entry.checkedInBy === 'patient' && (
            <Suspense fallback={null}>
              <NotHere entry={entry} />
            </Suspense>
          )}
        </div>
      )}
    </div>
  );
}
