import type { Wait } from '@baari/contract/wait.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';

/** "About 12–18 minutes"; "Up to 5 minutes" when it may be at once. */
export function useWaitText(): (wait: Pick<Wait, 'lower' | 'upper'>) => string {
  const { browse: t } = useMessages('browse');
  const format = useFormat();
  return ({ lower, upper }) =>
    lower === 0 ? t.upToMinutes(format.number(upper)) : t.aboutMinutes(format.range(lower, upper));
}
