import {
  type FirstStep,
  firstSteps,
  neededSteps,
  sendTestMessage,
} from '@baari/contract/hospital/first-steps.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Circle, CircleCheck, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useSubmit } from '../../api/forms/use-submit.ts';
import { colleaguesQuery } from '../../api/queries/queries.ts';
import { keep, readKept } from '../../device/storage.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx';
import { Progress } from '../../ui/chart/progress.tsx';
import { classNames } from '../../ui/class-names.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { Card } from '../../ui/layout/card.tsx';
import { firstStepsKey, firstStepsQuery } from './first-steps-query.ts';

/** Where a step is done. Steps without an address are done on the doctors' page itself. */
const addresses = {
  departments: '/hospital/dashboard?view=profile',
  patient: '/hospital/dashboard?view=queue',
  team: '/hospital/dashboard?view=team',
  screens: '/hospital/dashboard?view=screens',
  languages: '/hospital/dashboard?view=profile',
  lines: '/hospital/dashboard?view=lines',
} as const;

/**
 * Leads a new hospital to its first approved patient. The list reads what is done from the
 * hospital's data; it is gone once every needed step is done, or hidden on this device [ADM-1].
 */
export function FirstSteps({
  hospitalId,
  after,
}: {
  hospitalId: string;
  /** Shown below the list, as long as the list is shown. */
  after?: ReactNode;
}): ReactNode {
  const { firstSteps: t } = useMessages('firstSteps');
  const key = `baari.first-steps-hidden.${hospitalId}`;
  const [isHidden, setHidden] = useState(() => readKept(key) !== null);
  const { data: doctors } = useQuery(colleaguesQuery());
  const isWanted = !isHidden && doctors !== undefined;
  const { data: done } = useQuery({ ...firstStepsQuery(doctors ?? []), enabled: isWanted });
  const titleId = useId();
  if (isHidden || done === undefined) return null;
  const count = neededSteps.filter((step) => done.includes(step)).length;
  if (count === neededSteps.length) return null;
  const next = neededSteps.find((step) => !done.includes(step));
  const optional = firstSteps.filter((step) => !neededSteps.includes(step));
  function hide(): void {
    keep(key, '1');
    setHidden(true);
  }
  return (
    <>
      <Card as="section" aria-labelledby={titleId} className="mb-6 flex flex-col gap-4">
        <div className="flex items-start justify-between gap-3">
          <div className="flex min-w-0 flex-col gap-1">
            <h2 id={titleId} className="text-lg font-semibold">
              {t.title}
            </h2>
            <p className="text-ink-soft">{t.lead}</p>
          </div>
          <IconButton label={t.hide} icon={<X aria-hidden="true" />} onClick={hide} />
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <div className="min-w-32 flex-1">
            <Progress label={t.title} value={count} max={neededSteps.length} />
          </div>
          <span className="text-sm text-ink-soft tabular-nums">
            {t.progress(count, neededSteps.length)}
          </span>
        </div>
        <Steps steps={neededSteps} done={done} next={next} />
        <details>
          <summary className="cursor-pointer font-medium text-primary-ink">{t.optional}</summary>
          <div className="pt-3">
            <Steps steps={optional} done={done} next={undefined} />
          </div>
        </details>
      </Card>
      {after}
    </>
  );
}

function Steps({
  steps,
  done,
  next,
}: {
  steps: readonly FirstStep[];
  done: readonly FirstStep[];
  next: FirstStep | undefined;
}): ReactNode {
  return (
    <ol className="flex flex-col gap-3">
      {steps.map((step) => (
        <Step key={step} step={step} isDone={done.includes(step)} isNext={step === next} />
      ))}
    </ol>
  );
}

function Step({
  step,
  isDone,
  isNext,
}: {
  step: FirstStep;
  isDone: boolean;
  isNext: boolean;
}): ReactNode {
  const { firstSteps: t } = useMessages('firstSteps');
  const stepText = useStepText();
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className="flex items-start gap-3" aria-current={isNext ? 'step' : undefined}>
      <Icon
        aria-hidden="true"
        className={classNames(
          'mt-0.5 size-5 shrink-0',
          isDone ? 'text-success-ink' : 'text-ink-soft',
        )}
      />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-52 flex-1">
          <p className={isDone ? 'text-ink-soft' : 'font-medium'}>
            {t.steps[step].title}
            <span className="sr-only"> ({isDone ? t.isDone : t.isOpen})</span>
          </p>
          {!isDone && <p className="text-sm text-ink-soft">{stepText(step)}</p>}
        </div>
        {!isDone && <StepAct step={step} isNext={isNext} />}
      </div>
    </li>
  );
}

/** The link or the button with which a step is done; nothing for a step on the doctors' page. */
function StepAct({ step, isNext }: { step: FirstStep; isNext: boolean }): ReactNode {
  const { firstSteps: t } = useMessages('firstSteps');
  if (step === 'message') return <TestMessage />;
  if (!isElsewhere(step)) return null;
  const variant = isNext ? 'primary' : 'secondary';
  return (
    <ButtonLink size="small" variant={variant} href={addresses[step]}>
      {t.open[step]}
    </ButtonLink>
  );
}

function isElsewhere(step: FirstStep): step is keyof typeof addresses {
  return Object.hasOwn(addresses, step);
}

function TestMessage(): ReactNode {
  const { firstSteps } = useMessages('firstSteps');
  const t = firstSteps.test;
  const client = useQueryClient();
  const { mutate, isPending } = useSubmit(sendTestMessage, {
    failed: t.failed,
    onSuccess: ({ sentTo }) => {
      toast({ type: 'success', title: t.sent(sentTo) });
      void client.invalidateQueries({ queryKey: firstStepsKey });
    },
  });
  return (
    <Button size="small" busy={isPending} onClick={() => mutate({})}>
      {t.send}
    </Button>
  );
}

/** A function for the sentence of a step, which names buttons by the words on them. */
function useStepText(): (step: FirstStep) => string {
  const { firstSteps, doctors } = useMessages('firstSteps', 'doctors');
  const { steps } = firstSteps;
  return (step) => {
    switch (step) {
      case 'doctors':
        return steps.doctors.text(doctors.add);
      case 'available':
        return steps.available.text(doctors.makeAvailable);
      case 'hours':
        return steps.hours.text(doctors.openHours);
      default:
        return steps[step].text;
    }
  };
}
