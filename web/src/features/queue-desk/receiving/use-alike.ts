/** Searches for known patients similar to the one being typed [DESK-7]. */
import type { AlikePatient } from '@baari/contract/patient/patient.ts';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { alikeQuery, isEnoughToSeek, type Sought } from '../../../api/queries/patient-queries.ts';
import { useSettledText } from '../../../ui/form/use-settled-text.ts';

export interface Alike {
  readonly query: UseQueryResult<AlikePatient[]>;
  /** The number of matches on screen for the current text. */
  readonly shown: number;
  /**
   * Whether the form may be sent: there is no match, or the matches have been on screen. Searches
   * at once, without the debounce. Throws if the search fails.
   */
  readonly mayAdd: () => Promise<boolean>;
}

/** `typed`: the current values of the form. */
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

/** A debounced text. */
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
