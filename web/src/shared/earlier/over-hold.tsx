import { beyondReasons } from '@baari/contract/lines/requests-taken.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hospitalEarlierQuery } from './earlier-queries.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Select, type SelectProps } from '../../ui/form/select.tsx';

/**
 * `words(date, time)` says for whom a doctor's slot is held. Returns undefined if the slot is not
 * held.
 */
export type HeldTimes = (date: string, time: string) => string | undefined;

/**
 * The slots of a doctor that are held for patients with an offer. The desk may book such a slot
 * with a reason [APPT-1].
 */
export function useHeldTimes(doctorId: string): HeldTimes {
  const { earlierDesk: t } = useMessages('earlierDesk');
  const { data } = useQuery({ ...hospitalEarlierQuery(), enabled: doctorId !== '' });
  return (date, time) => {
    const held = data?.held.find(
      (each) => each.doctor.id === doctorId && each.date === date && each.time === time,
    );
    if (held === undefined) return undefined;
    return held.offer === null ? t.heldTimeOnly : t.heldTime(held.offer.patient.name);
  };
}

/**
 * The field for the desk's reason to book a held slot. It also says what the booking means for the
 * patient who got the offer.
 */
export function OverHoldField(field: Omit<SelectProps, 'label' | 'options'>): ReactNode {
  const { earlierDesk: t, limits } = useMessages('earlierDesk', 'limits');
  return (
    <Notice tone="warning" title={t.heldTitle}>
      <div className="flex flex-col gap-3">
        <p>{t.heldWarning}</p>
        <Select
          label={t.reason}
          placeholder={t.chooseReason}
          required
          options={beyondReasons.map((value) => ({ value, label: limits.reasons[value] }))}
          {...field}
        />
      </div>
    </Notice>
  );
}
