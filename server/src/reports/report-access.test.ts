/**
 * Which members of a hospital's staff can read a report, and what emergency access changes
 * [SEC-25].
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { emergencyMinutes, type ReportReaders } from '@baari/contract/visit/report-access.ts';
import sql from 'sql-template-tag';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { givenReport, smallPdf } from '../testing/test-bodies.ts';
import {
  makeDoctor,
  makePerson,
  makeTown,
  type TestPerson,
  type Town,
} from '../testing/test-people.ts';
import { entriesInLog } from '../testing/queue-model/published-entries.ts';

let app: TestApp;
let town: Town;
let patient: TestPerson;
let reportId: string;

const secret = 'saffron-coloured spots';
const secretFile = 'saffron-scan.pdf';
const byDefault: ReportReaders = { doctors: false, receptionists: false, administrators: true };
const emergency = {
  kind: 'life_at_risk',
  reason: 'Brought in unconscious by her brother.',
} as const;

before(async () => {
  app = await makeTestApp();
});
after(() => app.close());
beforeEach(async () => {
  town = await makeTown(app);
  patient = await makePerson(app, { name: 'Asha Rao' });
  await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  const body = { ...givenReport(patient.userId, town.doctorId), summary: secret };
  reportId = (await get(app, town.admin, 'createReport', { body })).report.id;
  await get(app, town.admin, 'uploadReportFile', {
    id: reportId,
    headers: { 'content-type': 'application/pdf', 'x-file-name': secretFile },
    body: smallPdf,
  });
});

function setReaders(readers: Partial<ReportReaders>) {
  return get(app, town.admin, 'setReportReaders', { body: { ...byDefault, ...readers } });
}

type Seen = 'whole' | 'emergency' | 'existence';

/**
 * How much of the report a member of staff gets. It asks each endpoint that shows the report, and
 * fails unless all endpoints agree.
 */
async function seenBy(person: TestPerson): Promise<Seen> {
  const listed = await call(app, person, 'listHospitalReports');
  const narrowed = await call(app, person, 'listHospitalReports', {
    query: { patientId: patient.userId, search: 'dr' },
  });
  const { reports } = await get(app, person, 'listHospitalReports');
  const report = reports.find(({ id }) => id === reportId);
  assert.ok(report !== undefined, 'that there is one');
  assert.ok(report.title !== '' && report.doctorName !== '' && report.date !== '');
  const isWhole = report.reach === 'whole';
  for (const { text } of [listed, narrowed]) {
    assert.equal(text.includes(secret), isWhole, text);
    assert.equal(text.includes(secretFile), isWhole, text);
  }
  // Drawing a PDF is slow, so another test covers a successful print.
  const drawn = isWhole ? [] : (['printReport'] as const);
  for (const name of ['getReport', 'downloadReportFile', ...drawn] as const) {
    const answer = await call(app, person, name, { id: reportId });
    if (isWhole) assert.equal(answer.status, 200, `${name}: ${app.logged.slice(-3).join('')}`);
    else {
      assertRefused(answer, 'report_withheld', name);
      assert.ok(!answer.text.includes(secret));
    }
  }
  return report.reach;
}

/** Ways in which a doctor can know a patient, each set up by API calls. */
const relations = {
  none: async () => undefined,
  'a withdrawn request': async (doctorId) => {
    await clearQueue();
    const { queue } = await get(app, patient, 'requestPlace', { body: { doctorId } });
    await get(app, patient, 'leaveQueue', { id: queue.id });
  },
  'an open request': async (doctorId) => {
    await clearQueue();
    await get(app, patient, 'requestPlace', { body: { doctorId } });
  },
  'a visit last month': (doctorId) => addVisit(doctorId, 30),
  'a visit two years ago': (doctorId) => addVisit(doctorId, 730),
  'an upcoming booking': (doctorId) => addBooking(doctorId, 3, 'booked'),
  'a missed booking': (doctorId) => addBooking(doctorId, -3, 'booked'),
  'a cancelled booking': (doctorId) => addBooking(doctorId, 3, 'cancelled'),
} as const satisfies Record<string, (doctorId: string) => Promise<void>>;
type Relation = keyof typeof relations;

async function clearQueue(): Promise<void> {
  const { pendingQueues } = await get(app, town.admin, 'listPending', { id: town.hospitalId });
  for (const { id } of pendingQueues) {
    await get(app, town.admin, 'rejectRequest', { id, body: { reason: 'Come tomorrow.' } });
  }
}

async function addVisit(doctorId: string, daysAgo: number): Promise<void> {
  const ended = new Date(app.clock.now().getTime() - daysAgo * 86_400_000);
  await app.db.run(sql`
    insert into queue_entry (patient_id, doctor_id, hospital_id, status, urgency, joined_at,
      approved_at, started_at, ended_at)
    values (${patient.userId}, ${doctorId}, ${town.hospitalId}, 'completed', 'low', ${ended},
      ${ended}, ${ended}, ${ended})`);
}

async function addBooking(doctorId: string, days: number, status: string): Promise<void> {
  const at = new Date(app.clock.now().getTime() + days * 86_400_000);
  const cancelled = status === 'cancelled' ? at : null;
  await app.db.run(sql`
    insert into appointment (hospital_id, doctor_id, patient_id, date, time, starts_at, status,
      booked_at, cancelled_at, cancelled_by)
    values (${town.hospitalId}, ${doctorId}, ${patient.userId}, ${at.toISOString().slice(0, 10)},
      '10:00', ${at}, ${status}, now(), ${cancelled}, ${cancelled === null ? null : 'staff'})`);
}

const treating: ReadonlySet<Relation> = new Set([
  'an open request',
  'a visit last month',
  'an upcoming booking',
]);

for (const relation of Object.keys(relations) as Relation[]) {
  const isTreating = treating.has(relation);
  test(`with ${relation} a colleague of the doctor ${isTreating ? 'reads' : 'does not read'} the report, unless the hospital allows all doctors [SEC-25, RPT-1]`, async () => {
    await relations[relation](town.colleagueId);
    // reports.access.test.ts tests every combination of the settings.
    for (const all of [false, true]) {
      await setReaders({ doctors: all, receptionists: all, administrators: all });
      const expected: readonly [TestPerson, Seen][] = [
        // This doctor wrote the report, so this doctor can always read it.
        [town.doctor, 'whole'],
        [town.colleague, isTreating || all ? 'whole' : 'emergency'],
        [town.receptionist, all ? 'whole' : 'existence'],
        [town.admin, all ? 'whole' : 'emergency'],
      ];
      for (const [person, seen] of expected) assert.equal(await seenBy(person), seen);
    }
    assertRefused(await call(app, town.otherAdmin, 'getReport', { id: reportId }), 'not_found');
    assert.deepEqual((await get(app, town.otherAdmin, 'listHospitalReports')).reports, []);
    const { report } = await get(app, patient, 'getReport', { id: reportId });
    assert.equal(report.summary, secret);
  });
}

test('by default all administrators and no receptionists of a hospital read reports [SEC-25]', async () => {
  assert.deepEqual((await get(app, town.admin, 'getReportReaders')).readers, byDefault);
  assert.equal((await call(app, town.admin, 'printReport', { id: reportId })).status, 200);
  const body = { ...givenReport(patient.userId, town.doctorId), summary: 'Typed at the desk.' };
  const written = await call(app, town.receptionist, 'createReport', { body });
  assert.equal(written.status, 201);
  assert.ok(!written.text.includes('Typed at the desk.'), 'not even a report that the desk wrote');
});

test('only an administrator changes who reads reports, and the change is recorded [SEC-25, SEC-13]', async () => {
  const body = { ...byDefault, receptionists: true };
  for (const person of [town.doctor, town.receptionist]) {
    assertRefused(await call(app, person, 'setReportReaders', { body }), 'forbidden');
  }
  await setReaders({ receptionists: true });
  const row = await app.db.one<{ details: object }>(sql`
    select details from audit where action = 'change who reads reports'
      and hospital_id = ${town.hospitalId} and outcome = 'ok'`);
  assert.deepEqual(row.details, { from: 'hospital_admin', to: 'receptionist, hospital_admin' });
});

test('a doctor without a treatment relationship opens the patient’s reports for half an hour after giving a reason [SEC-25]', async () => {
  const other = await makePerson(app, { name: 'Ravi Nair' });
  await get(app, other, 'requestPlace', { body: { doctorId: town.doctorId } });
  const body = givenReport(other.userId, town.doctorId);
  const theirs = await get(app, town.admin, 'createReport', { body });
  assert.equal(await seenBy(town.colleague), 'emergency');
  await get(app, town.colleague, 'openInEmergency', { id: patient.userId, body: emergency });
  assert.equal(await seenBy(town.colleague), 'whole');
  const third = await makePerson(app, {
    works: {
      as: 'doctor',
      hospitalId: town.hospitalId,
      doctorId: await makeDoctor(app, town.hospitalId),
    },
  });
  assert.equal(await seenBy(third), 'emergency', 'nobody else');
  assertRefused(
    await call(app, town.colleague, 'getReport', { id: theirs.report.id }),
    'report_withheld',
  );
  await app.db.run(sql`
    update emergency_access set ends_at = opened_at + make_interval(mins => ${emergencyMinutes})
      - interval '31 minutes' where user_id = ${town.colleague.userId}`);
  assert.equal(await seenBy(town.colleague), 'emergency', 'the emergency access has expired');
});

test('the record of who opened whose reports, and when, cannot be changed by any statement of the server [SEC-25, SEC-19]', async () => {
  const { access } = await get(app, town.colleague, 'openInEmergency', {
    id: patient.userId,
    body: emergency,
  });
  const where = sql`where id = ${access.id}`;
  for (const statement of [
    sql`update emergency_access set user_id = ${town.admin.userId} ${where}`,
    sql`update emergency_access set opened_at = opened_at - interval '1 year' ${where}`,
    sql`delete from emergency_access ${where}`,
  ]) {
    await assert.rejects(app.db.run(statement), /permission denied/u);
  }
});

test('an administrator cannot review their own emergency access unless no other administrator exists [SEC-25]', async () => {
  await setReaders({ administrators: false });
  const open = async () => {
    const asked = { id: patient.userId, body: emergency };
    return (await get(app, town.admin, 'openInEmergency', asked)).access.id;
  };
  const alone = await open();
  await get(app, town.admin, 'lookAtEmergency', { id: alone });
  const second = await makePerson(app, {
    works: { as: 'hospital_admin', hospitalId: town.hospitalId },
  });
  const id = await open();
  assertRefused(await call(app, town.admin, 'lookAtEmergency', { id }), 'own_emergency');
  assert.equal((await get(app, second, 'countEmergencies')).unseen, 1);
  await get(app, second, 'lookAtEmergency', { id });
  const again = await get(app, town.admin, 'lookAtEmergency', { id });
  assert.equal(again.emergency.lookedBy, second.name, 'a reviewed access keeps its reviewer');
});

test('emergency access is refused to a receptionist, without a proper reason, and for a patient without reports [SEC-25, SEC-4]', async () => {
  const id = patient.userId;
  for (const body of [
    { ...emergency, reason: 'urgent' },
    { ...emergency, kind: 'curious' },
  ]) {
    assertRefused(
      await call(app, town.colleague, 'openInEmergency', { id, body }),
      'invalid_request',
    );
  }
  const spaces = { ...emergency, reason: `x${' '.repeat(20)}` };
  assertRefused(
    await call(app, town.colleague, 'openInEmergency', { id, body: spaces }),
    'invalid_request',
  );
  assertRefused(
    await call(app, town.receptionist, 'openInEmergency', { id, body: emergency }),
    'forbidden',
  );
  assertRefused(
    await call(app, town.otherAdmin, 'openInEmergency', { id, body: emergency }),
    'not_found',
  );
  assert.equal((await get(app, town.admin, 'countEmergencies')).unseen, 0);
  assert.equal(await seenBy(town.colleague), 'emergency');
});

test('an emergency access has its own name in the audit trail and is shown to administrators and the patient [SEC-25, SEC-13, SEC-14]', async () => {
  const { access } = await get(app, town.colleague, 'openInEmergency', {
    id: patient.userId,
    body: emergency,
  });
  const row = await app.db.one<{ action: string; user_id: string; patient_ids: string[] }>(sql`
    select action, user_id, patient_ids from audit where entry_id = ${access.id}`);
  assert.deepEqual(row, {
    action: 'open reports in an emergency',
    user_id: town.colleague.userId,
    patient_ids: [patient.userId],
  });
  assert.equal((await get(app, town.admin, 'countEmergencies')).unseen, 1);
  assert.equal((await get(app, town.otherAdmin, 'countEmergencies')).unseen, 0);
  const { emergencies } = await get(app, town.admin, 'listEmergencies');
  const [shown] = emergencies;
  assert.ok(shown !== undefined && emergencies.length === 1);
  assert.equal(shown.reason, emergency.reason);
  assert.equal(shown.kind, emergency.kind);
  assert.equal(shown.person.id, town.colleague.userId);
  assert.equal(shown.lookedAt, null);
  assertRefused(
    await call(app, town.otherAdmin, 'lookAtEmergency', { id: access.id }),
    'not_found',
  );
  const first = await get(app, town.admin, 'lookAtEmergency', { id: access.id });
  assert.equal(first.emergency.lookedBy, town.admin.name);
  const second = await makePerson(app, {
    works: { as: 'hospital_admin', hospitalId: town.hospitalId },
  });
  const again = await get(app, second, 'lookAtEmergency', { id: access.id });
  assert.equal(again.emergency.lookedBy, town.admin.name, 'the first reviewer stays recorded');
  assert.equal((await get(app, town.admin, 'countEmergencies')).unseen, 0);
  const own = await get(app, patient, 'listConsents');
  assert.deepEqual(
    own.emergencies.map(({ id, role, reason }) => ({ id, role, reason })),
    [{ id: access.id, role: 'doctor', reason: emergency.reason }],
  );
  const { data } = await get(app, patient, 'exportOwnData');
  assert.match(JSON.stringify(data['whoReadIt']), /open reports in an emergency/u);
  assert.match(JSON.stringify(data['reportsOpenedInEmergencies']), /unconscious/u);
});

test('emergency accesses are listed page by page, each once [SEC-25, KEEP-9]', async () => {
  await app.db.run(sql`
    insert into emergency_access (hospital_id, patient_id, user_id, role, kind, reason, opened_at,
      ends_at)
    select ${town.hospitalId}, ${patient.userId}, ${town.colleague.userId}, 'doctor', 'cover',
      'x', now(), now() from generate_series(1, 120)`);
  const ids: string[] = [];
  let next: string | null = null;
  do {
    const query: { after?: string } = next === null ? {} : { after: next };
    const page = await get(app, town.admin, 'listEmergencies', { query });
    ids.push(...page.emergencies.map(({ id }) => id));
    next = page.next;
  } while (next !== null);
  assert.equal(new Set(ids).size, 120);
  assert.equal(ids.length, 120);
});

test('staff find a report’s text and its file’s name only in the report itself, and in no other API answer [SEC-25, SEC-18]', async () => {
  await setReaders({ administrators: false });
  const id = patient.userId;
  const body = { search: 'asha' };
  for (const person of [town.colleague, town.receptionist, town.admin]) {
    const answers = await Promise.all([
      call(app, person, 'listPatientVisits', { id }),
      call(app, person, 'getPatientQueue', { id }),
      call(app, person, 'getDoctorQueue', { id: town.doctorId, query: { includeCompleted: true } }),
      call(app, person, 'listPending', { id: town.hospitalId }),
      call(app, person, 'listWaiting', { id: town.hospitalId }),
      call(app, person, 'findReportPatients', { body }),
      call(app, person, 'findKnownPatients', { body }),
      call(app, person, 'listHospitalAppointments'),
      call(app, person, 'listHospitalReports', { query: { search: secret } }),
      call(app, person, 'listAudit'),
      call(app, person, 'exportAudit'),
      call(app, person, 'getSharedProfile', { id }),
    ]);
    for (const { text } of answers) {
      assert.ok(!text.includes(secret) && !text.includes(secretFile), text);
    }
    const bySummary = await call(app, person, 'listHospitalReports', {
      query: { search: 'saffron' },
    });
    assert.ok(!bySummary.text.includes(reportId), 'a search does not reveal words of the report');
  }
  const events = await app.db.many<{ whole: string }>(sql`select e::text as whole from event e`);
  for (const { whole } of events) assert.ok(!whole.includes(secret));
  assert.ok(!JSON.stringify(await entriesInLog(app.db.pool)).includes(secret));
});
