import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { classNames } from '../../ui/class-names.ts';
import { type Step, steps } from './creation-form.ts';

/** Shows which of the wizard's three steps is the current one [WIZ-1]. */
export function StepList({ current }: { current: Step }): ReactNode {
  const t = useMessages('hospitalCreation').hospitalCreation;
  const at = steps.indexOf(current);
  return (
    <ol aria-label={t.progress} className="mb-5 grid grid-cols-3 gap-2 sm:gap-3">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? 'step' : undefined}
          className={classNames(
            'flex min-w-0 flex-col gap-1.5 border-t-4 pt-2 text-sm sm:flex-row sm:items-center',
            index <= at ? 'border-primary text-ink' : 'border-line text-ink-soft',
          )}
        >
          <span
            aria-hidden="true"
            className={classNames(
              'grid size-6 shrink-0 place-items-center rounded-full text-xs font-bold tabular-nums',
              index <= at
                ? 'bg-primary text-on-primary'
                : 'border border-control-line text-ink-soft',
            )}
          >
            {index < at ? <Check className="size-3.5" strokeWidth={3.5} /> : index + 1}
          </span>
          <span className={index === at ? 'font-semibold' : ''}>
            {t.steps[step]}
            {index < at && <span className="sr-only">{` (${t.stepDone})`}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
