/**
 * The landing page's figures as the installation's own visits show them, over the last twelve months of
 * all its hospitals [LAND-3].
 */
import type { FiguresNote, LandingFigures } from '@baari/contract/site.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { readHospitalDay } from './analytics.store.ts';
import { onSiteDays } from './analytics.view.ts';
import { readOnSiteOver } from './get-analytics.query.ts';
import { countServed, listMeasured } from './measured-figures.store.ts';
import { combined, missingVisits, type Saving, savingOf, withInterval } from './on-site.rules.ts';
import { yearUpTo } from './period.rules.ts';

export interface MeasuredFigures {
  readonly figures: LandingFigures;
  readonly note: FiguresNote;
}

/** What was counted and measured. */
export interface Measured {
  readonly hospitals: number;
  readonly patientsServed: number;
  readonly remoteVisits: number;
  readonly walkInVisits: number;
  /** undefined where nothing can be compared. */
  readonly saving: Saving | undefined;
}

/** One hospital after the other: nothing waits for it. */
export async function measureInstallation(db: Database, clock: Clock): Promise<Measured> {
  const now = clock.now();
  const savings: Saving[] = [];
  let [remoteVisits, walkInVisits] = [0, 0];
  for (const hospitalId of await listMeasured(db)) {
    const { time_zone: timeZone, today } = await readHospitalDay(db, hospitalId, now);
    const hospital = { hospitalId, timeZone };
    const days = onSiteDays(await readOnSiteOver(db, hospital, yearUpTo(today)));
    for (const { isRemote, visits } of days) {
      if (isRemote) remoteVisits += visits;
      else walkInVisits += visits;
    }
    const saving = savingOf(days);
    if (saving !== undefined) savings.push(saving);
  }
  const { hospitals, patients } = await countServed(db);
  const saving = combined(savings);
  return { hospitals, patientsServed: patients, remoteVisits, walkInVisits, saving };
}

const unknown = '–';

/** As the page tells them: what cannot be told from chance is not told. */
export function measuredFigures(measured: Measured): MeasuredFigures {
  const { hospitals, patientsServed, remoteVisits, walkInVisits, saving } = measured;
  const count = new Intl.NumberFormat('en-IN');
  const percent = new Intl.NumberFormat('en-IN', { style: 'percent', maximumFractionDigits: 0 });
  const counts = {
    hospitals: count.format(hospitals),
    patientsServed: count.format(patientsServed),
  };
  const missing = missingVisits(remoteVisits, walkInVisits);
  const saved = saving && withInterval(saving);
  if (missing > 0 || saved === undefined || saved.lower <= 0) {
    return { figures: { lessWaiting: unknown, ...counts }, note: countedNote(missing) };
  }
  const { share, lower, upper } = saved;
  const between = [percent.format(lower), percent.format(upper)] as const;
  return {
    figures: { lessWaiting: percent.format(share), ...counts },
    note: {
      en: `Measured here over twelve months: less time at the hospital for those who joined from elsewhere, between ${between[0]} and ${between[1]} 19 times in 20. Hospitals and patients are counted here too.`,
      hi: `यहाँ बारह महीनों में मापा गया: दूर से जुड़ने वालों का अस्पताल में समय 20 में से 19 बार ${between[0]} से ${between[1]} तक कम। अस्पताल और मरीज़ भी यहीं के गिने हुए हैं।`,
    },
  };
}

function countedNote(missing: number): FiguresNote {
  return missing > 0
    ? {
        en: `Hospitals and patients are counted here. How much less people wait is told once ${missing} more visits have been measured.`,
        hi: `अस्पताल और मरीज़ यहीं के गिने हुए हैं। इंतज़ार कितना घटा, यह ${missing} और मुलाक़ातें मापने के बाद बताया जाएगा।`,
      }
    : {
        en: 'Hospitals and patients are counted here. Whether people wait less cannot be told from chance yet.',
        hi: 'अस्पताल और मरीज़ यहीं के गिने हुए हैं। इंतज़ार घटा या यह संयोग है, अभी नहीं कहा जा सकता।',
      };
}

/** What the operator states, and says so. */
export const statedNote: FiguresNote = {
  en: 'As stated by the operator of this site.',
  hi: 'इस साइट के संचालक के अनुसार।',
};

export interface LandingFiguresSource {
  /** The same object until something has changed. */
  readonly current: () => MeasuredFigures;
  /** Measures anew where figures are measured. */
  readonly measure: () => Promise<void>;
}

/** The figures that the operator chose, or those of the installation, as they were measured last. */
export function landingFiguresOf(
  chosen: LandingFigures | 'measured',
  db: Database,
  clock: Clock,
): LandingFiguresSource {
  if (chosen !== 'measured') {
    const stated = { figures: chosen, note: statedNote };
    return { current: () => stated, measure: () => Promise.resolve() };
  }
  let current: MeasuredFigures = {
    figures: { lessWaiting: unknown, hospitals: unknown, patientsServed: unknown },
    note: {
      en: 'The figures of this site are being counted.',
      hi: 'इस साइट के आँकड़े गिने जा रहे हैं।',
    },
  };
  return {
    current: () => current,
    async measure() {
      const measured = measuredFigures(await measureInstallation(db, clock));
      if (JSON.stringify(measured) !== JSON.stringify(current)) current = measured;
    },
  };
}
