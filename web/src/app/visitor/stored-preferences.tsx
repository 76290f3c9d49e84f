import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { profileQuery } from '../../api/queries/queries.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { keepPreferencesTaken, werePreferencesTaken } from '../../session/kept-session.ts';
import { setTheme } from '../../ui/layout/theme.ts';
import { useChangeLanguage } from '../../ui/text/use-change-language.ts';

/**
 * Applies the profile's preferences once after each sign-in. A preference that was never set leaves
 * the device's setting, and later changes on the device stay [PROF-1].
 */
export function StoredPreferences({ userId }: { userId: string }): ReactNode {
  const { language } = useLanguage();
  const changeLanguage = useChangeLanguage();
  const [isDue] = useState(() => !werePreferencesTaken(userId));
  const isTaken = useRef(false);
  const { data } = useQuery({ ...profileQuery(), enabled: isDue });
  useEffect(() => {
    if (!isDue || isTaken.current || !data) return;
    isTaken.current = true;
    keepPreferencesTaken(userId);
    const { language: chosen, theme } = data.preferences;
    if (theme !== null) setTheme(theme);
    if (chosen === null || chosen === language) return;
    void changeLanguage(chosen);
  }, [isDue, data, userId, language, changeLanguage]);
  return null;
}
