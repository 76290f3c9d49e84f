/** Searches for known patients who are similar to the patient being typed [DESK-7]. */
import type { AlikePatient } from '@baari/contract/patient/patient.ts';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { alikeQuery, isEnoughToSeek, type Sought } from '../../../api/queries/patient-queries.ts';
import { useSettledText } from '../../../ui/form/use-settled-text.ts';

export interface Alike {
  readonly query: UseQueryResult<AlikePatient[]>;
  /** How many similar patients are on screen for the current text. */
  readonly shown: number;
  /**
   * Whether the form may be sent: no similar patient exists, or those found have been on screen.
   * Searches without waiting for a pause in typing, and throws if the search fails.
   */
  readonly mayAdd: () => Promise<boolean>;
}

/** Searches for known patients who are similar. `typed` contains the current values of the form. */
export function useAlike(typed: Sought, isWanted: boolean): Alike {
  const client = useQueryClient();
  const sought = { name: typed.name.trim(), phone: typed.phone.trim() };
  const name = useSettled(sought.name);
  const phone = useSettled(sought.phone);
  const settled = { name: name.text, phone: phone.text };
  const query = useQuery({
    ...alikeQuery(settled),
    enabled: isWanted && isEnoughToSeek(settled),
  });
  const isOfTyped = settled.name === sought.name && settled.phone === sought.phone;
  const shown = isOfTyped ? (query.data?.length ?? 0) : 0;
  return {
    query,
    shown,
    async mayAdd() {
      if (!isWanted || !isEnoughToSeek(sought) || shown > 0) return true;
      name.settleNow();
      phone.settleNow();
      const found = await client.fetchQuery(alikeQuery(sought));
      return found.length === 0;
    },
  };
}

/** Returns a typed text after a pause in typing (debounce). */
export function useSettled(typed: string): { text: string; settleNow: () => void } {
  const [text, setText] = useState(typed);
  const [, settle] = useSettledText(text, setText);
  const [asked, setAsked] = useState(typed);
  if (asked !== typed) {
    setAsked(typed);
    settle(typed);
  }
  return { text, settleNow: () => setText(typed) };
}
