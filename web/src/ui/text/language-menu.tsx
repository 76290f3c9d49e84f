import { aboutLanguages, languages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import { Languages } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { classNames } from '../class-names.ts';
import { quietLook } from '../button.tsx';
import { useChangeLanguage } from './use-change-language.ts';

/**
 * Switches the page to another language of `among`. Each language is shown by its own name;
 * languages that no native reader has checked come last and say so.
 */
export function LanguageMenu({
  among = languages,
  forNow = false,
}: {
  among?: readonly Language[] | undefined;
  /** If true, the device does not store the chosen language. */
  forNow?: boolean;
}): ReactNode {
  const { common } = useMessages();
  const { language } = useLanguage();
  const changeLanguage = useChangeLanguage();
  // The language that the user has chosen, while its texts are loading.
  const [awaited, setAwaited] = useState<Language>();
  const offered = languages.filter((each) => among.includes(each) || each === language);
  const drafts = offered.filter((each) => aboutLanguages[each].isDraft);

  async function change(next: Language | undefined): Promise<void> {
    if (next === undefined || awaited !== undefined) return;
    setAwaited(next);
    await changeLanguage(next, forNow);
    setAwaited(undefined);
  }

  return (
    <span className="relative inline-flex items-center text-primary-ink">
      <Languages
        aria-hidden="true"
        className="pointer-events-none absolute inset-s-3 size-[1.125em] text-sm max-sm:hidden"
      />
      <select
        aria-label={common.readIn}
        aria-busy={awaited !== undefined}
        title={common.readIn}
        value={awaited ?? language}
        className={classNames(
          quietLook,
          'field-sizing-content min-w-11 max-w-36 appearance-none truncate max-sm:px-2 max-sm:text-[0.8125rem] sm:ps-9',
        )}
        onChange={({ target }) => void change(offered.find((each) => each === target.value))}
      >
        {offered.filter((each) => !drafts.includes(each)).map(nameOf)}
        {drafts.length > 0 && (
          <optgroup label={common.draftLanguages}>{drafts.map(nameOf)}</optgroup>
        )}
      </select>
    </span>
  );
}

function nameOf(language: Language): ReactNode {
  return (
    <option key={language} value={language} lang={language} className="bg-surface text-ink">
      {aboutLanguages[language].ownName}
    </option>
  );
}
