import type { Language } from '@baari/contract/languages.ts';
import { useEffect, useEffectEvent } from 'react';
import { readKept } from '../../device/storage.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { isLanguage, languageKey } from '../../i18n/languages.ts';
import { useChangeLanguage } from './use-change-language.ts';

/**
 * Switches to the hospital's own language once it is known, unless this device has stored another
 * language. Switches again whenever `isFree` becomes true, for example before the next person at a
 * kiosk.
 */
export function useOwnLanguage(offered: readonly Language[] | undefined, isFree = true): void {
  const { language } = useLanguage();
  const changeLanguage = useChangeLanguage();
  const own = offered?.[0];
  const show = useEffectEvent((next: Language) => {
    if (next !== language && !isLanguage(readKept(languageKey))) void changeLanguage(next, true);
  });
  useEffect(() => {
    if (isFree && own !== undefined) show(own);
  }, [own, isFree]);
}
