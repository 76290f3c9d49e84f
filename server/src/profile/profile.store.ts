/** The only SQL on profiles, preferences and what is exported of a person. */
import type { Preferences, ProfileUpdate } from '@baari/contract/profile.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';

export interface ProfileRow {
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
  date_of_birth: string | null;
  gender: ProfileUpdate['gender'] | null;
  address: Partial<ProfileUpdate['address']>;
  emergency_contacts: ProfileUpdate['emergencyContacts'];
  insurance: Partial<ProfileUpdate['insurance']>;
  language: Preferences['language'] | null;
  theme: Preferences['theme'] | null;
  notify_email: boolean | null;
  notify_sms: boolean | null;
  notify_push: boolean | null;
  erasure_requested_at: Date | null;
}

/** The account's own person with its preferences; undefined before the first role call. */
export function findProfile(db: Queryable, accountId: string): Promise<ProfileRow | undefined> {
  return db.maybeOne<ProfileRow>(sql`
    select p.id, p.name, p.email, p.phone, p.date_of_birth, p.gender, p.address,
      p.emergency_contacts, p.insurance, a.language, a.theme, a.notify_email, a.notify_sms,
      a.notify_push, r.requested_at as erasure_requested_at
    from patient p left join account_preferences a on a.account_id = p.account_id
      left join erasure_request r on r.account_id = p.account_id
    where p.id = ${accountId}`);
}

export async function updateProfile(
  tx: Queryable,
  accountId: string,
  update: ProfileUpdate,
): Promise<void> {
  await tx.run(sql`
    update patient set name = ${update.name}, phone = ${orNull(update.phone)},
      date_of_birth = ${orNull(update.dateOfBirth)}, gender = ${orNull(update.gender)},
      address = ${JSON.stringify(update.address)}::jsonb,
      emergency_contacts = ${JSON.stringify(update.emergencyContacts)}::jsonb,
      insurance = ${JSON.stringify(update.insurance)}::jsonb
    where id = ${accountId}`);
}

function orNull(text: string): string | null {
  return text === '' ? null : text;
}

export async function upsertPreferences(
  tx: Queryable,
  accountId: string,
  { language, theme, notifications }: Preferences,
): Promise<void> {
  await tx.run(sql`
    insert into account_preferences
      (account_id, language, theme, notify_email, notify_sms, notify_push)
    values (${accountId}, ${language}, ${theme}, ${notifications.email}, ${notifications.sms},
      ${notifications.push})
    on conflict (account_id) do update set language = excluded.language, theme = excluded.theme,
      notify_email = excluded.notify_email, notify_sms = excluded.notify_sms,
      notify_push = excluded.notify_push`);
}

/** Everything held about an account's people, table by table, as JSON. */
export async function readEverythingHeld(
  db: Queryable,
  accountId: string,
): Promise<Record<string, unknown>> {
  const row = await db.one<{ data: Record<string, unknown> }>(sql`
    select json_build_object(
      'account', (select json_build_object('id', u.id, 'name', u.name, 'email', u.email,
          'emailVerified', u.email_verified, 'createdAt', u.created_at)
        from identity."user" u where u.id = ${accountId}),
      'sessions', (select coalesce(json_agg(json_build_object('createdAt', s.created_at,
          'expiresAt', s.expires_at, 'address', s.ip_address, 'userAgent', s.user_agent)), '[]')
        from identity.session s where s.user_id = ${accountId}),
      'securityEvents', (select coalesce(json_agg(json_build_object('at', v.at, 'kind', v.kind,
          'subject', v.subject, 'browser', v.browser, 'system', v.system, 'network', v.network)
          order by v.id), '[]')
        from identity.security_event v where v.user_id = ${accountId}),
      'knownDevices', (select coalesce(json_agg(json_build_object('seenAt', k.seen_at)
          order by k.seen_at), '[]')
        from identity.known_device k where k.user_id = ${accountId}),
      'people', (select coalesce(json_agg(to_json(p)), '[]')
        from patient p where p.account_id = ${accountId}),
      'preferences', (select to_json(a) from account_preferences a
        where a.account_id = ${accountId}),
      'queueEntries', (select coalesce(json_agg(json_build_object('id', e.id,
          'person', p.name, 'hospital', h.name, 'doctor', d.name, 'status', e.status, 'urgency', e.urgency,
          'statedUrgency', e.stated_urgency, 'urgencyReason', e.urgency_reason,
          'contactEmail', e.contact_email, 'contactPhone', e.contact_phone,
          'symptoms', e.symptoms, 'rejectionReason', e.rejection_reason, 'staffNotes', e.notes,
          'joinedAt', e.joined_at, 'approvedAt', e.approved_at, 'startedAt', e.started_at,
          'endedAt', e.ended_at) order by e.joined_at), '[]')
        from queue_entry e join patient p on p.id = e.patient_id
          join doctor d on d.id = e.doctor_id join hospital h on h.id = e.hospital_id
        where p.account_id = ${accountId}),
      'appointments', (select coalesce(json_agg(json_build_object('id', b.id,
          'person', p.name, 'hospital', h.name, 'doctor', d.name, 'date', b.date, 'time', b.time,
          'contactEmail', b.contact_email, 'contactPhone', b.contact_phone,
          'status', b.status, 'bookedAt', b.booked_at, 'cancelledAt', b.cancelled_at,
          'cancelledBy', b.cancelled_by, 'cancelReason', b.cancel_reason,
          'checkedInAt', b.checked_in_at) order by b.starts_at), '[]')
        from appointment b join patient p on p.id = b.patient_id
          join doctor d on d.id = b.doctor_id join hospital h on h.id = b.hospital_id
        where p.account_id = ${accountId}),
      'ratings', (select coalesce(json_agg(json_build_object('visit', r.entry_id,
          'person', p.name, 'doctor', d.name, 'stars', r.stars, 'words', r.words, 'ratedAt', r.rated_at,
          'changedAt', r.changed_at) order by r.rated_at), '[]')
        from rating r join queue_entry e on e.id = r.entry_id
          join patient p on p.id = e.patient_id join doctor d on d.id = r.doctor_id
        where p.account_id = ${accountId}),
      'reports', (select coalesce(json_agg(json_build_object('id', m.id,
          'person', p.name, 'hospital', h.name, 'doctor', d.name, 'date', m.date, 'type', m.type,
          'status', m.status, 'title', m.title, 'summary', m.summary, 'file', f.name)
          order by m.date, m.id), '[]')
        from report m join patient p on p.id = m.patient_id join doctor d on d.id = m.doctor_id
          join hospital h on h.id = m.hospital_id left join report_file f on f.report_id = m.id
        where p.account_id = ${accountId}),
      'notifications', (select coalesce(json_agg(json_build_object('kind', n.kind,
          'at', n.told_at) order by n.told_at), '[]')
        from notice n where n.account_id = ${accountId}),
      'devices', (select coalesce(json_agg(json_build_object('addedAt', d.added_at)
          order by d.added_at), '[]')
        from push_device d where d.account_id = ${accountId}),
      'whoReadIt', (select coalesce(json_agg(json_build_object('at', t.at, 'role', t.role,
          'hospital', h.name, 'action', t.action, 'outcome', t.outcome) order by t.id), '[]')
        from audit t join hospital h on h.id = t.hospital_id
        where t.patient_ids && (select array_agg(p.id) from patient p
          where p.account_id = ${accountId})),
      'erasureRequest', (select r.requested_at from erasure_request r
        where r.account_id = ${accountId})) as data`);
  return row.data;
}

/** Writes the request unless there is one; answers when it was first made. */
export async function insertErasureRequest(
  tx: Queryable,
  accountId: string,
  now: Date,
): Promise<{ requestedAt: Date; isNew: boolean }> {
  const added = await tx.run(sql`
    insert into erasure_request (account_id, requested_at) values (${accountId}, ${now})
    on conflict do nothing`);
  const row = await tx.one<{ requested_at: Date }>(sql`
    select requested_at from erasure_request where account_id = ${accountId}`);
  return { requestedAt: row.requested_at, isNew: added === 1 };
}
