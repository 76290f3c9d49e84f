import { aboutLanguages, languages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import { type ReactNode, useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { useLanguageNames } from '../../i18n/language-names.ts';
import { fetchLetters } from '../../i18n/letters.ts';
import { inLanguage } from '../../i18n/languages.ts';
import { Checkbox } from '../../ui/form/choice.tsx';
import { Select } from '../../ui/form/select.tsx';
import type { ProfileFormApi } from './profile-fields.tsx';

/**
 * The fields for the hospital's languages. At least one is needed; the first is the main language.
 */
export function LanguageFields({ form }: { form: ProfileFormApi }): ReactNode {
  const t = useMessages('hospitalProfile').hospitalProfile;
  const { language: shown } = useLanguage();
  const nameOf = useLanguageNames();
  const inBoth = (language: Language) =>
    language === shown
      ? aboutLanguages[language].ownName
      : `${aboutLanguages[language].ownName} – ${nameOf(language)}`;
  const offered = useWatch({ control: form.control, name: 'languages' });
  // Loads further fonts. Each language's name is written in its own script, but a page loads only
  // the font of its own language.
  useEffect(() => {
    for (const each of languages) fetchLetters(aboutLanguages[each].script);
  }, []);
  const offer = (next: typeof offered) => {
    form.setValue('languages', next, { shouldDirty: true });
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="sr-only">{t.languages}</legend>
      <p className="text-sm text-ink-soft">{t.languagesHint}</p>
      <div className="grid gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
        {languages.map((language) => {
          const others = offered.filter((each) => each !== language);
          return (
            <Checkbox
              key={language}
              label={
                <>
                  <bdi {...inLanguage(language)}>{aboutLanguages[language].ownName}</bdi>
                  {language !== shown && <span className="text-ink-soft"> {nameOf(language)}</span>}
                </>
              }
              checked={offered.includes(language)}
              disabled={others.length === 0}
              onChange={({ target }) => offer(target.checked ? [...others, language] : others)}
            />
          );
        })}
      </div>
      <Select
        label={t.ownLanguage}
        hint={t.ownLanguageHint}
        value={offered[0]}
        options={offered.map((value) => ({ value, label: inBoth(value) }))}
        onChange={({ target }) =>
          offer(offered.toSorted((a, b) => Number(b === target.value) - Number(a === target.value)))
        }
      />
    </fieldset>
  );
}
