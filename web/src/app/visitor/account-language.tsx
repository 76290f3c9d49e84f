import { keepOwnLanguage } from '@baari/contract/patient/profile.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { call } from '../../api/client.ts';
import { profileQuery } from '../../api/queries/queries.ts';
import { readKept } from '../../device/storage.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { languageKey } from '../../i18n/languages.ts';
import { keepSavedLanguage, savedLanguageOf } from '../../session/kept-session.ts';

/** Delay in ms before the language is saved, so that the page's first requests go first. */
const calmMs = 3000;

/**
 * Saves the page's language to the account, so that messages use the same language. Saves the first
 * page's language after sign-in if the account has no language, and later changes in the language
 * menu [PROF-1, ENT-9].
 */
export function AccountLanguage({ userId }: { userId: string }): ReactNode {
  const { language } = useLanguage();
  const client = useQueryClient();
  useEffect(() => {
    const savedLanguage = savedLanguageOf(userId);
    if (savedLanguage === language) return undefined;
    const isFirst = savedLanguage === undefined;
    // A temporary language, for example of a hospital's kiosk, was not chosen by the person and is
    // not saved.
    if (!isFirst && readKept(languageKey) !== language) return undefined;
    const asking = new AbortController();
    const keep = () =>
      call(keepOwnLanguage, { body: { language, isFirst }, signal: asking.signal }).then(
        (kept) => {
          keepSavedLanguage(userId, language);
          client.setQueryData(profileQuery().queryKey, (known) =>
            known === undefined
              ? undefined
              : { ...known, preferences: { ...known.preferences, language: kept.language } },
          );
        },
        // If saving the language fails, the next page saves it.
        () => undefined,
      );
    const timer = setTimeout(() => void keep(), calmMs);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [userId, language, client]);
  return null;
}
