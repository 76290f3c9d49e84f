/** Compares the data export with the schema. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import {
  makeDoctor,
  makePerson,
  makeTown,
  type TestPerson,
  type Town,
} from '../testing/test-people.ts';
import { heldTables, tablesLeftOut } from './held-data.store.ts';

let app: TestApp;
let town: Town;
let asha: TestPerson;

before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  asha = await makePerson(app, { name: 'Asha Verma', phone: '+919811000000' });
});
after(() => app.close());

/** Each table and view with its columns, by the name used in statements. */
async function readSchema(): Promise<Map<string, string[]>> {
  const { rows } = await app.owner.query<{ name: string; columns: string[] }>(`
    select format('%I.%I', n.nspname, c.relname) as name,
      array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and c.relkind in ('r', 'p', 'v', 'm', 'f')
    group by 1`);
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

test('every table is in the data export or states why not, and a test fails for a new table that is not listed [PROF-1, SEC-14]', async () => {
  const schema = await readSchema();
  const named = [...heldTables.map(({ table }) => table), ...Object.keys(tablesLeftOut)];
  assert.deepEqual(named.toSorted(), [...schema.keys()].toSorted());
});

test('every column of a table with personal data is exported or states why not [PROF-1, SEC-14]', async () => {
  const schema = await readSchema();
  for (const { table, given, leftOut } of heldTables) {
    const named = [...given, ...Object.keys(leftOut)];
    assert.deepEqual(named.toSorted(), schema.get(table)?.toSorted(), table);
  }
});

test('a table that is left out of the data export refers to no person, unless its rows are short-lived or belong to the hospital [PROF-1, SEC-14]', async () => {
  const schema = await readSchema();
  const ids = /^(?:patient_ids?|account_id|user_id|entry_id|report_id)$/u;
  const referring = Object.keys(tablesLeftOut)
    .flatMap((table) => (schema.get(table) ?? []).map((column) => `${table}.${column}`))
    .filter((name) => ids.test(name.split('.').at(-1) ?? ''));
  assert.deepEqual(referring.toSorted(), [
    'public.erasure_certificate.account_id',
    'public.event.account_id',
    'public.event.entry_id',
    'public.given_contact.patient_id',
    'public.idempotency_key.user_id',
    // This view shows `membership` to processes of the previous release.
    'public.staff_member.user_id',
  ]);
});

/** Stores a row with a certain word in every table that holds personal data of this person. */
async function plant(person: TestPerson, word: string): Promise<void> {
  const { userId, email } = person;
  const { queue: entry } = await get(app, person, 'requestPlace', {
    body: { doctorId: town.doctorId, symptoms: `symptoms ${word}` },
  });
  await get(app, town.receptionist, 'approveRequest', { id: entry.id });
  const invitedAs = await makeDoctor(app, town.hospitalId);
  const statements = [
    sql`insert into identity.account (user_id, provider_id, account_id)
      values (${userId}, 'google', ${`google ${word}`})`,
    sql`insert into identity.passkey (user_id, name, credential_id, public_key, counter,
        device_type, backed_up) values (${userId}, ${`passkey ${word}`}, ${`credential ${word}`},
        'key', 0, 'singleDevice', false)`,
    sql`insert into identity.two_factor (user_id, secret, backup_codes)
      values (${userId}, ${`secret ${word}`}, ${`secret ${word}`})`,
    sql`insert into identity.security_event (user_id, at, kind, subject)
      values (${userId}, now(), 'passkey_added', ${`event ${word}`})`,
    sql`insert into identity.known_device (user_id, mark, seen_at)
      values (${userId}, ${`secret mark ${word}`}, now())`,
    sql`insert into identity.password_reset (token_hash, user_id, expires_at)
      values (${`secret reset ${word}`}, ${userId}, now())`,
    sql`insert into identity.reset_cleanup (token_hash, user_id, expires_at)
      values (${`secret cleanup ${word}`}, ${userId}, now())`,
    sql`insert into account_preferences (account_id, language, notify_email, notify_sms,
        notify_push) values (${userId}, 'hi', true, false, false) on conflict do nothing`,
    sql`insert into place_change (entry_id, at, from_place, to_place, reason, moved_entry_id,
        moved_by) values (${entry.id}, now(), 2, 1, 'desk', ${entry.id}, ${userId})`,
    sql`insert into wait_shown (entry_id, shown_at, place, line_state, wait_range)
      values (${entry.id}, now(), 1, 'running', '{}') on conflict do nothing`,
    sql`insert into wait_promise (hospital_id, doctor_id, entry_id, kind, made_at, ahead, bucket,
        expected, deviation, median, lower, upper) values (${town.hospitalId}, ${town.doctorId},
        ${entry.id}, 'leave_now', now(), 1, 1, 10, 2, 10, 5, 15) on conflict do nothing`,
    sql`with desks as (
          insert into patient (name, phone) values (${`merged ${word}`}, '+919811223344') returning id)
        insert into patient_merge (hospital_id, kept_id, gone_id, merged_at, merged_by, entry_ids,
          appointment_ids, report_ids)
        select ${town.hospitalId}, ${userId}, id, now(), ${town.admin.userId}, '{}', '{}', '{}' from desks`,
    sql`insert into planned_stop (visit_id, number, line_id)
      values (${entry.id}, 1, ${town.doctorId})`,
    sql`insert into visit_promise (entry_id, kind, visit_id, hospital_id, made_at, bucket, expected,
        deviation, lower, upper) values (${entry.id}, 'waiting', ${entry.id}, ${town.hospitalId},
        now(), 0, 30, 9, 20, 40)`,
    sql`insert into ticket (secret_hash, entry_id, made_at, expires_at)
      values (${`secret ticket ${word}`}, ${entry.id}, now(), now())`,
    sql`with kiosks as (
          insert into screen (hospital_id, kind, name, secret_hash, made_at, made_by)
          values (${town.hospitalId}, 'kiosk', 'Entrance', ${`secret kiosk ${word}`}, now(),
            ${town.admin.userId}) returning id)
        insert into kiosk_right (screen_id, entry_id, secret_hash, given_at, expires_at)
        select id, ${entry.id}, ${`secret right ${word}`}, now(), now() from kiosks`,
    sql`insert into appointment (hospital_id, doctor_id, patient_id, date, time, starts_at, status,
        booked_at, cancelled_at, cancelled_by, cancel_reason) values (${town.hospitalId},
        ${town.doctorId}, ${userId}, '2027-01-04', '10:00', now(), 'cancelled', now(), now(),
        'staff', ${`cancelled ${word}`})`,
    sql`with wishes as (
          insert into earlier_wish (hospital_id, patient_id, doctor_id, scope, weekdays, day_parts,
            least_notice_minutes, urgency, made_by, made_at) values (${town.hospitalId}, ${userId},
            ${town.doctorId}, 'doctor', '{}', '{}', 60, 0, 'patient', now()) returning id),
        slots as (
          insert into held_slot (hospital_id, doctor_id, date, time, minutes, place, starts_at,
            freed_at, freed_by, depth, state, ended_at) values (${town.hospitalId}, ${town.doctorId},
            '2027-01-04', '10:00', 30, 1, now(), now(), 'cancelled', 0, 'released', now())
          returning id)
        insert into earlier_offer (held_slot_id, wish_id, patient_id, reason, offered_at, expires_at,
          state, answered_at, link_hash) select slots.id, wishes.id, ${userId}, 'longest_wish', now(),
          now(), 'expired', now(), ${`secret offer ${word}`} from slots, wishes`,
    sql`insert into assessment (visit_id, entry_id, hospital_id, bank, answers, state, answered_by,
        begun_at, changed_at) select ${entry.id}, ${entry.id}, ${town.hospitalId}, version,
        jsonb_build_object('matter', jsonb_build_object('kind', 'text', 'text', ${`answer ${word}`}::text)),
        'begun', 'patient', now(), now() from question_bank limit 1`,
    sql`insert into assessment_alert (visit_id, hospital_id, signs, raised_at, due_at)
      values (${entry.id}, ${town.hospitalId}, '{stroke}', now(), now())`,
    sql`insert into assessment_summary (visit_id, answers_hash, hospital_id, model, asked_at, verdict,
        sentences) values (${entry.id}, 'x', ${town.hospitalId}, 'a model', now(), 'shown',
        jsonb_build_array(jsonb_build_object('text', ${`machine ${word}`}::text, 'from', '[]'::jsonb)))`,
    sql`insert into vital_signs (hospital_id, entry_id, measured_at, measured_by, pulse)
      values (${town.hospitalId}, ${entry.id}, now(), ${town.admin.userId}, 72)`,
    sql`insert into shared_place (id, entry_id, secret_hash, made_at, by_staff, ends_at)
      values (gen_random_uuid(), ${entry.id}, ${`share ${word}`}, now(), false, now() + interval '1 day')`,
    sql`insert into calendar_feed (account_id, content, secret_hash, language, made_at)
      values (${userId}, 'own', ${`calendar ${word}`}, 'en', now())`,
    sql`insert into abdm_address (hospital_id, address, patient_id)
      values (${town.hospitalId}, ${`abha-${word}@sbx`}, ${userId})`,
    sql`insert into abdm_share (request_id, hospital_id, counter_code, received_at, entry_id,
        abha_address, next_at) values (${`request ${word}`}, ${town.hospitalId}, 'a2345678', now(),
        ${entry.id}, ${`shared-${word}@sbx`}, now())`,
    sql`insert into follow_up (hospital_id, entry_id, due_on, reason, changed_at, changed_by, version,
        is_taken_back) values (${town.hospitalId}, ${entry.id}, '2027-01-04',
        ${`follow-up ${word}`}, now(), ${town.admin.userId}, 1, false)`,
    sql`with notes as (
          insert into hand_off (hospital_id, entry_id, from_line_id, line_id, kind, written_at,
            written_by) values (${town.hospitalId}, ${entry.id}, ${town.doctorId}, ${town.doctorId},
            'laboratory', now(), ${town.admin.userId}) returning id)
        insert into hand_off_line (hand_off_id, number, asks, detail, is_urgent)
        select id, 0, ${`test ${word}`}, '', false from notes`,
    sql`insert into rating (entry_id, doctor_id, stars, words, rated_at)
      values (${entry.id}, ${town.doctorId}, 4, ${`rating ${word}`}, now())`,
    sql`insert into report (hospital_id, doctor_id, patient_id, entry_id, type, status, title,
        summary, date, author_id, created_at) values (${town.hospitalId}, ${town.doctorId},
        ${userId}, ${entry.id}, 'consultation', 'completed', ${`report ${word}`},
        ${`summary ${word}`}, '2026-01-04', ${town.admin.userId}, now())`,
    sql`insert into report_file (report_id, name, type, bytes, size, uploaded_at)
      select id, ${`file ${word}`}, 'image/png', 'x', 1, now() from report
      where patient_id = ${userId}`,
    sql`insert into emergency_access (hospital_id, patient_id, user_id, role, kind, reason, opened_at,
        ends_at) values (${town.hospitalId}, ${userId}, ${town.admin.userId}, 'doctor', 'cover',
        ${`emergency ${word}`}, now(), now())`,
    sql`insert into consent (account_id, hospital_id, purpose, given, at)
      values (${userId}, ${town.hospitalId}, 'profile', true, now())`,
    sql`insert into notice (about, kind, account_id, told_at)
      values (${entry.id}, ${`notice ${word}`}, ${userId}, now())`,
    sql`insert into message_delivery (id, channel, kind, about, account_id, made_at, changed_at)
      values (gen_random_uuid(), 'sms', ${`delivery ${word}`}, ${entry.id}, ${userId}, now(), now())`,
    sql`insert into message_answer (id_hash, channel, answer, about, account_id, outcome, made_at)
      values (${`secret answer ${word}`}, 'sms', 'on_my_way', ${entry.id}, ${userId},
        ${`outcome ${word}`}, now())`,
    sql`insert into push_device (account_id, session_id, endpoint, p256dh, auth, added_at)
      select ${userId}, id, ${`secret push ${word}`}, 'secret', 'secret', now()
      from identity.session where user_id = ${userId} limit 1`,
    sql`insert into join_request (user_id, hospital_id, name, email, phone, title, department,
        status, requested_at) values (${userId}, ${town.hospitalId}, ${`joins ${word}`}, ${email},
        '+919811000000', 'nurse', 'ward', 'pending', now())`,
    sql`insert into staff_invitation
        (hospital_id, role, email, token_hash, invited_by, sent_at, expires_at)
      values (${town.hospitalId}, 'receptionist', ${email}, ${`secret staff invitation ${word}`},
        ${town.admin.userId}, now(), now() + interval '7 days')`,
    sql`insert into invitation (doctor_id, hospital_id, email, token_hash, sent_at, expires_at)
      values (${invitedAs}, ${town.hospitalId}, ${email}, ${`secret invitation ${word}`}, now(),
        now())`,
    sql`insert into contact_message (name, email, message, created_at)
      values ('x', ${email}, ${`message ${word}`}, now())`,
    sql`insert into outbox_message (job_id, recipient, subject, plain, html, created_at)
      values ((select coalesce(max(job_id), 0) + 1 from outbox_message), ${email},
        ${`mail ${word}`}, ${`secret link ${word}`}, '', now())`,
    sql`insert into erasure_request (account_id, requested_at) values (${userId}, now())`,
  ];
  for (const statement of statements) await app.db.run(statement);
}

test('the data export has data from every table with a row, no secret, and no other person’s data [PROF-1, SEC-14]', async () => {
  const other = await makePerson(app, { name: 'Zainab Khan', phone: '+919811000001' });
  await plant(other, 'of Zainab');
  await plant(asha, 'of Asha');
  const { data } = await get(app, asha, 'exportOwnData');
  const empty = heldTables
    .map(({ as }) => as)
    .filter((as) => data[as] === null || (Array.isArray(data[as]) && data[as].length === 0));
  // Asha is a patient and works nowhere, so the two parts about staff work are empty.
  assert.deepEqual(empty, ['work', 'counters']);
  const text = JSON.stringify(data);
  for (const planted of [
    'symptoms',
    'google',
    'passkey',
    'event',
    'cancelled',
    'machine',
    'rating',
    'report',
    'summary',
    'file',
    'emergency',
    'notice',
    'delivery',
    'joins',
    'message',
    'mail',
  ]) {
    assert.ok(text.includes(`${planted} of Asha`), planted);
  }
  assert.doesNotMatch(text, /Zainab/u);
  assert.doesNotMatch(text, /"secret/u);
  for (const token of [asha.session, asha.token]) assert.ok(!text.includes(token));
});
