/** Measures sign-in by email and password; the reference is the password check alone. */
import { identityCalls } from '@baari/contract/account/identity.ts';
import { hashPassword, isPassword } from '../../server/src/identity/provider/passwords.ts';
import { type Figure, median } from '../figures.ts';
import { expectStatus } from '../setting/client.ts';
import { settle } from '../setting/hospitals.ts';
import type { Person } from '../setting/people.ts';
import { interleaved, rateOf } from '../setting/rounds.ts';
import { concurrency, type Pool } from '../setting/stage.ts';
import { type Part, pick, type Setting } from './part.ts';

const rounds = 5;
const roundMs = 1000;
const path = `/identity${identityCalls.signInWithEmail.path}`;

export const signIns: Part = {
  name: 'sign-ins',
  summary: 'signing in by email and password, eight at once',
  measure,
};

interface Account {
  readonly email: string;
  readonly password: string;
  readonly hash: string;
}

async function measure({ stage, client, makePeople }: Setting): Promise<Figure[]> {
  const { pool } = stage;
  const accounts = await givePasswords(pool, await makePeople(concurrency));
  await settle(stage.superuser);
  const before = await countSessions(pool);
  let signedIn = 0;
  const rates = await interleaved(rounds, {
    http: () =>
      rateOf(roundMs, concurrency, async (worker) => {
        const { email, password } = pick(accounts, worker);
        expectStatus(await client.call('POST', path, undefined, { email, password }), 200);
        signedIn += 1;
      }),
    bare: () =>
      rateOf(roundMs, concurrency, async (worker) => {
        const isRight = await isPassword(pick(accounts, worker));
        if (!isRight) throw new Error('A right password was refused.');
      }),
  });
  const opened = (await countSessions(pool)) - before;
  if (opened !== signedIn)
    throw new Error(`${signedIn} signed in, ${opened} sessions were opened.`);
  return [
    {
      name: 'sign-ins by email and password, 8 at once',
      unit: '/s',
      value: median(rates.http),
      reference: median(rates.bare),
      against: 'the check of the password alone, 8 at once',
      aim: '',
    },
  ];
}

/** Gives each account its own password, hashed as the server hashes it. */
async function givePasswords(pool: Pool, people: readonly Person[]): Promise<Account[]> {
  const accounts: Account[] = [];
  for (const { userId } of people) {
    const password = `The password of ${userId}`;
    const hash = await hashPassword(password);
    const { rows } = await pool.query<{ email: string }>(
      `with given as (
        insert into identity.account (user_id, provider_id, account_id, password)
        values ($1, 'credential', $1::uuid::text, $2) returning user_id
      )
      select email from identity."user" join given on given.user_id = id`,
      [userId, hash],
    );
    accounts.push({ email: pick(rows, 0).email, password, hash });
  }
  return accounts;
}

async function countSessions(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ sessions: number }>(
    'select count(*)::int as sessions from identity.session',
  );
  return pick(rows, 0).sessions;
}
