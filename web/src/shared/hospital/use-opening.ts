import type { Opening } from '@baari/contract/hospital/opening.ts';
import { useFormat } from '../../i18n/language.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { outsideHoursAt } from './opening.ts';

/** Returns in words when a closed hospital opens. Undefined while the hospital is open. */
export function useOutsideHours(
  opening: Opening | null,
  timeZone: string,
): { readonly opens: string | undefined } | undefined {
  const format = useFormat();
  const now = useNow();
  const outsideHours = outsideHoursAt(opening, now);
  if (outsideHours === undefined) return undefined;
  return {
    opens:
      outsideHours.opensAt === null
        ? undefined
        : format.coming(outsideHours.opensAt, now, timeZone),
  };
}
