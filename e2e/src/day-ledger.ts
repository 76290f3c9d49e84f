/** Everything that a day's screens and programs were told had been done, to be asked for again. */
import { listAudit } from '@baari/contract/audit.ts';
import { getEntry, type PatientEntry, type StaffEntry } from '@baari/contract/queue.ts';
import type { Page } from '@playwright/test';
import { type Account, call } from './api.ts';
import { expect } from './fixtures.ts';

/** The actions of an entry as the audit trail calls them. */
const auditNames = {
  join: 'add walk-in',
  approve: 'approve',
  reject: 'reject',
  start: 'start',
  complete: 'complete',
  no_show: 'no show',
  hold: 'hold',
  back: 'back from hold',
  move: 'move',
  note: 'add notes',
  check_in: 'check in',
} as const;
type Counted = keyof typeof auditNames;

/** As staff were told, or the patient. */
type Told = StaffEntry | PatientEntry;

export interface Ledger {
  /** Takes down what an answer said had been done. */
  readonly note: (entry: Told) => void;
  /** Takes down every answer to what is done in a page. */
  readonly watch: (page: Page) => void;
  /** How many actions were acknowledged. */
  readonly size: () => number;
  /** Of everybody who came, what was acknowledged last. */
  readonly entries: () => Told[];
  /** Fails unless each entry stands as it was last acknowledged and the trail has each action of the staff. */
  readonly expectKept: (admin: Account) => Promise<void>;
}

export function openLedger(): Ledger {
  const latest = new Map<string, Told>();
  const byStaff = new Map<Counted, number>();
  const readings: Promise<void>[] = [];
  let size = 0;

  function note(entry: Told): void {
    size += 1;
    const known = latest.get(entry.id);
    if (known === undefined || known.queueVersion < entry.queueVersion) latest.set(entry.id, entry);
    if (!('lastChange' in entry) || entry.lastChange === null) return;
    const { lastChange } = entry;
    if (lastChange.by === null) return;
    const action = lastChange.action;
    if (isCounted(action)) byStaff.set(action, (byStaff.get(action) ?? 0) + 1);
  }

  return {
    note,
    watch(page) {
      page.on('response', (response) => {
        const { pathname } = new URL(response.url());
        if (response.request().method() === 'GET' || !response.ok()) return;
        if (!pathname.startsWith('/api/queues/')) return;
        readings.push(response.json().then((body) => note(entryIn(body))));
      });
    },
    size: () => size,
    entries: () => [...latest.values()],
    async expectKept(admin) {
      await Promise.all(readings);
      for (const acknowledged of latest.values()) {
        const { queue: kept } = await call(admin, getEntry, { id: acknowledged.id });
        const { id, status, notes, token, startedAt, endedAt } = acknowledged;
        // What a patient was answered does not hold the staff's notes.
        const told = 'lastChange' in acknowledged ? { notes } : {};
        expect(kept).toMatchObject({ id, status, token, startedAt, endedAt, ...told });
      }
      const inTrail = await countTrail(admin);
      for (const [action, count] of byStaff) {
        expect(inTrail.get(auditNames[action]), `${action} in the audit trail`).toBe(count);
      }
    },
  };
}

function isCounted(action: string): action is Counted {
  return action in auditNames;
}

function entryIn(body: unknown): Told {
  return getEntry.reply.parse(body).queue;
}

/** How often each action was done, by the whole trail of the hospital. */
async function countTrail(admin: Account): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const name of Object.values(auditNames)) {
    let before: number | null | undefined;
    do {
      const query = { action: name, limit: '100', ...(before ? { before: String(before) } : {}) };
      const page = await call(admin, listAudit, { query });
      const done = page.entries.filter(({ outcome }) => outcome === 'ok');
      counts.set(name, (counts.get(name) ?? 0) + done.length);
      before = page.next;
    } while (before !== null);
  }
  return counts;
}
