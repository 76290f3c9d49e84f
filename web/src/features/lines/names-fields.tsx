import { aboutLanguages, languages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ownHospitalQuery } from '../../api/queries/queries.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { useLanguageNames } from '../../i18n/language-names.ts';
import { inLanguage } from '../../i18n/languages.ts';
import { fetchLetters } from '../../i18n/letters.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import type { TypedNames } from './line-form.ts';

/**
 * Form fields for the names of a line or counter in other languages. The hospital's languages come
 * first [LINE-1].
 */
export function NamesFields({
  names,
  maxLength,
  onNames,
}: {
  names: TypedNames;
  maxLength: number;
  onNames: (names: TypedNames) => void;
}): ReactNode {
  const { lines: t } = useMessages('lines');
  const { language: shown } = useLanguage();
  const nameOf = useLanguageNames();
  const [isOpen, setOpen] = useState(false);
  const { data: hospital } = useQuery({ ...ownHospitalQuery(), enabled: isOpen });
  // Loads further fonts. Each field needs the font of its language, but a page loads only the font
  // of its own language.
  useEffect(() => {
    if (isOpen) for (const each of languages) fetchLetters(aboutLanguages[each].script);
  }, [isOpen]);
  const label = (language: Language) =>
    language === shown
      ? aboutLanguages[language].ownName
      : `${aboutLanguages[language].ownName} – ${nameOf(language)}`;
  return (
    <details
      className="rounded-control border border-line"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer px-3 py-2.5 text-sm font-semibold text-ink">
        {t.otherNames}
      </summary>
      <div className="flex flex-col gap-4 px-3 pb-3">
        <p className="text-sm wrap-anywhere text-ink-soft">{t.otherNamesHint}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          {[...new Set([...(hospital?.languages ?? []), ...languages])].map((language) => (
            <TextField
              key={language}
              {...inLanguage(language)}
              label={label(language)}
              maxLength={maxLength}
              autoComplete="off"
              value={names[language] ?? ''}
              onChange={({ target }) => onNames({ ...names, [language]: target.value })}
            />
          ))}
        </div>
      </div>
    </details>
  );
}
