import { textIn } from '@baari/contract/text/in-languages.ts';
import type { Said } from '@baari/contract/visit/assessment.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';

/** Formats a patient's answer to one question as text, except an answer about emergency signs. */
export function useSaidText(): (said: Exclude<Said, { kind: 'signs' }>) => string {
  const { assessment: t } = useMessages('assessment');
  const listed = useListed();
  const { language } = useLanguage();
  return (said) => {
    switch (said.kind) {
      case 'text':
        return said.text;
      case 'number':
        return said.max === null ? String(said.number) : t.outOf(said.number, said.max);
      case 'labels':
        return listed(said.labels.map((label) => textIn(label, language)));
      case 'none':
        return t.none;
      case 'skipped':
        return t.skipped;
    }
  };
}
