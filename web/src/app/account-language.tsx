import { keepOwnLanguage } from '@baari/contract/patient/profile.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { call } from '../api/client.ts';
import { profileQuery } from '../api/queries/queries.ts';
import { readKept } from '../device/storage.ts';
import { useLanguage } from '../i18n/language.tsx';
import { languageKey } from '../i18n/languages.ts';
import { keepLanguageTold, languageTold } from '../session/kept-session.ts';

/** What the page needs first is not kept waiting by it. */
const calmMs = 3000;

/**
 * The account keeps the language of the page, so that its messages are in it too: of the first page after signing in
 * where none was chosen before, and whatever the menu changes it to [PROF-1, ENT-9].
 */
export function AccountLanguage({ userId }: { userId: string }): ReactNode {
  const { language } = useLanguage();
  const client = useQueryClient();
  useEffect(() => {
    const told = languageTold(userId);
    if (told === language) return undefined;
    const isFirst = told === undefined;
    // A page shown in another language for now, as a hospital's own screens are, is no choice.
    if (!isFirst && readKept(languageKey) !== language) return undefined;
    const asking = new AbortController();
    const keep = () =>
      call(keepOwnLanguage, { body: { language, isFirst }, signal: asking.signal }).then(
        (kept) => {
          keepLanguageTold(userId, language);
          client.setQueryData(profileQuery().queryKey, (known) =>
            known === undefined
              ? undefined
              : { ...known, preferences: { ...known.preferences, language: kept.language } },
          );
        },
        // Sent again with the next page.
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
