import type { FollowUp } from '@baari/contract/visit/follow-up.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';

/** When the patient should come again and why, and who set it. */
export function FollowUpLine({
  followUp: { dueOn, reason, by, at },
  entry,
}: {
  followUp: FollowUp;
  entry: Pick<StaffEntry, 'hospital'>;
}): ReactNode {
  const { followUp: t } = useMessages('followUp');
  const format = useFormat();
  const time = format.time(at, entry.hospital.timeZone);
  return (
    <p className="min-w-0 text-[0.9375rem] wrap-anywhere text-ink">
      <span className="block font-medium">
        {t.dueOn(format.longDate(`${dueOn}T12:00:00Z`, 'UTC'))}
      </span>
      {reason !== '' && <bdi className="block">{reason}</bdi>}
      {by !== null && <span className="block text-sm text-ink-soft">{t.setBy(by, time)}</span>}
    </p>
  );
}
