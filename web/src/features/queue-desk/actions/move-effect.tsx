import type { MoveEffect, StaffEntry } from '@baari/contract/queue/queue.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { moveEffectQuery } from '../../../api/queries/staff-queries.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { useLineVersion } from './line-on-screen.ts';

/**
 * The pause in ms before the effect of a move is requested (debounce), because a drag passes many
 * places.
 */
const stillMs = 120;

/** The effect of moving a patient to a place in line. Undefined until loaded. */
export function useMoveEffect(
  entry: StaffEntry,
  place: number | undefined,
): MoveEffect | undefined {
  const asked = useSettledPlace(place);
  const version = useLineVersion(entry);
  const { data } = useQuery({
    ...moveEffectQuery(entry.id, asked ?? 1, version),
    enabled: asked !== undefined,
  });
  return asked === place ? data : undefined;
}

/**
 * Returns a function that describes the effect of a move, such as "moves ahead of 4 · the longest
 * low wait becomes 131 min".
 */
export function useEffectText(): (effect: MoveEffect) => string {
  const { queueDesk: t } = useMessages('queueDesk');
  const format = useFormat();
  return (effect) => {
    if (effect.passes === 0 && effect.letsPass === 0) return t.effectNone;
    const parts = [
      effect.passes > 0 ? t.effectAhead(effect.passes) : t.effectBack(effect.letsPass),
    ];
    if (effect.longestLowWait !== null)
      parts.push(t.effectLow(format.number(effect.longestLowWait)));
    if (effect.needsReason) {
      parts.push(t.effectPasses(effect.mostPasses));
      if (effect.longestWait !== null) parts.push(t.effectWait(format.number(effect.longestWait)));
    }
    return parts.join(' · ');
  };
}

function useSettledPlace(place: number | undefined): number | undefined {
  const [settled, settle] = useState(place);
  useEffect(() => {
    const timer = setTimeout(() => settle(place), stillMs);
    return () => clearTimeout(timer);
  }, [place]);
  return settled;
}
