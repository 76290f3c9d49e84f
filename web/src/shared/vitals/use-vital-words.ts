import { shownVital } from '@baari/contract/visit/vital-units.ts';
import type { VitalSettings, VitalValue } from '@baari/contract/visit/vitals.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';

/** Returns functions that give a value's unit, and a stored value as the hospital's screens show it. */
export function useVitalWords(settings: VitalSettings): {
  readonly unitOf: (value: VitalValue) => string;
  readonly shown: (value: VitalValue, stored: number) => string;
} {
  const { vitals: t } = useMessages('vitals');
  const format = useFormat();
  const units: Readonly<Record<VitalValue, string>> = {
    systolic: t.units.pressure,
    diastolic: t.units.pressure,
    pulse: t.units.perMinute,
    temperature: t.units[settings.temperatureUnit],
    oxygen: t.units.percent,
    respiration: t.units.perMinute,
    weight: t.units.kilograms,
    height: t.units.centimetres,
    glucose: t.units[settings.glucoseUnit],
    pain: t.units.outOfTen,
  };
  return {
    unitOf: (value) => units[value],
    shown: (value, stored) => format.number(shownVital(value, stored, settings)),
  };
}
