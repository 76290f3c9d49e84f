/**
 * Lists where personal data is stored, by table and column, and which of these data the data export
 * contains [PROF-1]. `held-data.test.ts` compares this list with the schema, so a new table or
 * column must be added here.
 */
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { select, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';

export interface HeldTable {
  /** The table's name in the export. */
  readonly as: string;
  readonly table: string;
  /**
   * The column by which the exported rows are ordered; `isOne` is set if there is at most one row.
   */
  readonly order?: string;
  readonly isOne?: true;
  readonly given: readonly string[];
  /** Columns that are not exported, with the reason. */
  readonly leftOut: Readonly<Record<string, string>>;
  /** The SQL condition that selects the account's rows of `t`. */
  readonly whose: (accountId: string) => Sql;
  /** SQL for readable values that replace ids, as pairs of a name and a value. */
  readonly beside?: Sql;
}

const own = 'The value is the same in every row, so the export shows it once, at the top.';
const byName = 'Given as a name.';
const spelt = 'The name as searches spell it, made from the name.';
const inner = 'A number that only distinguishes rows.';
const secret = 'Whoever has it gets in: it is for the device or the server alone.';
const staffs = 'The id of a member of the staff, who is another person.';
const derived = 'Counted from the other columns.';

const people = (accountId: string): Sql =>
  sql`(select p.id from patient p where p.account_id = ${accountId})`;
const visits = (accountId: string): Sql =>
  sql`(select e.id from queue_entry e where e.patient_id in ${people(accountId)})`;
const answered = (accountId: string): Sql => sql`
  (t.entry_id in ${visits(accountId)} or t.appointment_id in (
    select a.id from appointment a where a.patient_id in ${people(accountId)}))`;
const provenEmail = (accountId: string): Sql => sql`
  (select u.email from identity."user" u where u.id = ${accountId} and u.email_verified)`;

const personName = sql`'person', (select p.name from patient p where p.id = t.patient_id)`;
const hospitalName = sql`'hospital', (select h.name from hospital h where h.id = t.hospital_id)`;
const doctorName = sql`'doctor', coalesce((select d.name from doctor d where d.id = t.doctor_id),
  (select l.name from shared_line l where l.id = t.doctor_id))`;

export const heldTables: readonly HeldTable[] = [
  {
    as: 'account',
    table: 'identity."user"',
    isOne: true,
    given: [
      'id',
      'name',
      'email',
      'email_verified',
      'phone_number',
      'phone_number_verified',
      'two_factor_enabled',
      'image',
      'created_at',
      'updated_at',
    ],
    leftOut: {},
    whose: (id) => sql`t.id = ${id}`,
  },
  {
    as: 'linkedAccounts',
    table: 'identity.account',
    order: 'created_at',
    given: ['provider_id', 'account_id', 'scope', 'created_at', 'updated_at'],
    leftOut: {
      id: inner,
      user_id: own,
      password: secret,
      access_token: secret,
      refresh_token: secret,
      id_token: secret,
      access_token_expires_at: 'Of a secret that is not given.',
      refresh_token_expires_at: 'Of a secret that is not given.',
    },
    whose: (id) => sql`t.user_id = ${id}`,
    beside: sql`'hasPassword', t.password is not null`,
  },
  {
    as: 'passkeys',
    table: 'identity.passkey',
    order: 'created_at',
    given: [
      'name',
      'credential_id',
      'public_key',
      'counter',
      'device_type',
      'backed_up',
      'transports',
      'aaguid',
      'created_at',
    ],
    leftOut: { id: inner, user_id: own },
    whose: (id) => sql`t.user_id = ${id}`,
  },
  {
    as: 'secondFactor',
    table: 'identity.two_factor',
    isOne: true,
    given: ['verified', 'failed_verification_count', 'locked_until'],
    leftOut: { id: inner, user_id: own, secret, backup_codes: secret },
    whose: (id) => sql`t.user_id = ${id}`,
  },
  {
    as: 'sessions',
    table: 'identity.session',
    order: 'signed_in_at',
    given: [
      'created_at',
      'updated_at',
      'expires_at',
      'ip_address',
      'user_agent',
      'made_by',
      'second_factor',
      'proved_at',
      'proved_by',
      'signed_in_at',
      'last_used_at',
    ],
    leftOut: {
      id: inner,
      user_id: own,
      token: secret,
      made_with_passkey: byName,
      proved_with_passkey: byName,
      acting_hospital_id: byName,
      only_hospital_id: byName,
    },
    whose: (id) => sql`t.user_id = ${id}`,
    beside: sql`
      'madeWithPasskey', (select k.name from identity.passkey k where k.id = t.made_with_passkey),
      'provedWithPasskey', (select k.name from identity.passkey k
        where k.id = t.proved_with_passkey),
      'actingForHospital', (select h.name from hospital h where h.id = t.acting_hospital_id),
      'signedInByHospital', (select h.name from hospital h where h.id = t.only_hospital_id)`,
  },
  {
    as: 'securityEvents',
    table: 'identity.security_event',
    order: 'id',
    given: ['at', 'kind', 'subject', 'browser', 'system', 'network'],
    leftOut: { id: inner, user_id: own },
    whose: (id) => sql`t.user_id = ${id}`,
  },
  {
    as: 'knownDevices',
    table: 'identity.known_device',
    order: 'seen_at',
    given: ['seen_at'],
    leftOut: { user_id: own, mark: secret },
    whose: (id) => sql`t.user_id = ${id}`,
  },
  {
    as: 'passwordResets',
    table: 'identity.password_reset',
    order: 'expires_at',
    given: ['expires_at'],
    leftOut: { user_id: own, token_hash: secret },
    whose: (id) => sql`t.user_id = ${id}`,
  },
  {
    as: 'tidyingAfterResets',
    table: 'identity.reset_cleanup',
    order: 'expires_at',
    given: ['expires_at'],
    leftOut: { user_id: own, token_hash: secret },
    whose: (id) => sql`t.user_id = ${id}`,
  },
  {
    as: 'people',
    table: 'public.patient',
    order: 'created_at',
    given: [
      'id',
      'name',
      'email',
      'phone',
      'relation',
      'date_of_birth',
      'birth_year',
      'gender',
      'address',
      'emergency_contacts',
      'insurance',
      'created_at',
      'removed_at',
    ],
    leftOut: {
      account_id: own,
      erased_at: 'Set once no account belongs to the row.',
      name_letters: spelt,
      name_bones: spelt,
    },
    whose: (id) => sql`t.account_id = ${id}`,
  },
  {
    as: 'mergedRecords',
    table: 'public.patient_merge',
    order: 'merged_at',
    given: ['merged_at'],
    leftOut: {
      id: inner,
      hospital_id: byName,
      kept_id: byName,
      gone_id: byName,
      merged_by: staffs,
      entry_ids: 'The visits are in the list of all visits.',
      appointment_ids: 'The appointments are in the list of all appointments.',
      report_ids: 'The reports are in the list of all reports.',
      undone_at: 'Only what was not taken back is the account’s.',
      undone_by: staffs,
    },
    whose: (id) => sql`t.kept_id in ${people(id)} and t.undone_at is null`,
    beside: sql`${hospitalName},
      'person', (select p.name from patient p where p.id = t.kept_id),
      'writtenDownAs', (select p.name from patient p where p.id = t.gone_id),
      'phone', (select p.phone from patient p where p.id = t.gone_id)`,
  },
  {
    as: 'preferences',
    table: 'public.account_preferences',
    isOne: true,
    given: [
      'language',
      'theme',
      'notify_email',
      'notify_sms',
      'notify_push',
      'travel_minutes',
      'reminders',
      'whatsapp_phone',
      'whatsapp_agreed_at',
      'whatsapp_ended_at',
    ],
    leftOut: { account_id: own },
    whose: (id) => sql`t.account_id = ${id}`,
  },
  {
    as: 'queueEntries',
    table: 'public.queue_entry',
    order: 'joined_at',
    given: [
      'id',
      'status',
      'symptoms',
      'urgency',
      'stated_urgency',
      'urgency_reason',
      'urgency_changed_at',
      'visit_kind',
      'visit_kind_by',
      'needs_interpreter',
      'not_reached_at',
      'contact_email',
      'contact_phone',
      'rejection_reason',
      'notes',
      'token',
      'token_day',
      'token_number',
      'booked_for',
      'due_at',
      'cancelled_by',
      'moved_at',
      'close_reason',
      'close_word',
      'joined_at',
      'approved_at',
      'checked_in_at',
      'checked_in_by',
      'missed_calls',
      'called_at',
      'back_at',
      'delays',
      'delayed_at',
      'delayed_minutes',
      'said_over',
      'said_over_at',
      'started_at',
      'ended_at',
      'changed_at',
      'last_action',
      'brought_back_at',
      'recalled_at',
      'visit_id',
      'sent_from_id',
      'is_return',
      'was_planned',
    ],
    leftOut: {
      hospital_id: byName,
      doctor_id: byName,
      service_point_id: byName,
      is_shared: 'The name of the line says it.',
      moved_from_doctor_id: 'Who else was to see the patient; it happened without a visit.',
      token_doctor_id: inner,
      appointment_id: 'Among the appointments, by its entry.',
      patient_id: byName,
      counts_as: 'Follows from the kind of the visit.',
      order_key: 'A place among others, whose order it would reveal.',
      line_number: 'A place among others, whose order it would reveal.',
      before_move: 'The same of the line before, for the seconds in which a move is taken back.',
      changed_version: inner,
      changed_by: staffs,
    },
    whose: (id) => sql`t.patient_id in ${people(id)}`,
    beside: sql`${personName}, ${hospitalName}, ${doctorName},
      'servicePoint', (select s.name from service_point s where s.id = t.service_point_id)`,
  },
  {
    as: 'plannedStops',
    table: 'public.planned_stop',
    order: 'number',
    given: ['visit_id', 'number', 'is_return'],
    leftOut: { line_id: byName },
    whose: (id) => sql`t.visit_id in ${visits(id)}`,
    beside: sql`'line', coalesce((select d.name from doctor d where d.id = t.line_id),
      (select l.name from shared_line l where l.id = t.line_id))`,
  },
  {
    as: 'placeChanges',
    table: 'public.place_change',
    order: 'id',
    given: ['at', 'entry_id', 'from_place', 'to_place', 'reason'],
    leftOut: { id: inner, moved_by: staffs, moved_entry_id: 'It may be somebody else’s visit.' },
    whose: (id) => sql`t.entry_id in ${visits(id)}`,
  },
  {
    as: 'shownWaits',
    table: 'public.wait_shown',
    order: 'shown_at',
    given: ['entry_id', 'shown_at', 'place', 'line_state', 'line_at', 'wait_range'],
    leftOut: {},
    whose: (id) => sql`t.entry_id in ${visits(id)}`,
  },
  {
    as: 'promisedWaits',
    table: 'public.wait_promise',
    order: 'made_at',
    given: [
      'entry_id',
      'kind',
      'made_at',
      'ahead',
      'expected',
      'deviation',
      'median',
      'lower',
      'upper',
      'owed_by',
      'outcome',
      'settled_at',
      'actual',
      'state',
      'was_kept',
      'inside',
    ],
    leftOut: { hospital_id: byName, doctor_id: byName, bucket: derived },
    whose: (id) => sql`t.entry_id in ${visits(id)}`,
    beside: sql`${hospitalName}, ${doctorName}`,
  },
  {
    as: 'promisedVisits',
    table: 'public.visit_promise',
    order: 'made_at',
    given: [
      'entry_id',
      'kind',
      'made_at',
      'expected',
      'deviation',
      'lower',
      'upper',
      'outcome',
      'settled_at',
      'actual',
      'was_kept',
      'inside',
    ],
    leftOut: { visit_id: inner, hospital_id: byName, bucket: derived },
    whose: (id) => sql`t.entry_id in ${visits(id)}`,
    beside: hospitalName,
  },
  {
    as: 'tickets',
    table: 'public.ticket',
    order: 'made_at',
    given: ['entry_id', 'made_at', 'expires_at'],
    leftOut: { secret_hash: secret },
    whose: (id) => sql`t.entry_id in ${visits(id)}`,
  },
  {
    as: 'sharedLinks',
    table: 'public.shared_place',
    order: 'made_at',
    given: ['entry_id', 'made_at', 'by_staff', 'ends_at', 'stopped_at'],
    leftOut: { id: inner, secret_hash: secret },
    whose: (id) => sql`t.entry_id in ${visits(id)}`,
  },
  {
    as: 'calendarFeeds',
    table: 'public.calendar_feed',
    order: 'made_at',
    given: ['content', 'language', 'made_at', 'last_read_at'],
    leftOut: { id: inner, account_id: inner, hospital_id: inner, secret_hash: secret },
    whose: (id) => sql`t.account_id = ${id}`,
  },
  {
    as: 'abhaAddresses',
    table: 'public.abdm_address',
    order: 'address',
    given: ['address', 'patient_id'],
    leftOut: { hospital_id: byName },
    whose: (id) => sql`t.patient_id in ${people(id)}`,
    beside: sql`${personName}, ${hospitalName}`,
  },
  {
    as: 'abdmShares',
    table: 'public.abdm_share',
    order: 'received_at',
    given: [
      'entry_id',
      'counter_code',
      'received_at',
      'abha_address',
      'is_again',
      'dismissed_at',
      'answer_state',
    ],
    leftOut: {
      id: inner,
      request_id: inner,
      hospital_id: byName,
      like_id: 'The id of a record that the desk compared, which may be another person.',
      refusal: 'A row of a person has none.',
      tries: inner,
      next_at: inner,
      leased_until: inner,
    },
    whose: (id) => sql`t.entry_id in ${visits(id)}`,
    beside: hospitalName,
  },
  {
    as: 'answeringAtKiosks',
    table: 'public.kiosk_right',
    order: 'given_at',
    given: ['entry_id', 'given_at', 'expires_at'],
    leftOut: { screen_id: inner, secret_hash: secret },
    whose: (id) => sql`t.entry_id in ${visits(id)}`,
  },
  {
    as: 'appointments',
    table: 'public.appointment',
    order: 'starts_at',
    given: [
      'id',
      'date',
      'time',
      'minutes',
      'starts_at',
      'status',
      'moves',
      'entry_id',
      'contact_email',
      'contact_phone',
      'booked_at',
      'cancelled_at',
      'cancelled_by',
      'cancel_reason',
      'reminded_at',
      'confirmed_at',
      'checked_in_at',
      'visit_kind',
      'visit_kind_by',
    ],
    leftOut: {
      link_hash: 'the hash of the secret in the link of reminders',
      hospital_id: byName,
      doctor_id: byName,
      patient_id: byName,
      place: inner,
      is_reserved: 'From which of the places of the time the desk gave it.',
    },
    whose: (id) => sql`t.patient_id in ${people(id)}`,
    beside: sql`${personName}, ${hospitalName}, ${doctorName}`,
  },
  {
    as: 'wishesForEarlierTimes',
    table: 'public.earlier_wish',
    order: 'made_at',
    given: [
      'id',
      'appointment_id',
      'scope',
      'weekdays',
      'day_parts',
      'least_notice_minutes',
      'until',
      'urgency',
      'made_by',
      'made_at',
      'ended_at',
      'end_reason',
    ],
    leftOut: { hospital_id: byName, doctor_id: byName, patient_id: byName },
    whose: (id) => sql`t.patient_id in ${people(id)}`,
    beside: sql`${personName}, ${hospitalName}, ${doctorName}`,
  },
  {
    as: 'offersOfEarlierTimes',
    table: 'public.earlier_offer',
    order: 'offered_at',
    given: [
      'wish_id',
      'reason',
      'offered_at',
      'expires_at',
      'state',
      'answered_at',
      'appointment_id',
    ],
    leftOut: { id: inner, held_slot_id: inner, patient_id: byName, link_hash: secret },
    whose: (id) => sql`t.patient_id in ${people(id)}`,
    beside: sql`${personName},
      'startsAt', (select s.starts_at from held_slot s where s.id = t.held_slot_id)`,
  },
  {
    as: 'answersBeforeVisits',
    table: 'public.assessment',
    order: 'begun_at',
    given: [
      'entry_id',
      'appointment_id',
      'bank',
      'answers',
      'state',
      'answered_by',
      'begun_at',
      'changed_at',
    ],
    leftOut: {
      visit_id: 'The same as the entry or the appointment.',
      hospital_id: byName,
      version: 'Counts its changes.',
      summary_due_at: 'When a process looks at them next.',
    },
    whose: answered,
    beside: sql`${hospitalName}`,
  },
  {
    as: 'signsThatCannotWait',
    table: 'public.assessment_alert',
    order: 'raised_at',
    given: ['visit_id', 'signs', 'raised_at', 'due_at', 'escalations', 'acknowledged_at'],
    leftOut: {
      hospital_id: byName,
      escalates_at: 'When staff are mailed next.',
      acknowledged_by: staffs,
    },
    whose: (id) => sql`
      t.visit_id in (select t.visit_id from assessment t where ${answered(id)})`,
    beside: sql`${hospitalName}`,
  },
  {
    as: 'summariesOfAnswers',
    table: 'public.assessment_summary',
    order: 'asked_at',
    given: ['visit_id', 'model', 'asked_at', 'verdict', 'sentences'],
    leftOut: {
      answers_hash: derived,
      hospital_id: byName,
      reason: 'Why none is shown.',
      latency_ms: 'How long the model took.',
    },
    whose: (id) => sql`
      t.visit_id in (select t.visit_id from assessment t where ${answered(id)})`,
    beside: sql`${hospitalName}`,
  },
  {
    as: 'vitalSigns',
    table: 'public.vital_signs',
    order: 'measured_at',
    given: [
      'entry_id',
      'measured_at',
      'systolic',
      'diastolic',
      'pulse',
      'temperature',
      'oxygen',
      'respiration',
      'weight',
      'height',
      'glucose',
      'pain',
      'struck_at',
      'struck_reason',
    ],
    leftOut: { id: inner, hospital_id: byName, measured_by: staffs, struck_by: staffs },
    whose: (id) => sql`t.entry_id in ${visits(id)}`,
    beside: sql`${hospitalName}, 'units', json_build_object('pressure', 'mmHg',
      'temperature', '°C', 'weight', 'kg', 'height', 'cm', 'glucose', 'mg/dL')`,
  },
  {
    as: 'followUps',
    table: 'public.follow_up',
    order: 'changed_at',
    given: ['entry_id', 'due_on', 'reason', 'changed_at', 'is_taken_back'],
    leftOut: {
      hospital_id: byName,
      changed_by: staffs,
      version: 'A counter of its changes.',
    },
    whose: (id) => sql`t.entry_id in ${visits(id)}`,
    beside: sql`${hospitalName}`,
  },
  {
    as: 'handOffNotes',
    table: 'public.hand_off',
    order: 'written_at',
    given: ['entry_id', 'kind', 'written_at', 'struck_at'],
    leftOut: {
      id: inner,
      hospital_id: byName,
      from_line_id: 'The line of the visit.',
      line_id: 'A line of the hospital; its kind is given.',
      written_by: staffs,
      struck_by: staffs,
    },
    whose: (id) => sql`t.entry_id in ${visits(id)}`,
    beside: sql`${hospitalName}`,
  },
  {
    as: 'linesOfHandOffNotes',
    table: 'public.hand_off_line',
    order: 'number',
    given: ['number', 'asks', 'detail', 'is_urgent', 'taken_at'],
    leftOut: { id: inner, hand_off_id: inner, taken_by: staffs },
    whose: (id) => sql`t.hand_off_id in (
      select n.id from hand_off n where n.entry_id in ${visits(id)})`,
    beside: sql`'written_at', (select n.written_at from hand_off n where n.id = t.hand_off_id)`,
  },
  {
    as: 'ratings',
    table: 'public.rating',
    order: 'rated_at',
    given: ['entry_id', 'stars', 'words', 'rated_at', 'changed_at'],
    leftOut: { id: inner, doctor_id: byName },
    whose: (id) => sql`t.entry_id in ${visits(id)}`,
    beside: doctorName,
  },
  {
    as: 'reports',
    table: 'public.report',
    order: 'date',
    given: ['id', 'entry_id', 'type', 'status', 'title', 'summary', 'date', 'created_at'],
    leftOut: { hospital_id: byName, doctor_id: byName, patient_id: byName, author_id: staffs },
    whose: (id) => sql`t.patient_id in ${people(id)}`,
    beside: sql`${personName}, ${hospitalName}, ${doctorName}`,
  },
  {
    as: 'reportFiles',
    table: 'public.report_file',
    order: 'uploaded_at',
    given: ['report_id', 'name', 'type', 'size', 'uploaded_at'],
    leftOut: {
      bytes: 'The file itself is downloaded with its report.',
      file_key: 'Where the file lies.',
      sha256: 'What a change of the file is found by.',
    },
    whose: (id) => sql`
      t.report_id in (select r.id from report r where r.patient_id in ${people(id)})`,
  },
  {
    as: 'reportsOpenedInEmergencies',
    table: 'public.emergency_access',
    order: 'opened_at',
    given: ['role', 'kind', 'reason', 'opened_at', 'ends_at', 'looked_at'],
    leftOut: {
      id: inner,
      hospital_id: byName,
      patient_id: byName,
      user_id: staffs,
      looked_by: staffs,
    },
    whose: (id) => sql`t.patient_id in ${people(id)}`,
    beside: sql`${personName}, ${hospitalName}`,
  },
  {
    as: 'consents',
    table: 'public.consent',
    order: 'id',
    given: ['purpose', 'given', 'at'],
    leftOut: { id: inner, account_id: own, hospital_id: byName },
    whose: (id) => sql`t.account_id = ${id}`,
    beside: hospitalName,
  },
  {
    as: 'notifications',
    table: 'public.notice',
    order: 'told_at',
    given: ['kind', 'told_at', 'about', 'occasion'],
    leftOut: { account_id: own },
    whose: (id) => sql`t.account_id = ${id}`,
  },
  {
    as: 'messageDeliveries',
    table: 'public.message_delivery',
    order: 'made_at',
    given: [
      'channel',
      'kind',
      'about',
      'country',
      'provider',
      'state',
      'reason',
      'made_at',
      'changed_at',
    ],
    leftOut: { id: inner, account_id: own, hospital_id: byName },
    whose: (id) => sql`t.account_id = ${id}`,
    beside: hospitalName,
  },
  {
    as: 'devices',
    table: 'public.push_device',
    order: 'added_at',
    given: ['added_at'],
    leftOut: {
      id: inner,
      account_id: own,
      session_id: inner,
      endpoint: secret,
      p256dh: secret,
      auth: secret,
    },
    whose: (id) => sql`t.account_id = ${id}`,
  },
  {
    as: 'joinRequests',
    table: 'public.join_request',
    order: 'requested_at',
    given: [
      'name',
      'email',
      'phone',
      'title',
      'department',
      'status',
      'requested_at',
      'decided_at',
      'decision_reason',
    ],
    leftOut: { id: inner, user_id: own, hospital_id: byName, decided_by: staffs },
    whose: (id) => sql`t.user_id = ${id}`,
    beside: hospitalName,
  },
  {
    as: 'invitations',
    table: 'public.invitation',
    order: 'sent_at',
    given: ['email', 'sent_at', 'expires_at'],
    leftOut: { hospital_id: byName, doctor_id: byName, token_hash: secret },
    whose: (id) => sql`t.email = ${provenEmail(id)}`,
    beside: sql`${hospitalName}, ${doctorName}`,
  },
  {
    as: 'staffInvitations',
    table: 'public.staff_invitation',
    order: 'sent_at',
    given: ['role', 'email', 'sent_at', 'expires_at', 'accepted_at'],
    leftOut: {
      id: inner,
      hospital_id: byName,
      token_hash: secret,
      invited_by: staffs,
      accepted_by: own,
    },
    whose: (id) => sql`(t.email = ${provenEmail(id)} or t.accepted_by = ${id})`,
    beside: hospitalName,
  },
  {
    as: 'work',
    table: 'public.membership',
    order: 'created_at',
    given: ['role', 'title', 'created_at', 'last_acted_at'],
    leftOut: { user_id: own, hospital_id: byName, doctor_id: byName },
    whose: (id) => sql`t.user_id = ${id}`,
    beside: sql`${hospitalName}, ${doctorName}`,
  },
  {
    as: 'counters',
    table: 'public.point_staff',
    order: 'assigned_at',
    given: ['assigned_at'],
    leftOut: { point_id: byName, user_id: own, hospital_id: byName },
    whose: (id) => sql`t.user_id = ${id}`,
    beside: sql`${hospitalName},
      'point', (select p.name from service_point p where p.id = t.point_id)`,
  },
  {
    as: 'messagesToTheOperator',
    table: 'public.contact_message',
    order: 'created_at',
    given: ['name', 'email', 'hospital', 'message', 'created_at'],
    leftOut: { id: inner },
    whose: (id) => sql`lower(t.email) = ${provenEmail(id)}`,
  },
  {
    as: 'mailsKept',
    table: 'public.outbox_message',
    order: 'job_id',
    given: ['recipient', 'subject', 'created_at'],
    leftOut: {
      id: inner,
      job_id: inner,
      plain: 'It may hold a link that signs in.',
      html: 'It may hold a link that signs in.',
      attachment: 'It was made from data in other parts of the export.',
    },
    whose: (id) => sql`lower(t.recipient) = ${provenEmail(id)}`,
  },
  {
    as: 'whoReadIt',
    table: 'public.audit',
    order: 'id',
    given: ['at', 'role', 'action', 'entry_id', 'outcome'],
    leftOut: {
      id: inner,
      user_id: staffs,
      hospital_id: byName,
      patient_ids: 'It may name others beside.',
      address: 'The network address of a member of the staff.',
      details: 'What staff changed of their own hospital; nothing of patients.',
      transaction_id: inner,
    },
    // Most rows are about one patient, so an index on the first array element suffices. A small
    // second index covers rows about several patients.
    whose: (id) => {
      const people = sql`(select array_agg(p.id) from patient p where p.account_id = ${id})`;
      return sql`(t.patient_ids[1] = any(${people}::uuid[])
        or (cardinality(t.patient_ids) > 1 and t.patient_ids && ${people}))`;
    },
    beside: hospitalName,
  },
  {
    as: 'erasureRequest',
    table: 'public.erasure_request',
    isOne: true,
    given: ['requested_at', 'due_at', 'language'],
    leftOut: { account_id: own },
    whose: (id) => sql`t.account_id = ${id}`,
  },
];

/** Tables that are not exported, with the reason. */
export const tablesLeftOut: Readonly<Record<string, string>> = {
  'identity.attempt': 'Hashes of what was tried, for minutes.',
  'identity.jwks': 'The installation’s own keys.',
  'identity.phone_code': 'Hashes of numbers and codes, for minutes.',
  'identity.spent_challenge': 'Hashes of answers that were used, for minutes.',
  'identity.verification': 'Steps of signing in that are under way, for minutes; each is a secret.',
  'public.audit_anchor': 'Seals of the trail: no person is in them.',
  'public.audit_check': 'How far a check of seals has come.',
  'public.audit_seal': 'Seals of the trail: no person is in them.',
  'public.day_closing':
    'What a closing of the day changed, for minutes; the entries that it names are in the export.',
  'public.day_figures': 'A hospital’s figures by day: no patient is in them.',
  'public.day_flow_figures': 'A hospital’s figures by line and day: no patient is in them.',
  'public.day_group_figures': 'A hospital’s figures by day: no patient is in them.',
  'public.day_on_site_figures': 'A hospital’s figures by day: no patient is in them.',
  'public.day_promise_figures': 'A hospital’s figures by day: no patient is in them.',
  'public.day_off': 'A doctor’s plan, as the hospital announces it.',
  'public.doctor': 'The hospital’s public list of its doctors.',
  'public.doctor_due': 'When a doctor’s day and line are looked at next.',
  'public.doctor_queue': 'Counts and limits of a doctor’s line.',
  'public.doctor_settings': 'How a doctor’s line works: the hospital’s.',
  'public.doctor_wait_day': 'Sums of a doctor’s visits by day.',
  'public.door_code': 'The code at a hospital’s door.',
  'public.erasure_certificate': 'Written when the account is gone; its owner has it by mail.',
  'public.event':
    'Changes of the last two days, which update open screens; the changed data is in other parts of the export.',
  'public.event_horizon': 'How far the events were thrown away.',
  'public.event_relay': 'How far events were copied for hospitals’ own systems.',
  'public.given_contact': 'A view of the people’s own contact.',
  'public.held_slot':
    'Times of doctors that became free; the offers name the patients who were asked.',
  'public.hospital': 'The hospital’s own data; who founded it is its record.',
  'public.idempotency_key':
    'Answers stored for a day for retried requests; their data is in other parts of the export.',
  'public.job': 'Work to be done; what a job carries is forgotten when it is done.',
  'public.line': 'Which lines a hospital has.',
  'public.migration': 'Versions of the schema.',
  'public.next_line': 'Where people of a line usually go next.',
  'public.outgoing_change':
    'Ids of changes for hospitals’ own systems, for seconds; the changed data is in other parts of the export.',
  'public.process': 'Which server processes run.',
  'public.public_event':
    'Ids of changes for hospitals’ own systems, for 30 days; the changed data is in other parts of the export.',
  'public.operator_act': 'What the operator did with hospitals.',
  'public.practice': 'Whose practice hospital it is, for a day.',
  'public.practice_exercise': 'Exercises with invented patients, for a day.',
  'public.photo': 'Photos of a hospital’s doctors, which everybody sees.',
  'public.push_key': 'The installation’s own key.',
  'public.question_bank': 'The questions that were asked; the answers name their version.',
  'public.rating_month': 'How many stars a doctor was given by month: no patient is in them.',
  'public.abdm_counter': 'QR codes of a hospital’s counters.',
  'public.abdm_facility': 'A hospital’s id in the Health Facility Registry.',
  'public.api_key': 'Keys of a hospital’s systems.',
  'public.screen': 'Screens of a waiting room.',
  'public.screen_doctor': 'Whose line a screen shows.',
  'public.send_count': 'Hashed counters of messages, for a day.',
  'public.service_point': 'Counters of a hospital, and who of its staff opened each.',
  'public.shared_line': 'How a hospital lays out its lines.',
  'public.staff_member':
    'The first of each person’s memberships, which are given; for the release before.',
  'public.stored_file': 'Where files lie; those of reports are named there.',
  'public.timetable_session': 'A doctor’s plan, as the hospital announces it.',
  'public.token_letters': 'The letters of a doctor’s tokens.',
  'public.turn': 'When a process looks for what is due.',
  'public.used_assertion': 'Hashes of requests of hospitals’ systems, for minutes.',
  'public.visit_fit': 'What a hospital’s visits were learnt as.',
  'public.vital_settings': 'Which vital signs a hospital records.',
  'public.fhir_subscription': 'Addresses of a hospital’s own systems.',
  'public.webhook_attempt':
    'Whether events reached a hospital’s own system, for 30 days: no patient is in them.',
  'public.webhook_delivery':
    'Ids of changes for hospitals’ own systems, for 30 days; the changed data is in other parts of the export.',
  'public.webhook_endpoint': 'Addresses of a hospital’s own systems.',
  'public.wait_fit': 'What a hospital’s waits were learnt as.',
};

/** Reads everything stored about an account's people, by table, as JSON. */
export async function readEverythingHeld(
  db: Queryable,
  accountId: string,
): Promise<Record<string, unknown>> {
  const parts = heldTables.map((held) => sql`${held.as}::text, ${rowsOf(held, accountId)}`);
  // A function of PostgreSQL takes 100 arguments at most, so two calls read half of the tables each.
  const half = Math.ceil(parts.length / 2);
  const { first, second } =
    await db.one(
      select({
        first: objectOf(parts.slice(0, half)),
        second: objectOf(parts.slice(half)),
      })``,
    );
  return { ...first, ...second };
}

function objectOf(parts: readonly Sql[]) {
  return typed<Record<string, unknown>>(sql`json_build_object(${join([...parts])})`);
}

/**
 * One SQL expression for a table's rows. The names of tables and columns come from the list in this
 * file, never from a caller.
 */
function rowsOf(held: HeldTable, accountId: string): Sql {
  const { table, order, isOne, given, whose, beside } = held;
  const pairs = given.map((column) => raw(`'${inCamelCase(column)}', t.${column}`));
  const row = sql`json_build_object(${join(beside === undefined ? pairs : [...pairs, beside])})`;
  const from = sql`from ${raw(table)} t where ${whose(accountId)}`;
  if (isOne === true) return sql`(select ${row} ${from})`;
  const ordered = order === undefined ? row : sql`${row} order by ${raw(`t.${order}`)}`;
  return sql`(select coalesce(json_agg(${ordered}), '[]') ${from})`;
}

function inCamelCase(column: string): string {
  return column.replaceAll(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
}
