import type { LimitsUsed } from '@baari/contract/lines/line-limits.ts';
import { beyondReasons } from '@baari/contract/lines/requests-taken.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { lineLimitsQuery } from '../../api/queries/staff-queries.ts';
import { endInstant } from '../hospital/opening-hours.ts';
import { useClock } from '../hospital/use-clock.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Select, type SelectProps } from '../../ui/form/select.tsx';

/**
 * The field for the reason to add one more patient to a line whose limit is reached; it also shows
 * the effect on the line. Renders nothing while the limit is not reached [QST-1, ADM-5].
 */
export function BeyondField({
  lineId,
  isFull,
  ...field
}: Omit<SelectProps, 'label' | 'options'> & {
  /** The chosen line of patients. Undefined if the server chooses the line. */
  lineId: string | undefined;
  /** Whether the server has refused the patient because a limit of the line is reached. */
  isFull: boolean;
}): ReactNode {
  const { limits: t } = useMessages('limits');
  const effectOf = useEffectText();
  const isChosen = lineId !== undefined;
  const { data, refetch } = useQuery({ ...lineLimitsQuery(lineId ?? ''), enabled: isChosen });
  useEffect(() => {
    // The limit was reached after the dialog was opened, so the limits are fetched again.
    if (isFull && isChosen) void refetch();
  }, [isFull, isChosen, refetch]);
  const used = isChosen ? data : undefined;
  const isReached = used === undefined ? isFull : used.state !== 'open';
  if (!isReached) return null;
  return (
    <Notice tone="warning" title={t.full[used?.state ?? 'open']}>
      <div className="flex flex-col gap-3">
        {used !== undefined && <p className="tabular-nums">{effectOf(used)}</p>}
        <Select
          label={t.reason}
          placeholder={t.chooseReason}
          required
          options={beyondReasons.map((value) => ({ value, label: t.reasons[value] }))}
          {...field}
        />
      </div>
    </Notice>
  );
}

/** The effect of going beyond the limit: "This patient would be number 41 today. The limit is 40." */
function useEffectText(): (used: LimitsUsed) => string {
  const { limits: t } = useMessages('limits');
  const format = useFormat();
  const clock = useClock();
  return ({ limits, state, requestsToday, waiting, session }) => {
    const isDayFull = limits.requestsADay !== null && (requestsToday ?? 0) >= limits.requestsADay;
    if (session !== null && session.requests >= session.places && !isDayFull) {
      return t.sessionEffect(
        format.number(session.requests + 1),
        format.number(session.places),
        clock(session.from),
        clock(session.to, endInstant(session.to)),
      );
    }
    if (state === 'full_today') {
      return t.dayEffect(
        format.number((requestsToday ?? 0) + 1),
        format.number(limits.requestsADay ?? 0),
      );
    }
    if (state === 'full_now') {
      return t.nowEffect(
        format.number((waiting ?? 0) + 1),
        format.number(limits.waitingAtOnce ?? 0),
      );
    }
    return t.timeEffect(limits.lastRequestAt ?? '');
  };
}
