import { noBreak } from '@baari/contract/text/no-break.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { useFormat, useMessages } from '../../../../i18n/language.tsx';
import { useNow } from '../../../../ui/hooks/use-now.ts';
import { sharedLineWords } from './shared-line-words.ts';

/**
 * Says why a shared line calls nobody in. Renders nothing while the line calls patients in [PAT-11,
 * LINE-1].
 */
export default function SharedLineText({ entry }: { entry: PatientEntry }): string | undefined {
  const { lineState: t } = useMessages('lineState');
  const format = useFormat();
  const words = sharedLineWords(entry, useNow(), { t, format });
  return words && noBreak(words);
}
