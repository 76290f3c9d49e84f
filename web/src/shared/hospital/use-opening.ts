import type { Opening } from '@baari/contract/hospital/opening.ts';
import { useFormat } from '../../i18n/language.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { shutAt } from './opening.ts';

/** When a closed hospital opens, in words; undefined while it is open. */
export function useShut(
  opening: Opening | null,
  timeZone: string,
): { readonly opens: string | undefined } | undefined {
  const format = useFormat();
  const now = useNow();
  const shut = shutAt(opening, now);
  if (shut === undefined) return undefined;
  return { opens: shut.opensAt === null ? undefined : format.coming(shut.opensAt, now, timeZone) };
}
