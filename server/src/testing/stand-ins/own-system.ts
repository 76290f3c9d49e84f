/** API keys and events for tests of hospitals' own systems. */
import assert from 'node:assert/strict';
import { listEvents, type PublicEvent } from '@baari/contract/keys/public-events.ts';
import type { Scope } from '@baari/contract/keys/scopes.ts';
import sql from 'sql-template-tag';
import { copyChanges } from '../../integrations/events/event-relay.ts';
import { select, typed } from '../../platform/database/columns.ts';
import { hasHeldBackEvents } from '../../platform/events/event-log.store.ts';
import { call, get, type TestAnswer, type TestServer } from '../test-app.ts';
import type { TestPerson } from '../test-people.ts';

export interface TestKey {
  readonly id: string;
  readonly token: string;
}

export async function makeKey(
  app: TestServer,
  admin: TestPerson,
  scopes: readonly Scope[] = ['events:read'],
): Promise<TestKey> {
  const body = { name: 'HIS bridge', scopes };
  const { apiKey, key } = await get(app, admin, 'makeApiKey', { body });
  return { id: apiKey.id, token: key };
}

export function askEvents(
  app: Pick<TestServer, 'send'>,
  key: { readonly token: string },
  query: Readonly<Record<string, string>> = {},
): Promise<TestAnswer> {
  return call(app, key, 'listEvents', { query, isByKey: true });
}

export async function pageOf(
  app: Pick<TestServer, 'send'>,
  key: { readonly token: string },
  query: Readonly<Record<string, string>> = {},
) {
  const answer = await askEvents(app, key, query);
  assert.equal(answer.status, 200, answer.text);
  return listEvents.reply.parse(answer.body);
}

/**
 * Runs the relay until it has copied every committed change. It waits for older transactions that
 * still run, because the relay copies nothing newer before they end.
 */
export async function copyAll(app: TestServer): Promise<void> {
  const left = typed<boolean>(sql`exists (select from outgoing_change)`);
  for (;;) {
    const isHeld = await hasHeldBackEvents(app.db);
    while (await copyChanges(app.db, app.clock));
    if (!isHeld && !(await app.db.one(select({ left })``)).left) return;
  }
}

/** Reads all events after a cursor. Returns them with the cursor that follows the last one. */
export async function eventsAfter(
  app: TestServer,
  key: { readonly token: string },
  after: string,
): Promise<{ readonly events: readonly PublicEvent[]; readonly next: string }> {
  await copyAll(app);
  const events: PublicEvent[] = [];
  let next = after;
  for (;;) {
    const page = await pageOf(app, key, { after: next, limit: '200' });
    ({ next } = page);
    if (page.events.length === 0) return { events, next };
    events.push(...page.events);
  }
}
