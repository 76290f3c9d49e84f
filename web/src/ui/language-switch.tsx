import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import { Languages } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLanguage, useMessages } from '../i18n/language.tsx';
import { Button } from './button.tsx';
import { useChangeLanguage } from './use-change-language.ts';

const other: Record<Language, Language> = { en: 'hi', hi: 'en' };

/** Changes to the other language; named in that language, for those who read only that. */
export function LanguageSwitch(): ReactNode {
  const t = useMessages();
  const { language } = useLanguage();
  const changeLanguage = useChangeLanguage();
  const [busy, setBusy] = useState(false);
  const next = other[language];

  async function change(): Promise<void> {
    setBusy(true);
    await changeLanguage(next);
    setBusy(false);
  }

  return (
    <Button
      variant="quiet"
      size="small"
      className="font-language-name max-sm:px-2 max-sm:text-[0.8125rem]"
      lang={next}
      title={t.common.switchLanguage}
      icon={<Languages aria-hidden="true" className="max-sm:hidden" />}
      aria-busy={busy}
      onClick={() => {
        if (!busy) void change();
      }}
    >
      {aboutLanguages[next].ownName}
    </Button>
  );
}
