import { BellRing, CircleCheck, House, Pause, Play, Stethoscope } from 'lucide-react';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { QueueDots } from '../../ui/chart/queue-dots.tsx';
import { restingStep, sampleLine, sampleStepMs } from './sample-line.ts';

/**
 * The animated sample of a queue card at the top of the landing page. The user can pause it; with
 * reduced motion it does not move [LAND-2].
 */
export function SampleQueueCard(): ReactNode {
  const { landing: t } = useMessages('landing');
  const format = useFormat();
  const wantsMotion = useSyncExternalStore(watchMotion, motionIsWanted, () => false);
  const [chosen, setRunning] = useState<boolean>();
  const running = chosen ?? wantsMotion;
  const [step, setStep] = useState(restingStep);

  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setStep((now) => (now + 1) % sampleLine.length), sampleStepMs);
    return () => clearInterval(timer);
  }, [running]);

  const moment = sampleLine[step];
  if (!moment) return null;
  const { place, total, wait } = moment;
  const called = place === 0;
  return (
    <Card
      as="section"
      padding="none"
      tone={called ? 'turn' : 'plain'}
      aria-label={t.sampleCaption}
      className="w-full max-w-md overflow-hidden transition-colors duration-180"
    >
      <div className="flex flex-wrap items-center gap-3 border-b border-line/70 px-5 py-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-full max-[21.5rem]:hidden bg-primary-soft text-primary-ink">
          <Stethoscope aria-hidden="true" className="size-5" />
        </span>
        <div className="min-w-0 flex-1 leading-tight">
          <p className="font-semibold">{t.sampleDoctor}</p>
          <p className="text-sm text-ink-soft">{t.sampleSpecialty}</p>
        </div>
        <span className="text-xs font-medium text-ink-soft">{t.sampleCaption}</span>
        <IconButton
          label={running ? t.pauseSample : t.playSample}
          icon={running ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
          onClick={() => setRunning(!running)}
          className="-me-2 text-ink-soft"
        />
      </div>
      <div className="flex flex-col gap-4 px-5 pt-5 pb-4">
        <QueueDots place={called ? 1 : place} total={total} called={called} size="large" />
        <div className="min-h-22">
          <p className="text-[2rem] leading-tight font-bold tracking-tight text-ink tabular-nums sm:text-4xl">
            {called ? t.sampleCalled : t.samplePlace(place)}
          </p>
          <p className="mt-1 text-lg text-ink-soft tabular-nums">
            {called ? t.sampleRoom : t.sampleWait(format.range(wait[0], wait[1]))}
          </p>
        </div>
      </div>
      <div
        className={classNames(
          'flex min-h-12 items-center gap-2.5 px-5 py-2 text-[0.9375rem] font-semibold',
          called ? 'bg-turn text-on-turn' : 'bg-primary-soft text-primary-ink',
        )}
      >
        {called ? (
          <BellRing aria-hidden="true" className="size-5 shrink-0" />
        ) : (
          <House aria-hidden="true" className="size-5 shrink-0" />
        )}
        {advice()}
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 px-5 py-3 text-sm">
        <span className="inline-flex items-center gap-1.5 font-semibold text-success-ink">
          <CircleCheck aria-hidden="true" className="size-4.5" />
          {t.assessmentReady}
        </span>
        <span className="text-ink-soft">{t.assessmentNote}</span>
      </div>
    </Card>
  );

  function advice(): string {
    if (called) return t.sampleCalledAgo;
    return place > 2 ? t.sampleAdvice : t.sampleLeaveNow;
  }
}

const reducedMotion = '(prefers-reduced-motion: reduce)';

function watchMotion(watcher: () => void): () => void {
  const query = matchMedia(reducedMotion);
  query.addEventListener('change', watcher);
  return () => query.removeEventListener('change', watcher);
}

function motionIsWanted(): boolean {
  return !matchMedia(reducedMotion).matches;
}
