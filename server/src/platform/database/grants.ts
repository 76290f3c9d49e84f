/**
 * The rights of the running account, table by table [SEC-19]. The account has no access to a table
 * that is not listed here; `grants.test.ts` compares the database with this list.
 */
import type pg from 'pg';

type Right = 'select' | 'insert' | 'update' | 'delete';
type Rights = readonly Right[];

const none: Rights = [];
const read: Rights = ['select'];
/** Rights for tables whose rows are never changed after they were inserted. */
const addOnly: Rights = ['select', 'insert'];
const keep: Rights = ['select', 'insert', 'update'];
/** Rights for tables whose rows are replaced, never updated. */
const replace: Rights = ['select', 'insert', 'delete'];
const all: Rights = ['select', 'insert', 'update', 'delete'];

export const tableRights: Readonly<Record<string, Rights>> = {
  'identity."user"': all,
  'identity.account': all,
  'identity.attempt': all,
  'identity.jwks': all,
  'identity.known_device': all,
  'identity.passkey': all,
  'identity.password_reset': replace,
  'identity.phone_code': all,
  'identity.reset_cleanup': replace,
  'identity.security_event': replace,
  'identity.session': all,
  'identity.spent_challenge': replace,
  'identity.two_factor': all,
  'identity.verification': all,
  'public.account_preferences': all,
  'public.api_key': keep,
  'public.appointment': keep,
  'public.assessment': all,
  'public.assessment_alert': keep,
  'public.assessment_summary': keep,
  'public.audit': read,
  'public.audit_anchor': addOnly,
  'public.audit_check': all,
  'public.audit_seal': addOnly,
  // A row of consent is never updated; the foreign key deletes it together with the account.
  'public.consent': addOnly,
  'public.contact_message': replace,
  'public.day_closing': all,
  'public.day_figures': all,
  'public.day_flow_figures': replace,
  'public.day_group_figures': replace,
  'public.day_off': replace,
  'public.day_on_site_figures': replace,
  'public.day_promise_figures': replace,
  'public.doctor': keep,
  'public.doctor_due': keep,
  'public.doctor_queue': keep,
  'public.doctor_settings': keep,
  'public.doctor_wait_day': keep,
  'public.door_code': keep,
  'public.earlier_offer': all,
  'public.earlier_wish': all,
  // Only the columns that `updateColumns` lists may change.
  'public.emergency_access': addOnly,
  'public.erasure_certificate': addOnly,
  'public.erasure_request': all,
  'public.event': replace,
  'public.event_horizon': ['select', 'update'],
  'public.event_relay': ['select', 'update'],
  'public.given_contact': read,
  // Only the columns that `updateColumns` lists may change.
  'public.hand_off': replace,
  'public.hand_off_line': replace,
  'public.fhir_subscription': all,
  'public.follow_up': all,
  'public.held_slot': all,
  'public.hospital': keep,
  'public.idempotency_key': all,
  'public.invitation': all,
  'public.job': all,
  'public.join_request': keep,
  'public.kiosk_right': all,
  'public.line': addOnly,
  'public.message_answer': all,
  'public.message_delivery': all,
  'public.message_stop': replace,
  'public.migration': read,
  'public.next_line': replace,
  'public.notice': replace,
  // Only operator commands write this table, and they use the owner account.
  'public.operator_act': none,
  'public.outbox_message': replace,
  'public.outgoing_change': replace,
  'public.patient': all,
  'public.patient_merge': all,
  'public.photo': all,
  'public.place_change': addOnly,
  'public.planned_stop': replace,
  'public.practice': keep,
  'public.practice_exercise': keep,
  'public.process': all,
  'public.public_event': replace,
  'public.push_device': all,
  'public.push_key': all,
  'public.question_bank': addOnly,
  'public.queue_entry': keep,
  'public.rating': keep,
  'public.rating_month': all,
  'public.report': all,
  'public.report_file': keep,
  'public.screen': keep,
  'public.screen_doctor': replace,
  'public.send_count': all,
  'public.abdm_address': all,
  'public.abdm_counter': all,
  'public.abdm_facility': all,
  'public.abdm_share': all,
  'public.calendar_feed': all,
  'public.service_point': keep,
  // Only the columns that `updateColumns` lists may change.
  'public.shared_place': replace,
  'public.shared_line': keep,
  'public.membership': all,
  'public.point_staff': all,
  'public.staff_invitation': all,
  'public.staff_member': all,
  'public.stored_file': replace,
  'public.ticket': replace,
  'public.timetable_session': replace,
  'public.token_letters': addOnly,
  'public.turn': keep,
  'public.used_assertion': replace,
  'public.visit_fit': keep,
  'public.visit_promise': keep,
  'public.vital_settings': keep,
  // Only the columns that `updateColumns` lists may change.
  'public.vital_signs': replace,
  'public.webhook_attempt': replace,
  'public.webhook_delivery': all,
  'public.webhook_endpoint': all,
  'public.wait_fit': keep,
  'public.wait_promise': keep,
  'public.wait_shown': all,
};

/**
 * The tables where an insert may set only some columns. The database itself sets the number and
 * transaction of an audit row, so that no row can be inserted between two existing rows.
 */
export const insertColumns: Readonly<Record<string, readonly string[]>> = {
  'public.audit': [
    'at',
    'user_id',
    'role',
    'hospital_id',
    'action',
    'patient_ids',
    'entry_id',
    'address',
    'outcome',
    'details',
  ],
};

/**
 * The tables where only some columns may be updated. In an emergency access to reports, the person,
 * the patient and the time never change. The review, the end and the erasure of the reason can be
 * updated. Vital signs and hand-off notes are never edited, only struck out or ticked off.
 * A shared link only ends.
 */
export const updateColumns: Readonly<Record<string, readonly string[]>> = {
  'public.emergency_access': ['reason', 'ends_at', 'looked_at', 'looked_by'],
  'public.hand_off': ['struck_at', 'struck_by'],
  'public.hand_off_line': ['taken_at', 'taken_by'],
  'public.shared_place': ['stopped_at'],
  'public.vital_signs': ['struck_at', 'struck_by', 'struck_reason'],
};

/** Sequences that statements use by name. */
export const usedSequences: readonly string[] = ['public.event_id_seq', 'public.line_number'];

/**
 * Functions with the owner's rights. No other account may execute them; each decides itself what it
 * refuses.
 */
export const usedFunctions: readonly string[] = ['public.delete_practice_hospital(uuid)'];

interface Grant {
  /** The database object as a statement names it, such as `table public.audit`. */
  readonly object: string;
  /** The right on the object, with column names if the right covers only some columns. */
  readonly right: string;
}

/**
 * Grants and revokes so that the running account has the listed rights. Revokes only if `mayTake`, because
 * processes of a newer version may need rights that this version does not know.
 */
export async function grantRights(
  owner: pg.ClientBase,
  account: string,
  mayTake: boolean,
): Promise<void> {
  const role = quoted(account);
  const present = await listRights(owner, account);
  const there = await listObjects(owner);
  const wanted = wantedRights().filter(({ object }) => there.has(object));
  const has = (list: readonly Grant[], { object, right }: Grant): boolean =>
    list.some((other) => other.object === object && other.right === right);
  for (const grant of wanted) {
    if (has(present.own, grant)) continue;
    await owner.query(`grant ${grant.right} on ${grant.object} to ${role}`);
  }
  if (!mayTake) return;
  for (const grant of present.own) {
    if (has(wanted, grant) || !there.has(grant.object)) continue;
    await owner.query(`revoke ${grant.right} on ${grant.object} from ${role}`);
  }
  for (const { object, right } of present.everybodys) {
    if (!there.has(object)) continue;
    await owner.query(`revoke ${right} on ${object} from public`);
  }
}

function wantedRights(): Grant[] {
  const tables = Object.entries(tableRights).flatMap(([table, rights]) =>
    rights.map((right) => ({ object: `table ${table}`, right })),
  );
  const columns = [
    ...columnRights('insert', insertColumns),
    ...columnRights('update', updateColumns),
  ];
  const sequences = usedSequences.map((name) => ({ object: `sequence ${name}`, right: 'usage' }));
  const functions = usedFunctions.map((name) => ({ object: `function ${name}`, right: 'execute' }));
  const schema = { object: 'schema identity', right: 'usage' };
  return [schema, ...tables, ...columns, ...sequences, ...functions];
}

function columnRights(right: Right, of: Readonly<Record<string, readonly string[]>>): Grant[] {
  return Object.entries(of).flatMap(([table, names]) =>
    names.map((name) => ({ object: `table ${table}`, right: `${right} (${name})` })),
  );
}

/**
 * Lists the objects on which the owner account can grant rights. Refuses a database without the
 * listed tables, because it must be migrated first.
 */
async function listObjects(db: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await db.query<{ object: string }>(`
    select ${objectName} as object
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'identity') and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and pg_has_role(current_user, c.relowner, 'usage')
    union all select format('schema %I', nspname) from pg_namespace
    where nspname in ('public', 'identity') and pg_has_role(current_user, nspowner, 'usage')
    union all select format('database %I', datname) from pg_database
    where datname = current_database() and pg_has_role(current_user, datdba, 'usage')
    union all select ${functionName} from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'identity') and p.prosecdef
      and pg_has_role(current_user, p.proowner, 'usage')`);
  return new Set(rows.map(({ object }) => object));
}

const objectName = `format('%s %I.%I',
  case c.relkind when 'S' then 'sequence' else 'table' end, n.nspname, c.relname)`;
const functionName = `format('function %I.%I(%s)',
  n.nspname, p.proname, oidvectortypes(p.proargtypes))`;

/**
 * Lists the rights granted to the account, and the rights granted to everybody on the application's
 * tables.
 */
export async function listRights(
  db: pg.ClientBase,
  account: string,
): Promise<{ own: Grant[]; everybodys: Grant[] }> {
  const { rows } = await db.query<Grant & { is_everybodys: boolean }>(
    `with given as (
       select ${objectName} as object, c.relacl as acl, null::text as of_column
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'identity') and c.relkind in ('r', 'p', 'v', 'm', 'S')
       union all select ${objectName}, a.attacl, quote_ident(a.attname)
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
         join pg_attribute a on a.attrelid = c.oid
       where n.nspname in ('public', 'identity') and not a.attisdropped
       union all select format('schema %I', nspname), nspacl, null from pg_namespace
       where nspname in ('public', 'identity')
       union all select format('database %I', datname),
         coalesce(datacl, acldefault('d', datdba)), null
       from pg_database where datname = current_database()
       union all select ${functionName}, coalesce(p.proacl, acldefault('f', p.proowner)), null
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ('public', 'identity') and p.prosecdef)
     select object, grantee = 0 as is_everybodys,
       lower(privilege_type) || coalesce(' (' || of_column || ')', '') as right
     from given, aclexplode(acl)
     where grantee in (0, (select oid from pg_roles where rolname = $1))
       -- Whoever connects and sees the schema sees nothing yet: the rights are in the tables.
       and privilege_type <> 'CONNECT'
       and not (object = 'schema public' and privilege_type = 'USAGE')
     order by 1, 3`,
    [account],
  );
  const without = (isEverybodys: boolean): Grant[] =>
    rows
      .filter(({ is_everybodys: found }) => found === isEverybodys)
      .map(({ object, right }) => ({ object, right }));
  return { own: without(false), everybodys: without(true) };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
