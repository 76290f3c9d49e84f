import { CloudOff, History } from 'lucide-react';
import type { ReactNode } from 'react';
import { serverTimeOf } from '../../../clock/clock.ts';
import type { LastPlace } from '../../../device/last-place.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { QueueDots } from '../../../ui/chart/queue-dots.tsx';
import { RelativeTime } from '../../../ui/text/time.tsx';

/**
 * The last known place in line, shown until the server responds. The age of the data is shown first
 * [PAT-11].
 */
export function LastPlaceCard({
  kept,
  isAsking,
}: {
  kept: LastPlace;
  /** Whether the request to the server is pending. If false, the request failed. */
  isAsking: boolean;
}): ReactNode {
  const { patientQueue: t, arrival } = useMessages('patientQueue', 'arrival');
  const format = useFormat();
  // The hospital's time zone is not stored. The device's time zone is used, because a patient on
  // the way to the hospital is in the same zone.
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const Sign = isAsking ? History : CloudOff;
  const { place, range, isOwn, doctor, hospital, token, room, at } = kept;
  const placeThen = isOwn ? t.youWere : t.placeWas;
  return (
    <Card as="article" padding="none" className="overflow-hidden">
      <div
        role="status"
        className="flex items-start gap-3 bg-warning-soft px-5 py-4 text-ink sm:px-8"
      >
        <Sign aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-warning-ink" />
        <div>
          <p className="text-lg leading-snug font-semibold">
            {`${isAsking ? t.askingTitle : t.oldTitle} `}
            <RelativeTime moment={serverTimeOf(at)} zone={zone} />
          </p>
          <p className="text-[0.9375rem]">{isAsking ? t.askingText : t.oldText}</p>
        </div>
      </div>
      <div className="flex flex-col gap-4 px-5 py-5 sm:px-8">
        <p className="leading-snug">
          <span className="block font-semibold text-ink">{doctor}</span>
          <span className="text-sm text-ink-soft">
            {[room, hospital].filter(Boolean).join(' · ')}
          </span>
          {!isOwn && <span className="mt-2 block text-[0.9375rem]">{t.placeForAnother}</span>}
        </p>
        {place > 0 && (
          <div aria-hidden="true" className="opacity-60">
            <QueueDots place={place} total={place} size="large" />
          </div>
        )}
        <p className="text-3xl leading-tight font-bold text-ink-soft tabular-nums sm:text-4xl">
          {place > 0 ? placeThen(place) : t.pendingHeadline}
        </p>
        {token !== null && (
          <dl>
            <dt className="text-sm text-ink-soft">{arrival.yourToken}</dt>
            <dd className="text-2xl font-bold text-ink tabular-nums">{token}</dd>
          </dl>
        )}
        {range && (
          <p className="text-[0.9375rem] text-ink-soft tabular-nums">
            {t.waitWas(
              range.lower === 0
                ? t.upToMinutes(format.number(range.upper))
                : t.aboutMinutes(format.range(range.lower, range.upper)),
            )}
          </p>
        )}
      </div>
    </Card>
  );
}
