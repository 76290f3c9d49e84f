/** The only SQL on vital signs and on which of them a hospital records [CONS-2]. */
import {
  type GlucoseUnit,
  measurementsShown,
  pastMeasurementsShown,
  type TemperatureUnit,
  type VitalSettings,
  type VitalSign,
  type VitalsGiven,
} from '@baari/contract/visit/vitals.ts';
import type { QueueStatus } from '@baari/contract/constants.ts';
import sql, { type Sql } from 'sql-template-tag';
import {
  leftJoined,
  returning,
  type RowOf,
  select,
  table,
  typed,
} from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { hospitalToday } from '../platform/hospital-sql/hospital-time.ts';

const e = table('queue_entry', 'e');
const p = table('patient', 'p');
const v = table('vital_signs', 'v');
const kept = leftJoined('vital_settings', 'k');
const by = leftJoined('identity.user', 'u');
const striker = leftJoined('identity.user', 's');

const settings = {
  asked: typed<VitalSign[] | null>(kept.asked),
  temperature_unit: typed<TemperatureUnit | null>(kept.temperature_unit),
  glucose_unit: typed<GlucoseUnit | null>(kept.glucose_unit),
};
export type SettingsRow = RowOf<typeof settings>;

/** What the hospital records; a hospital that never saved it records nothing. */
export function findSettings(db: Queryable, hospitalId: string): Promise<SettingsRow> {
  return db.one(select(settings)`
    from hospital h left join vital_settings k on k.hospital_id = h.id where h.id = ${hospitalId}`);
}

export async function upsertSettings(
  tx: Queryable,
  hospitalId: string,
  { asked, temperatureUnit, glucoseUnit }: VitalSettings,
): Promise<void> {
  await tx.run(sql`
    insert into vital_settings (hospital_id, asked, temperature_unit, glucose_unit)
    values (${hospitalId}, ${asked}, ${temperatureUnit}, ${glucoseUnit})
    on conflict (hospital_id) do update set asked = excluded.asked,
      temperature_unit = excluded.temperature_unit, glucose_unit = excluded.glucose_unit`);
}

const measured = (now: Date) => ({
  id: e.id,
  visit_id: typed<string>(sql`coalesce(e.visit_id, e.id)`),
  hospital_id: e.hospital_id,
  line_id: typed<string>(e.doctor_id),
  status: typed<QueueStatus>(e.status),
  patient_id: e.patient_id,
  account_id: p.account_id,
  date_of_birth: p.date_of_birth,
  birth_year: p.birth_year,
  today: typed<string>(sql`to_char(${hospitalToday(now)}, 'YYYY-MM-DD')`),
  ...settings,
});
export type MeasuredRow = RowOf<ReturnType<typeof measured>>;

/** An entry with its patient's age and with what its hospital records. */
export function findMeasured(
  db: Queryable,
  entryId: string,
  now: Date,
): Promise<MeasuredRow | undefined> {
  return db.maybeOne(measuredWhere(now, sql`e.id = ${entryId}`));
}

/** The same, while nobody else changes the entry. */
export async function lockMeasured(
  tx: Queryable,
  entryId: string,
  now: Date,
): Promise<MeasuredRow | undefined> {
  await tx.maybeOne(sql`select from queue_entry where id = ${entryId} for no key update`);
  return findMeasured(tx, entryId, now);
}

/** The entry at which a measurement was typed. */
export function findMeasuredBy(
  db: Queryable,
  measurementId: string,
  now: Date,
): Promise<MeasuredRow | undefined> {
  return db.maybeOne(
    measuredWhere(now, sql`e.id = (select entry_id from vital_signs where id = ${measurementId})`),
  );
}

function measuredWhere(now: Date, condition: Sql) {
  return select(measured(now))`
    from queue_entry e join patient p on p.id = e.patient_id join hospital h on h.id = e.hospital_id
      left join vital_settings k on k.hospital_id = h.id
    where ${condition}`;
}

const measurement = {
  id: v.id,
  entry_id: v.entry_id,
  measured_at: v.measured_at,
  by_name: by.name,
  systolic: v.systolic,
  diastolic: v.diastolic,
  pulse: v.pulse,
  temperature: v.temperature,
  oxygen: v.oxygen,
  respiration: v.respiration,
  weight: v.weight,
  height: v.height,
  glucose: v.glucose,
  pain: v.pain,
  struck_at: v.struck_at,
  struck_by_name: striker.name,
  struck_reason: v.struck_reason,
};
export type MeasurementRow = RowOf<typeof measurement>;

const people = sql`
  left join identity."user" u on u.id = v.measured_by
  left join identity."user" s on s.id = v.struck_by`;

/** The measurements at all steps of a visit, also those struck out, the latest first. */
export function listOfVisit(db: Queryable, visitId: string): Promise<MeasurementRow[]> {
  return db.many(select(measurement)`
    from vital_signs v ${people}
    where v.entry_id in (
      select e.id from queue_entry e where e.id = ${visitId} or e.visit_id = ${visitId})
    order by v.measured_at desc, v.id desc limit ${measurementsShown}`);
}

/** The patient's age now, and the measurements at one hospital without those struck out. */
export function listOfPatient(
  db: Queryable,
  patientId: string,
  hospitalId: string,
): Promise<(MeasurementRow & BornRow)[]> {
  const born = {
    date_of_birth: p.date_of_birth,
    birth_year: p.birth_year,
    day: typed<string>(sql`to_char(v.measured_at at time zone h.time_zone, 'YYYY-MM-DD')`),
  };
  return db.many(select({ ...measurement, ...born })`
    from queue_entry e join patient p on p.id = e.patient_id join hospital h on h.id = e.hospital_id
      join vital_signs v on v.entry_id = e.id ${people}
    where e.patient_id = ${patientId} and e.hospital_id = ${hospitalId} and v.struck_at is null
    order by v.measured_at desc, v.id desc limit ${pastMeasurementsShown}`);
}

interface BornRow {
  readonly date_of_birth: string | null;
  readonly birth_year: number | null;
  /** The day of the measurement in the hospital's time zone. */
  readonly day: string;
}

interface NewMeasurement {
  readonly hospitalId: string;
  readonly entryId: string;
  readonly by: string;
  readonly at: Date;
  readonly given: VitalsGiven;
}

export async function insertMeasurement(
  tx: Queryable,
  { hospitalId, entryId, by: userId, at, given }: NewMeasurement,
): Promise<void> {
  await tx.run(sql`
    insert into vital_signs (hospital_id, entry_id, measured_at, measured_by, systolic, diastolic,
      pulse, temperature, oxygen, respiration, weight, height, glucose, pain)
    values (${hospitalId}, ${entryId}, ${at}, ${userId}, ${given.systolic}, ${given.diastolic},
      ${given.pulse}, ${given.temperature}, ${given.oxygen}, ${given.respiration}, ${given.weight},
      ${given.height}, ${given.glucose}, ${given.pain})`);
}

/** Strikes a measurement out; false if it already is, in which case the first reason stays. */
export async function writeStruck(
  tx: Queryable,
  id: string,
  { by: userId, at, reason }: { readonly by: string; readonly at: Date; readonly reason: string },
): Promise<boolean> {
  const row = await tx.maybeOne(returning({ id: v.id })`
    update vital_signs as v set struck_at = ${at}, struck_by = ${userId}, struck_reason = ${reason}
    where v.id = ${id} and v.struck_at is null`);
  return row !== undefined;
}
