import type { Language } from '@baari/contract/languages.ts';
import { useEffect, useEffectEvent } from 'react';
import { readKept } from '../device/storage.ts';
import { useLanguage } from '../i18n/language.tsx';
import { isLanguage, languageKey } from '../i18n/languages.ts';
import { useChangeLanguage } from './use-change-language.ts';

/**
 * Shows what stands in a hospital in the hospital's own language once it is known, unless another was chosen on this
 * device for good; again whenever `turn` changes, such as with the next person before a kiosk.
 */
export function useOwnLanguage(offered: readonly Language[] | undefined, turn: unknown): void {
  const { language } = useLanguage();
  const changeLanguage = useChangeLanguage();
  const own = offered?.[0];
  const showOwn = useEffectEvent(() => {
    if (own === undefined || own === language || isLanguage(readKept(languageKey))) return;
    void changeLanguage(own, true);
  });
  useEffect(() => showOwn(), [own, turn]);
}
