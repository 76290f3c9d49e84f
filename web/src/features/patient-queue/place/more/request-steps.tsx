import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../../../i18n/language.tsx';
import { classNames } from '../../../../ui/class-names.ts';

/** What happens to a request, in three steps. The staff are now at the second [PAT-11]. */
export function RequestSteps(): ReactNode {
  const { placeMore: t } = useMessages('placeMore');
  const steps = [
    { text: t.steps.sent, at: 'done' },
    { text: t.steps.place, at: 'now' },
    { text: t.steps.come, at: 'later' },
  ] as const;
  return (
    <ol aria-label={t.steps.label} className="grid grid-cols-3 gap-2">
      {steps.map(({ text, at }) => (
        <li
          key={at}
          aria-current={at === 'now' ? 'step' : undefined}
          className={classNames(
            'flex flex-col gap-1 border-t-4 pt-2 text-sm leading-snug',
            at === 'later' ? 'border-line text-ink-soft' : 'border-primary font-medium text-ink',
          )}
        >
          <span>
            {at === 'done' && (
              <Check aria-hidden="true" className="me-1 inline size-4 text-success-ink" />
            )}
            {text}
          </span>
          {at !== 'later' && <span className="sr-only">{t.steps[at]}</span>}
        </li>
      ))}
    </ol>
  );
}
