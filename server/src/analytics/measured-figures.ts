/**
 * The landing page's figures, measured from the visits of all hospitals over the last twelve months
 * [LAND-3].
 */
import type { FiguresBasis } from '@baari/contract/hospital/figures-note.ts';
import type { LandingFigures } from '@baari/contract/hospital/site.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { readHospitalDay } from './analytics.store.ts';
import { onSiteDays } from './analytics.view.ts';
import { readOnSiteOver } from './get-analytics.query.ts';
import { countServed, listMeasured } from './measured-figures.store.ts';
import { combined, missingVisits, type Saving, savingOf, withInterval } from './on-site.rules.ts';
import { yearUpTo } from './period.rules.ts';

export interface MeasuredFigures {
  readonly figures: LandingFigures;
  readonly basis: FiguresBasis;
}

/** The numbers and the saved time that were measured for the landing page. */
export interface Measured {
  readonly hospitals: number;
  readonly patientsServed: number;
  readonly remoteVisits: number;
  readonly walkInVisits: number;
  /** The time saved by joining remotely; undefined if it cannot be compared with walk-ins. */
  readonly saving: Saving | undefined;
}

/** Measures one hospital after the other, not in parallel, since nobody waits for the result. */
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

/**
 * The texts of the landing page's figures. A saved time that is not statistically significant is
 * left out.
 */
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
    return { figures: { lessWaiting: unknown, ...counts }, basis: countedBasis(missing) };
  }
  const { share, lower, upper } = saved;
  return {
    figures: { lessWaiting: percent.format(share), ...counts },
    basis: { kind: 'measured', lower, upper },
  };
}

function countedBasis(missing: number): FiguresBasis {
  return missing > 0 ? { kind: 'missing', visits: missing } : { kind: 'unsure' };
}

export interface LandingFiguresSource {
  /**
   * The latest figures of the landing page. Returns the same object until the figures have changed.
   */
  readonly current: () => MeasuredFigures;
  /** Measures the landing page's figures again, unless the operator has set fixed ones. */
  readonly measure: () => Promise<void>;
}

/**
 * The source of the landing page's figures: the operator's fixed texts, or the latest measured
 * ones.
 */
export function landingFiguresOf(
  chosen: LandingFigures | 'measured',
  db: Database,
  clock: Clock,
): LandingFiguresSource {
  if (chosen !== 'measured') {
    const stated = { figures: chosen, basis: { kind: 'stated' } } as const;
    return { current: () => stated, measure: () => Promise.resolve() };
  }
  let current: MeasuredFigures = {
    figures: { lessWaiting: unknown, hospitals: unknown, patientsServed: unknown },
    basis: { kind: 'counting' },
  };
  return {
    current: () => current,
    async measure() {
      const measured = measuredFigures(await measureInstallation(db, clock));
      if (JSON.stringify(measured) !== JSON.stringify(current)) current = measured;
    },
  };
}
