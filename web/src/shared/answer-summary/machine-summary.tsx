import type { MachineSummary as Summary } from '@baari/contract/visit/summary.ts';
import { Bot } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useMessages } from '../../i18n/language.tsx';

/**
 * A summary of the patient's answers, written by a language model. It is labelled as such and shown
 * below the answers [ASSESS-5].
 */
export function MachineSummary({ summary }: { summary: Summary }): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-1 rounded-control border border-dashed border-line p-3"
    >
      <h3 id={id} className="flex items-center gap-2 text-sm font-semibold text-ink-soft">
        <Bot aria-hidden="true" className="size-4 shrink-0" />
        {t.machineSummary}
      </h3>
      <ul className="flex flex-col gap-1">
        {summary.sentences.map(({ text }) => (
          <li key={text} className="wrap-anywhere text-ink">
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
      <p className="text-sm wrap-anywhere text-ink-soft">{t.machineNote(summary.model)}</p>
    </section>
  );
}
