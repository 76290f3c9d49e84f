/**
 * Tests race conditions: of many concurrent identical requests one succeeds, and the other requests
 * get a refusal that states what happened, never a server error [guarantees, INV-2, INV-3]. This
 * file has, for each unique index, a race or a reason why no race is possible.
 */
import assert from 'node:assert/strict';
import { after, before, describe, mock, test } from 'node:test';
import { refusals } from '@baari/contract/refusals.ts';
import sql from 'sql-template-tag';
import { many, post, races } from '../testing/queue-model/collision-races.ts';
import { assertRefused, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { alwaysOpen } from '../testing/test-bodies.ts';
import { makePatients, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';

let app: TestApp;
let town: Town;
let patients: TestPerson[];
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
  patients = await makePatients(app, many);
  await app.db.run(sql`
    update hospital set operating_hours = ${JSON.stringify(alwaysOpen)}::jsonb`);
});
after(() => app.close());

describe(`when ${many} do the same at one moment:`, () => {
  for (const { what, wins, allowedRefusals, run, decidedBy } of races) {
    test(`${what} [INV-2, INV-7, ERR-1]`, async () => {
      const answers = await run({ app, town, patients });
      const failed = answers.filter(({ status }) => status >= 500);
      assert.deepEqual(
        failed.map(({ text }) => text),
        [],
        `decided by ${decidedBy.join(', ')}`,
      );
      const won = answers.filter(({ status }) => status < 300);
      const said = answers.map(({ status, text }) => `${status} ${text.slice(0, 120)}`).join('\n');
      if (wins === 'some') assert.ok(won.length > 0, said);
      else assert.equal(won.length, wins, said);
      for (const answer of answers.filter(({ status }) => status >= 300)) {
        const code = allowedRefusals.find((each) => answer.text.includes(`"code":"${each}"`));
        assert.ok(code !== undefined, answer.text);
        assertRefused(answer, code);
        assert.ok(refusals[code].status < 500);
      }
    });
  }
});

test('an error inside the database library is reported without patient data and printed nowhere else [SEC-5]', async () => {
  const printed = mock.method(console, 'error', () => undefined);
  try {
    await app.owner.query(
      `alter table identity."user" add constraint planted check (name <> 'Planted')`,
    );
    const logged = app.logged.length;
    const email = 'xanthippe@example.org';
    const answer = await post(app, '/sign-up/email', {
      name: 'Planted',
      email,
      password: 'correct horse',
    });
    assert.equal(answer.status, 500);
    assert.equal(printed.mock.callCount(), 0);
    const lines = app.logged.slice(logged).join('');
    assert.match(lines, /"code":"23514"/u);
    assert.ok(!lines.includes('xanthippe'), lines);
  } finally {
    printed.mock.restore();
    await app.owner.query('alter table identity."user" drop constraint planted');
  }
});

/** Unique indexes on which no race is possible, and why. */
const withoutRace: Readonly<Record<string, string>> = {
  one_merge_of_a_record: 'written while both records are held',
  erasure_certificate_account_id_key: 'written while the account and its request are held',
  session_token_key: 'a random token',
  invitation_token_hash_key: 'the hash of a random token',
  staff_invitation_token_hash_key: 'the hash of a random token',
  one_open_wish: 'written with on conflict: the terms are replaced',
  one_open_hold: 'written with on conflict do nothing under the lock of its doctor',
  one_open_offer_per_slot: 'written with on conflict do nothing: the other process has asked',
  one_open_offer_per_patient: 'written with on conflict do nothing: the next one is asked',
  asked_once_per_slot: 'written with on conflict do nothing: the next one is asked',
  earlier_offer_of_link: 'the hash of a random secret',
  timetable_session_pkey: 'written under the lock of its doctor',
  one_open_staff_invitation: 'written under the lock of the team',
  wait_shown_pkey: 'written with on conflict: the range that was shown last stays',
  password_reset_pkey: 'the hash of a random token',
  phone_code_pkey: 'the hash of a random confirmation',
  ticket_pkey: 'the hash of a random secret',
  shared_place_pkey: 'a random id',
  abdm_address_pkey: 'written with on conflict do update, under the lock of its address',
  abdm_counter_code_key: 'written with on conflict do nothing: another code is made',
  abdm_facility_hip_id_key: 'the second hospital is refused: server/src/abdm/share.test.ts',
  abdm_facility_pkey: 'written with on conflict do update',
  abdm_share_request_id_key: 'written with on conflict do nothing: ABDM repeats its calls',
  message_delivery_pkey: 'a random id',
  message_answer_pkey: 'written with on conflict do nothing: a message counts once',
  message_stop_pkey: 'written with on conflict do nothing',
  calendar_feed_secret_hash_key: 'the hash of a random secret',
  calendar_feed_account_id_content_hospital_id_key: 'written with on conflict do update',
  appointment_by_link: 'the hash of a secret made of the id',
  shared_place_secret_hash_key: 'the hash of a secret made of a random id',
  screen_secret_hash_key: 'the hash of a random secret',
  api_key_secret_hash_key: 'the hash of a random key',
  used_assertion_pkey: 'written with on conflict do nothing: an assertion counts once',
  report_file_file_key_key: 'the key of a file that was just made',
  spent_challenge_pkey: 'written with on conflict do nothing: the second one has spent it twice',
  process_pkey: 'a random id',
  practice_pkey: 'written with its hospital, which has a new id',
  practice_of_hospital_id_made_by_key: 'written under the lock of who practises',
  practice_exercise_pkey: 'written with on conflict, under the lock of who practises',
  follow_up_pkey: 'written with on conflict, while its entry is held',
  vital_settings_pkey: 'written with on conflict, under the lock of its hospital',
  attempt_pkey: 'written with on conflict: a counter',
  outbox_message_job_id_key: 'written with on conflict do nothing: a job that runs again',
  assessment_pkey: 'written with on conflict do nothing: who comes second waits for the first',
  assessment_summary_pkey: 'written with on conflict do nothing: who comes second asks no model',
  assessment_alert_pkey: 'written while its assessment is held',
  kiosk_right_pkey:
    'written with on conflict: the patient who was checked in last may use the kiosk',
  question_bank_pkey: 'written with on conflict do nothing at start',
  notice_pkey: 'written with on conflict do nothing: nothing is sent twice',
  known_device_pkey: 'written with on conflict: the device is known, and last seen now',
  reset_cleanup_pkey: 'the hash of a random token',
  send_count_pkey: 'written with on conflict: a counter',
  one_promise_of_a_kind: 'written with on conflict do nothing',
  visit_fit_pkey: 'written with on conflict by a round of the server',
  visit_promise_pkey: 'the first one stays: written with on conflict by a round of the server',
  wait_fit_pkey: 'written with on conflict by a round of the server',
  push_key_pkey: 'written with on conflict do nothing at the first start',
  event_pkey: 'a transaction and a number of its own',
  event_horizon_pkey: 'one row, made by a migration',
  event_relay_pkey: 'one row, made by a migration',
  outgoing_change_pkey: 'a transaction and a number of its own',
  public_event_pkey: 'written by one relay at a time, under a lock',
  webhook_delivery_pkey: 'written with on conflict: an event is queued once for an endpoint',
  public_event_id_key: 'written with on conflict do nothing: an event is copied once',
  doctor_queue_pkey: 'written with its doctor',
  line_pkey: 'written with its doctor, or with a new id',
  shared_line_pkey: 'written with its line',
  next_line_pkey: 'replaced under the lock of its line',
  next_line_line_id_next_id_key: 'replaced under the lock of its line',
  service_point_by_name: 'written under the lock of its line',
  service_point_of_doctor: 'written under the lock of its line',
  point_staff_pkey: 'replaced under the lock of its line',
  planned_stop_pkey: 'replaced under the lock of the line that its visit is in',
  doctor_wait_day_pkey: 'written with on conflict: a sum',
  day_figures_pkey: 'written by one at a time, under a lock',
  day_flow_figures_pkey: 'written with its day',
  day_group_figures_pkey: 'written with its day',
  day_on_site_figures_pkey: 'written with its day',
  day_promise_figures_pkey: 'written with its day',
  photo_doctor_id_key: 'written with on conflict: the later photo stays',
  rating_month_pkey: 'written with on conflict: a sum',
  turn_pkey: 'written with on conflict: one has the turn',
  audit_seal_pkey: 'written by one process at a time, under a lock',
  audit_anchor_pkey:
    'written with on conflict do nothing, under a lock, by the process that computes the hashes',
  one_audit_check_at_a_time:
    'written with on conflict do nothing: who comes second sees the first one go on',
  audit_pkey: 'its number is the database’s own',
  audit_seal_once: 'written by one process at a time, under a lock',
  staff_member_pkey: 'written with on conflict do nothing, by a trigger of membership',
  staff_member_doctor_id_key: 'written with on conflict do nothing, by a trigger of membership',
  migration_pkey: 'written at start, under a lock',
};

test('each database rule that a value must be unique is tested with simultaneous requests in this file, or is exempt with a reason [INV-2]', async () => {
  const rows = await app.db.many<{ name: string }>(sql`
    select index.relname as name
    from pg_index i
    join pg_class index on index.oid = i.indexrelid
    join pg_class t on t.oid = i.indrelid
    join pg_namespace n on n.oid = t.relnamespace
    where i.indisunique and n.nspname in ('public', 'identity')
      -- Ids that the database makes are nobody else's.
      and not exists (
        select 1 from pg_attribute a
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = t.oid and i.indnatts = 1 and a.attnum = i.indkey[0]
          and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) = 'gen_random_uuid()'))
    order by 1`);
  const raced = new Set(races.flatMap(({ decidedBy }) => decidedBy));
  // The race for this index is tested in identity/sign-in-races.test.ts.
  const besides = ['user_phone_number_key'];
  const known = new Set([...raced, ...besides, ...Object.keys(withoutRace)]);
  const names = rows.map(({ name }) => name);
  assert.deepEqual(
    names.filter((name) => !known.has(name)),
    [],
    'unique and not thought of',
  );
  assert.deepEqual(
    [...known].filter((name) => !names.includes(name)),
    [],
    'thought of and not unique',
  );
});
