import type { LimitsUsed } from '@baari/contract/lines/line-limits.ts';
import { beyondReasons } from '@baari/contract/lines/requests-taken.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { lineLimitsQuery } from '../../api/queries/staff-queries.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Select, type SelectProps } from '../../ui/form/select.tsx';

/**
 * The effect of one more patient on a line whose limit is reached, and the reason to go beyond it; nothing while the
 * limits leave room [QST-1, ADM-5].
 */
export function BeyondField({
  lineId,
  isFull,
  ...field
}: Omit<SelectProps, 'label' | 'options'> & {
  /** The chosen line; undefined where the server chooses it. */
  lineId: string | undefined;
  /** The server has refused for a limit of the line. */
  isFull: boolean;
}): ReactNode {
  const { limits: t } = useMessages('limits');
  const effectOf = useEffectText();
  const isChosen = lineId !== undefined;
  const { data, refetch } = useQuery({ ...lineLimitsQuery(lineId ?? ''), enabled: isChosen });
  useEffect(() => {
    // The limit was reached after the dialog was opened.
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

/** "This patient would be number 41 of 40 today." */
function useEffectText(): (used: LimitsUsed) => string {
  const { limits: t } = useMessages('limits');
  const format = useFormat();
  return ({ limits, state, requestsToday, waiting }) => {
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
