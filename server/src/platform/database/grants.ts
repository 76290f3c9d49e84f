/**
 * What the account that runs the application may do, table by table [SEC-19]. A table that is not
 * named here it cannot touch; `grants.test.ts` holds the database to this list.
 */
import type pg from 'pg';

type Right = 'select' | 'insert' | 'update' | 'delete';
type Rights = readonly Right[];

const none: Rights = [];
const read: Rights = ['select'];
/** What was written stays as it was. */
const addOnly: Rights = ['select', 'insert'];
const keep: Rights = ['select', 'insert', 'update'];
/** What is replaced, never changed in place. */
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
  'public.appointment': keep,
  'public.assessment': all,
  'public.assessment_alert': keep,
  'public.assessment_summary': keep,
  'public.audit': read,
  'public.audit_anchor': addOnly,
  'public.audit_check': all,
  'public.audit_seal': addOnly,
  // Said once, kept as it was; it goes with the account, which the database sees to as its owner.
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
  // What may be changed of it is below.
  'public.emergency_access': addOnly,
  'public.erasure_certificate': addOnly,
  'public.erasure_request': all,
  'public.event': replace,
  'public.event_horizon': ['select', 'update'],
  'public.given_contact': read,
  'public.hospital': keep,
  'public.idempotency_key': all,
  'public.invitation': all,
  'public.job': all,
  'public.join_request': keep,
  'public.kiosk_right': all,
  'public.line': addOnly,
  'public.migration': read,
  'public.next_line': replace,
  'public.notice': replace,
  // Written by the operator's command, as the owner.
  'public.operator_act': none,
  'public.outbox_message': replace,
  'public.patient': all,
  'public.patient_merge': all,
  'public.photo': all,
  'public.place_change': addOnly,
  'public.planned_stop': replace,
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
  'public.service_point': keep,
  'public.shared_line': keep,
  'public.membership': all,
  'public.point_staff': all,
  'public.staff_invitation': all,
  'public.staff_member': all,
  'public.stored_file': replace,
  'public.ticket': replace,
  'public.token_letters': addOnly,
  'public.turn': keep,
  'public.visit_fit': keep,
  'public.visit_promise': keep,
  'public.wait_fit': keep,
  'public.wait_promise': keep,
  'public.wait_shown': all,
};

/**
 * Tables of which only some columns are given when a row is added: the number and the transaction of
 * an audit row are the database's own, so that nobody writes one between two others.
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
 * Tables of which only some columns are ever written again: who opened whose reports, and when, stays; that
 * somebody has looked, that it ended, and that its words are erased with the patient does not.
 */
export const updateColumns: Readonly<Record<string, readonly string[]>> = {
  'public.emergency_access': ['reason', 'ends_at', 'looked_at', 'looked_by'],
};

/** Counters that statements ask for by name. */
export const usedSequences: readonly string[] = ['public.event_id_seq', 'public.line_number'];

interface Grant {
  /** As in a statement: `table public.audit`. */
  readonly object: string;
  /** With its columns, where it is for some only. */
  readonly right: string;
}

/**
 * Brings the account's rights to those listed, as the owner of the tables. Rights are taken away only
 * where `mayTake`: a newer version may have given more, and its processes may still run.
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
  const schema = { object: 'schema identity', right: 'usage' };
  return [schema, ...tables, ...columns, ...sequences];
}

function columnRights(right: Right, of: Readonly<Record<string, readonly string[]>>): Grant[] {
  return Object.entries(of).flatMap(([table, names]) =>
    names.map((name) => ({ object: `table ${table}`, right: `${right} (${name})` })),
  );
}

/** What of this database the owner can give rights to; one without some tables is to be migrated first. */
async function listObjects(db: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await db.query<{ object: string }>(`
    select ${objectName} as object
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'identity') and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and pg_has_role(current_user, c.relowner, 'usage')
    union all select format('schema %I', nspname) from pg_namespace
    where nspname in ('public', 'identity') and pg_has_role(current_user, nspowner, 'usage')
    union all select format('database %I', datname) from pg_database
    where datname = current_database() and pg_has_role(current_user, datdba, 'usage')`);
  return new Set(rows.map(({ object }) => object));
}

const objectName = `format('%s %I.%I',
  case c.relkind when 'S' then 'sequence' else 'table' end, n.nspname, c.relname)`;

/** What the account was given by name, and what everybody was given on our tables. */
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
       from pg_database where datname = current_database())
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
