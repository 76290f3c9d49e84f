import { signOf } from '@baari/contract/visit/vital-units.ts';
import {
  type Measurement,
  type VitalMark,
  type VitalSettings,
  vitalSigns,
  type VitalSign,
  vitalValues,
} from '@baari/contract/visit/vitals.ts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useVitalWords } from './use-vital-words.ts';

/**
 * The values of one measurement in a line that wraps. A value outside the range for the age has an
 * arrow and a word.
 */
export function VitalsLine({
  measurement,
  settings,
}: {
  measurement: Pick<Measurement, 'values' | 'marks' | 'struck'>;
  settings: VitalSettings;
}): ReactNode {
  const { vitals: t } = useMessages('vitals');
  const isStruck = measurement.struck !== null;
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1 text-[0.9375rem] tabular-nums">
      {vitalSigns
        .filter((sign) => isMeasured(measurement, sign))
        .map((sign) => (
          <div key={sign} className="flex flex-wrap items-baseline gap-x-1.5">
            <dt className="text-sm text-ink-soft">{t.signs[sign]}</dt>
            <dd className="flex flex-wrap items-baseline gap-x-1.5 text-ink">
              {isStruck ? (
                <s className="text-ink-soft">
                  <Value sign={sign} measurement={measurement} settings={settings} />
                </s>
              ) : (
                <>
                  <Value sign={sign} measurement={measurement} settings={settings} />
                  {measurement.marks
                    .filter(({ value }) => signOf(value) === sign)
                    .map((mark) => (
                      <Mark key={mark.value} mark={mark} settings={settings} />
                    ))}
                </>
              )}
            </dd>
          </div>
        ))}
    </dl>
  );
}

function isMeasured({ values }: Pick<Measurement, 'values'>, sign: VitalSign): boolean {
  return vitalValues.some((value) => signOf(value) === sign && values[value] !== null);
}

function Value({
  sign,
  measurement: { values },
  settings,
}: {
  sign: VitalSign;
  measurement: Pick<Measurement, 'values'>;
  settings: VitalSettings;
}): ReactNode {
  const { shown, unitOf } = useVitalWords(settings);
  const parts = vitalValues.flatMap((value) => {
    const stored = values[value];
    return signOf(value) === sign && stored !== null ? [shown(value, stored)] : [];
  });
  const first = vitalValues.find((value) => signOf(value) === sign);
  return (
    <span className="whitespace-nowrap">
      <bdi className="font-semibold">{parts.join('/')}</bdi>
      {first && (
        <>
          {' '}
          <span className="text-sm">{unitOf(first)}</span>
        </>
      )}
    </span>
  );
}

/** The mark of a value: an arrow, a word, and the range as a tooltip and for screen readers. */
function Mark({ mark, settings }: { mark: VitalMark; settings: VitalSettings }): ReactNode {
  const { vitals: t } = useMessages('vitals');
  const { shown } = useVitalWords(settings);
  const { value, is, from, to } = mark;
  const isPressure = signOf(value) === 'bloodPressure';
  const Icon = is === 'high' ? ArrowUp : ArrowDown;
  const range = t.usual(shown(value, from), shown(value, to));
  return (
    <span
      title={isPressure ? `${t.values[value]}: ${range}` : range}
      className="inline-flex items-center gap-0.5 text-sm font-semibold whitespace-nowrap text-warning-ink"
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {isPressure && <span className="sr-only">{`${t.values[value]}: `}</span>}
      {is === 'high' ? t.high : t.low}
      <span className="sr-only">{`, ${range}`}</span>
    </span>
  );
}
