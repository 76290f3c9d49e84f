/**
 * Tests that no read grows with a hospital's history [KEEP-9]. Runs every read of the API and the
 * server's own tasks on a hospital with years of visits. The database must have an index for each
 * statement. With BAARI_LONG=1 there are a million visits, and each response must come within the
 * statement timeout.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EndpointName } from '@baari/contract/endpoints.ts';
import { endpoints } from '@baari/contract/endpoints.ts';
import type { Endpoint } from '@baari/contract/endpoint.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { RefusalCode } from '@baari/contract/refusals.ts';
import pg from 'pg';
import { z } from 'zod';
import { countDueDays } from '../analytics/count-days.ts';
import { fillTables } from '../testing/measuring/fill-tables.ts';
import {
  assertRefused,
  call,
  type CallParts,
  get,
  makeTestApp,
  readReply,
  type TestApp,
} from '../testing/test-app.ts';
import { givenSession } from '../testing/test-bodies.ts';
import { makeTown, makePerson, type TestPerson, type Town } from '../testing/test-people.ts';
import { makeLine } from '../testing/test-stops.ts';

/**
 * How many visits the long test has: 1 means a million, other values are the number of visits. 0
 * turns the long test off.
 */
const long = Number(process.env['BAARI_LONG'] ?? 0);
const isLong = long > 0;
const sizes = isLong
  ? { visits: long === 1 ? 1_000_000 : long, pending: 20_000, waiting: 20_000, doctors: 120 }
  : { visits: 20_000, pending: 1500, waiting: 1500, doctors: 120 };

/** Each SQL statement sent to the database, with the values of one execution. */
const asked = new Map<string, readonly unknown[]>();
const original = pg.Client.prototype.query;

function listen(): void {
  // The driver calls this method for every statement, with the statement's text and values.
  pg.Client.prototype.query = function query(this: pg.Client, ...given: unknown[]) {
    const [config] = given;
    if (typeof config === 'object' && config !== null && 'text' in config) {
      const { text, values = [] } = config as { text: string; values?: unknown[] };
      if (!asked.has(text)) asked.set(text, values);
    }
    const run: unknown = Reflect.apply(original, this, given);
    return run;
  } as typeof original;
}

let app: TestApp;
let town: Town;
let patient: TestPerson;
let doctors: string[];
let counter: string;
let stop: string;
let writer: pg.PoolClient;

before(
  async () => {
    listen();
    app = await makeTestApp();
    town = await makeTown(app);
    patient = await makePerson(app);
    await get(app, patient, 'getProfile');
    // Connects as the owner account, because only the owner of a table can gather statistics.
    writer = await app.owner.connect();
    const { hospitalId } = town;
    doctors = await fillTables(writer, { hospitalId, accountId: patient.userId }, sizes);
    const { points } = await makeLine(app, town.admin, { name: 'Laboratory', points: 3 });
    counter = points[0]?.id ?? '';
    const waits = await writer.query<{ id: string }>(
      "select id from queue_entry where status = 'waiting' and doctor_id = $1 limit 1",
      [doctors[0]],
    );
    stop = waits.rows[0]?.id ?? '';
    let counted = 0;
    await countDueDays(app.db, () => (counted += 1) > (isLong ? 1000 : 10));
  },
  // A million visits with all their indexes take minutes.
  { timeout: isLong ? 1_800_000 : 120_000 },
);
after(async () => {
  pg.Client.prototype.query = original;
  writer.release();
  await app.close();
});

interface Read {
  readonly as: 'nobody' | 'patient' | 'staff' | 'admin';
  readonly parts?: CallParts;
  /** The refusal with which an overloaded machine may answer this read. */
  readonly mayRefuse?: RefusalCode;
}

/**
 * Every read of the API, with the parameters that read the most rows. Reads of one row by id are
 * left out.
 */
function reads(): Partial<Record<EndpointName, readonly Read[]>> {
  const hospital = { id: town.hospitalId };
  const doctor = { id: doctors[0] ?? '' };
  return {
    listHospitals: [
      { as: 'nobody' },
      { as: 'nobody', parts: { query: { search: 'hospital', openNow: 'true' } } },
      { as: 'nobody', parts: { query: { specialty: 'Cardiology', latitude: 1, longitude: 2 } } },
    ],
    getHospital: [{ as: 'nobody', parts: hospital }],
    listHospitalDoctors: [
      { as: 'nobody', parts: hospital },
      { as: 'nobody', parts: { ...hospital, query: { search: 'मीरा' } } },
    ],
    listHomeLines: [{ as: 'nobody', parts: hospital }],
    getDoctor: [{ as: 'nobody', parts: doctor }],
    getDoctorSlots: [{ as: 'nobody', parts: doctor }],
    listNextSlots: [{ as: 'nobody', parts: hospital }],
    getSchedule: [{ as: 'nobody', parts: doctor }],
    getDoctorHours: [{ as: 'nobody', parts: doctor }],
    getTimetable: [{ as: 'staff', parts: doctor }],
    getTimetableMonth: [{ as: 'staff', parts: doctor }],
    previewTimetable: [{ as: 'admin', parts: { ...doctor, body: { sessions: [givenSession()] } } }],
    listAbdmShares: [{ as: 'staff' }],
    listColleagues: [{ as: 'staff' }, { as: 'staff', parts: { query: { search: 'मीरा' } } }],
    listFormerColleagues: [{ as: 'admin' }],
    getTeam: [{ as: 'admin' }],
    listPending: [{ as: 'staff', parts: hospital }],
    listWaiting: [{ as: 'staff', parts: hospital }],
    listInside: [{ as: 'staff', parts: hospital }],
    listVisitsOfDay: [
      { as: 'staff', parts: { ...hospital, body: {} } },
      { as: 'staff', parts: { ...hospital, body: { search: 'kulkarni 77', open: true } } },
    ],
    getDayCounts: [{ as: 'staff', parts: hospital }],
    getDayEnd: [{ as: 'staff' }],
    getDoctorQueue: [{ as: 'staff', parts: { ...doctor, query: { includeCompleted: true } } }],
    listPatientVisits: [{ as: 'staff', parts: { id: patient.userId } }],
    listPatientVitals: [{ as: 'staff', parts: { id: patient.userId } }],
    getVitals: [{ as: 'staff', parts: { id: stop } }],
    listHandOffs: [{ as: 'staff', parts: { id: stop } }],
    listOwnHandOffs: [{ as: 'staff' }],
    listHandOffWords: [{ as: 'staff', parts: { query: { lineId: doctor.id } } }],
    listOpenEntries: [{ as: 'patient' }],
    listOpenVisits: [{ as: 'patient' }],
    listHistory: [{ as: 'patient' }],
    listOwnRatings: [{ as: 'patient' }],
    listOwnFollowUps: [{ as: 'patient' }],
    listReceivedRatings: [{ as: 'admin' }, { as: 'admin', parts: { query: { stars: 1 } } }],
    listHospitalReports: [
      { as: 'staff' },
      { as: 'staff', parts: { query: { search: 'visit 12', period: 'month' } } },
    ],
    findReportPatients: [
      { as: 'staff', parts: { body: {} } },
      { as: 'staff', parts: { body: { search: 'kulkarni 77' } } },
    ],
    listOwnReports: [{ as: 'patient' }],
    listAppointments: [{ as: 'patient' }],
    listHospitalAppointments: [{ as: 'staff' }],
    listOutsideHours: [{ as: 'staff' }],
    countRebooking: [{ as: 'staff' }],
    planRebooking: [
      { as: 'staff', parts: { body: { doctors: 'same_doctor' } } },
      { as: 'staff', parts: { body: { doctors: 'colleagues' } } },
    ],
    listOwnEarlier: [{ as: 'patient' }],
    getHospitalEarlier: [{ as: 'staff' }],
    findKnownPatients: [
      { as: 'staff', parts: { body: { search: 'ra' } } },
      { as: 'staff', parts: { body: { search: 'kulkarni 77' } } },
      { as: 'staff', parts: { body: { search: '98000001' } } },
    ],
    listMerges: [{ as: 'admin' }],
    findAlike: [
      { as: 'staff', parts: { body: { name: 'kulkarni 77' } } },
      { as: 'staff', parts: { body: { phone: '9800000177' } } },
    ],
    // This read loads all visits of a day and builds the replay. On a busy machine it may take too
    // long and is then refused.
    replayDay: [
      { as: 'admin', mayRefuse: 'day_too_large' },
      { as: 'admin', parts: { query: { day: '2020-01-06' } } },
    ],
    getAnalytics: [
      { as: 'admin', parts: { query: { days: 30 } } },
      { as: 'admin', parts: { query: { days: 366 } } },
    ],
    listAudit: [
      { as: 'admin' },
      { as: 'admin', parts: { query: { action: 'start' } } },
      { as: 'admin', parts: { query: { view: 'sign-ins' } } },
      { as: 'admin', parts: { query: { personId: town.admin.userId, view: 'changes' } } },
      { as: 'admin', parts: { query: { from: '2020-01-01', to: '2020-01-02' } } },
      { as: 'admin', parts: { query: { to: '2020-01-02', view: 'changes' } } },
    ],
    listEvents: [
      { as: 'admin' },
      { as: 'admin', parts: { query: { after: 'c0', limit: 200 } } },
      { as: 'admin', parts: { query: { after: 'c0', types: 'place.called' } } },
    ],
    listScreens: [{ as: 'admin' }],
    listStaffInvitations: [{ as: 'admin' }],
    listLines: [{ as: 'staff' }],
    getLineLimits: [{ as: 'staff', parts: doctor }],
    getCounter: [{ as: 'admin', parts: { id: counter } }],
    getJourney: [{ as: 'staff', parts: { id: stop } }],
    listNextStops: [{ as: 'staff', parts: { id: stop } }],
    listOwnSessions: [{ as: 'patient' }],
    listOwnHospitals: [{ as: 'admin' }],
    listSecurityEvents: [{ as: 'patient' }],
    listPeople: [{ as: 'patient' }],
    listConsents: [{ as: 'patient' }],
    listEmergencies: [{ as: 'admin' }],
    countEmergencies: [{ as: 'admin' }],
    listAssessments: [{ as: 'staff' }],
    watchAssessments: [{ as: 'staff' }],
    exportOwnData: [{ as: 'patient' }],
  };
}

/** Reads that return no list: they return one row by its id, or a setting of the installation. */
const ofOneRow: readonly EndpointName[] = [
  'getSite',
  'getTextPage',
  'getCurrentUser',
  'getOwnSecurity',
  'getOwnHospital',
  'getOwnStanding',
  'getFirstSteps',
  'getProfile',
  'getErasure',
  'getRetention',
  'getReminders',
  'getOwnReminders',
  'getSummaries',
  'getVitalSettings',
  // At most three rows, one for each exercise of a practice.
  'listExercises',
  'getFollowUp',
  'listSharedLinks',
  // At most three rows: one of each content.
  'listCalendarFeeds',
  // At most fifty keys that work, and fifty that ended.
  'listApiKeys',
  // A page of one webhook's attempts, by an index.
  'listWebhookAttempts',
  // At most a hundred counters, by an index.
  'getAbdm',
  'getAbdmPart',
  // At most ten webhooks.
  'listWebhooks',
  'getFollowUpCalendar',
  'getReportReaders',
  'getSharedProfile',
  'getNotificationSettings',
  'getOwnApplication',
  'getDoctorProfile',
  'getPhoto',
  'getDoctorSettings',
  'getPatientQueue',
  'getOwnVisit',
  'getEntry',
  'getCurrentEntry',
  'getMoveEffect',
  'getDelays',
  'getAssessment',
  'getInsights',
  'printAssessment',
  'getReport',
  'getAuditCheck',
  'downloadReportFile',
  'printReport',
  // Exported files of ten thousand rows. They use the same SQL statements as the lists on screen.
  'exportAnalytics',
  'exportAudit',
];

test('every API call that reads data is tested in this file or reads one database row [KEEP-9] @long', () => {
  const tried = new Set([...Object.keys(reads()), ...ofOneRow]);
  const missing = Object.entries<Endpoint>(endpoints)
    .filter(([name, { method }]) => method === 'GET' && !tried.has(name))
    .map(([name]) => name);
  assert.deepEqual(missing, []);
});

function callers() {
  return {
    nobody: undefined,
    patient,
    staff: town.receptionist,
    admin: town.admin,
  } as const;
}

test('every API call that reads data stays within its limit of rows, even with years of visits in the database [KEEP-9] @long', async () => {
  const slowest: { name: string; ms: number; bytes: number }[] = [];
  for (const [name, tries] of Object.entries(reads()) as [EndpointName, readonly Read[]][]) {
    for (const { as, parts = {}, mayRefuse } of tries) {
      const began = performance.now();
      const answer = await call(app, callers()[as], name, parts);
      if (mayRefuse !== undefined && answer.status !== 200) {
        assertRefused(answer, mayRefuse);
        continue;
      }
      assert.equal(answer.status, 200, `${name}: ${answer.text}`);
      // Validates the response against the contract, including the contract's limits.
      const reply = readReply(name, answer);
      const bytes = JSON.stringify(reply).length;
      slowest.push({ name, ms: performance.now() - began, bytes });
      if (name !== 'exportOwnData') assert.ok(bytes < 1_000_000, `${name}: ${bytes} bytes`);
    }
  }
  if (isLong) {
    const worst = slowest.toSorted((one, other) => other.ms - one.ms).slice(0, 15);
    for (const { name, ms, bytes } of worst) {
      process.stdout.write(`# ${name.padEnd(26)} ${ms.toFixed(0)} ms, ${bytes} bytes\n`);
    }
  }
});

/** The searches of the FHIR interface that read the most. */
function fhirSearches(): string[] {
  const [doctorId = ''] = doctors;
  return [
    'Encounter?_count=100',
    'Encounter?status=arrived,planned,triaged,onleave&_count=100',
    'Encounter?status=finished&date=lt2020-01-01',
    'Encounter?identifier=A017',
    `Encounter?practitioner=${doctorId}&status=in-progress`,
    `Encounter?location=room-${doctorId}`,
    'Encounter?_lastUpdated=ge2020-01-01',
    `Encounter?_id=${stop}`,
    `Encounter?part-of=visit-${stop}`,
    'Appointment?_count=100',
    'Appointment?status=proposed&_count=100',
    `Appointment?practitioner=${doctorId}&date=ge2020-01-01`,
    'Location?_count=100',
    'Schedule?_count=100',
    `Slot?schedule=${doctorId}&_count=100`,
    'DocumentReference?_count=100',
    'DocumentReference?date=lt2020-01-01',
    `DocumentReference?patient=${patient.userId}`,
    'Patient?phone=%2B919800000177',
    `Patient?_id=${patient.userId}`,
  ];
}

test('every FHIR search stays within its limit of rows, even with years of visits in the database [KEEP-9, API-33] @long', async () => {
  const body = {
    name: 'HIS bridge',
    scopes: ['queue:read', 'appointments:read', 'lines:read', 'patients:read', 'reports:read'],
  };
  const { key: token } = await get(app, town.admin, 'makeApiKey', { body });
  for (const path of fhirSearches()) {
    const answer = await app.send({ method: 'GET', url: `/fhir/R4/${path}`, token });
    assert.equal(answer.status, 200, `${path}: ${answer.text}`);
    assert.ok(answer.text.length < 1_000_000, `${path}: ${answer.text.length} bytes`);
  }
});

interface Listed {
  readonly rows: readonly StaffEntry[];
  readonly total: number;
  readonly next: string | null;
}

async function page(name: 'listPending' | 'listWaiting', after: string | null): Promise<Listed> {
  const parts = { id: town.hospitalId, query: after === null ? {} : { after } };
  if (name === 'listPending') {
    const { pendingQueues: rows, ...rest } = await get(app, town.receptionist, name, parts);
    return { rows, ...rest };
  }
  const { queues: rows, ...rest } = await get(app, town.receptionist, name, parts);
  return { rows, ...rest };
}

/**
 * The most rows of a paginated list that the test reads page by page, because more pages would only
 * take time.
 */
const followed = 1600;

async function follow(name: 'listPending' | 'listWaiting'): Promise<Listed> {
  const rows: StaffEntry[] = [];
  let last = await page(name, null);
  rows.push(...last.rows);
  while (last.next !== null && rows.length < followed) {
    last = await page(name, last.next);
    rows.push(...last.rows);
  }
  assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length, 'each once');
  assert.equal(rows.length, Math.min(last.total, rows.length));
  if (last.next === null) assert.equal(rows.length, last.total, 'all of them');
  return { ...last, rows };
}

test('the pages of the request list contain every request once, oldest first, with the total [KEEP-9, API-10] @long', async () => {
  const { rows, total } = await follow('listPending');
  assert.equal(total, sizes.pending);
  const times = rows.map(({ joinedAt }) => joinedAt);
  assert.deepEqual(times, times.toSorted());
});

test('the pages of the patient lines together contain every patient once, and show each line from its first place on [KEEP-9, STAFF-3] @long', async () => {
  const { rows, total } = await follow('listWaiting');
  assert.equal(total, sizes.waiting);
  for (const line of Map.groupBy(rows, ({ doctor }) => doctor.id).values()) {
    const places = line.map(({ position }) => position);
    assert.deepEqual(
      places,
      places.map((_, index) => index + 1),
    );
  }
});

const big = new Set([
  'queue_entry',
  'patient',
  'audit',
  'rating',
  'report',
  'wait_promise',
  'appointment',
  'notice',
  'audit_seal',
]);

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string | undefined;
  readonly 'Index Cond'?: string | undefined;
  readonly 'Index Name'?: string | undefined;
  readonly Plans?: readonly Plan[] | undefined;
}
const plan: z.ZodType<Plan> = z.lazy(() =>
  z.looseObject({
    'Node Type': z.string(),
    'Relation Name': z.string().optional(),
    'Index Cond': z.string().optional(),
    'Index Name': z.string().optional(),
    Plans: z.array(plan).optional(),
  }),
);
const explained = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: plan })) }));

/** Partial indexes with one row per doctor. They stay small and may be scanned whole. */
const shortIndexes = new Set(['one_consultation_per_doctor']);

/** Lists the plan nodes that read a big table from its beginning, without an index condition. */
function scansOf(node: Plan, isBounded = false): string[] {
  const table = node['Relation Name'] ?? '';
  const type = node['Node Type'];
  // Under a limit, an ordered index is read only until there are enough rows.
  const stops = isBounded || type === 'Limit';
  const isScan =
    big.has(table) &&
    !shortIndexes.has(node['Index Name'] ?? '') &&
    (type === 'Seq Scan' ||
      (type.startsWith('Index') && node['Index Cond'] === undefined && !stops));
  return [
    ...(isScan ? [`${type} of ${table} by ${node['Index Name'] ?? 'none'}`] : []),
    ...(node.Plans ?? []).flatMap((part) => scansOf(part, stops)),
  ];
}

/**
 * Skips the checks of query plans in the long test, because the long test measured the time of the
 * reads instead. With few rows, a plan shows whether an index exists.
 */
const lookAtPlans = { skip: isLong && 'the plans are looked at on few rows' };

test(
  'no SQL statement of the API’s read calls or of the scheduled tasks scans a whole table [KEEP-9] @long',
  lookAtPlans,
  async () => {
    const own = new pg.Client(app.connection);
    await own.connect();
    const found: string[] = [];
    let explainable = 0;
    try {
      // Disables scans to see whether an index exists, because the planner prefers a scan when a
      // table has few rows.
      for (const way of ['seqscan', 'mergejoin', 'hashjoin']) {
        await own.query(`set enable_${way} = off`);
      }
      for (const [text, values] of asked) {
        if (!/^\s*(?:select|with|update|delete|insert)\b/iu.test(text)) continue;
        // oxlint-disable-next-line typescript/no-unsafe-argument -- the values of the statement itself
        const { rows } = await own.query(`explain (format json) ${text}`, [...values] as never[]);
        const [first] = explained.parse(rows);
        explainable += 1;
        for (const scan of scansOf(first?.['QUERY PLAN'][0]?.Plan ?? { 'Node Type': '' })) {
          found.push(`${scan}: ${text.replaceAll(/\s+/gu, ' ').slice(0, 300)}`);
        }
      }
    } finally {
      await own.end();
    }
    assert.ok(explainable > 60, `${explainable} statements`);
    assert.deepEqual(found, []);
  },
);
