/**
 * Records every action that the server acknowledged to the screens and test programs of a day, to
 * compare them with the server's data.
 */
import { listAudit } from '@baari/contract/account/audit.ts';
import { finishAtPoint } from '@baari/contract/lines/counter.ts';
import { sendOn } from '@baari/contract/lines/journey.ts';
import { getEntry, type PatientEntry, type StaffEntry } from '@baari/contract/queue/queue.ts';
import type { Page } from '@playwright/test';
import { type Account, call } from '../support/api.ts';
import { expect } from '../support/fixtures.ts';

/** The name that each action on a queue entry has in the audit trail. */
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
  send_on: 'send on',
  call_again: 'call once more',
  plan: 'plan stops',
} as const;
type Counted = keyof typeof auditNames;

/** An entry as staff or the patient received it. */
export type ReceivedEntry = StaffEntry | PatientEntry;

export interface Ledger {
  readonly note: (entry: ReceivedEntry) => void;
  /** Records that a patient's next steps were planned. */
  readonly notePlan: () => void;
  /** Records every API response to a change that a user makes in this page. */
  readonly watch: (page: Page) => void;
  /** How many actions were acknowledged. */
  readonly size: () => number;
  /** The last acknowledged state of every entry. */
  readonly entries: () => ReceivedEntry[];
  /**
   * Fails unless the server has the last acknowledged state of each entry, and the audit trail has
   * each staff action.
   */
  readonly expectKept: (admin: Account) => Promise<void>;
}

export function openLedger(): Ledger {
  const latest = new Map<string, ReceivedEntry>();
  const byStaff = new Map<Counted, number>();
  const readings: Promise<void>[] = [];
  /**
   * The ids of steps that ended because the patient was forwarded. For such a step, the server's
   * response contains only the next step.
   */
  const sentOn: string[] = [];
  let size = 0;

  function count(action: Counted): void {
    byStaff.set(action, (byStaff.get(action) ?? 0) + 1);
  }

  function keep(entry: ReceivedEntry): void {
    const known = latest.get(entry.id);
    if (known === undefined || known.queueVersion < entry.queueVersion) latest.set(entry.id, entry);
  }

  function note(entry: ReceivedEntry): void {
    size += 1;
    keep(entry);
    if (!('lastChange' in entry) || entry.lastChange === null) return;
    const { lastChange } = entry;
    if (lastChange.by === null) return;
    const action = lastChange.action;
    if (isCounted(action)) count(action);
  }

  /**
   * Records that a patient was forwarded. It makes one audit row and changes two entries: the step
   * that ended, and the next step.
   */
  function noteSentOn(fromId: string, next: StaffEntry): void {
    size += 1;
    count('send_on');
    keep(next);
    const from = latest.get(fromId);
    if (next.id === fromId || from === undefined) return;
    const over = { status: 'completed', endedAt: next.joinedAt } as const;
    latest.set(fromId, { ...from, ...over, queueVersion: from.queueVersion + 1 });
    sentOn.push(fromId);
  }

  /**
   * Records the actions that an API response acknowledges. The path of the request says which
   * actions these are.
   */
  function noteAnswer(path: string, body: unknown): void {
    const [, fromId] = /^\/api\/queues\/([^/]+)\/send-on$/u.exec(path) ?? [];
    if (fromId !== undefined) {
      noteSentOn(fromId, sendOn.reply.parse(body).queue);
    } else if (path.endsWith('/finish')) {
      const { queue, next } = finishAtPoint.reply.parse(body);
      note(queue);
      // When staff complete a step and thereby forward the patient, the audit trail has one row
      // only, for the completion.
      if (next !== null) keep(next);
    } else if (path.endsWith('/call-again')) {
      size += 1;
      count('call_again');
      keep(entryIn(body));
    } else note(entryIn(body));
  }

  return {
    note,
    notePlan() {
      size += 1;
      count('plan');
    },
    watch(page) {
      page.on('response', (response) => {
        const { pathname } = new URL(response.url());
        if (response.request().method() === 'GET' || !response.ok()) return;
        if (!isOfEntries(pathname)) return;
        readings.push(response.json().then((body) => noteAnswer(pathname, body)));
      });
    },
    size: () => size,
    entries: () => [...latest.values()],
    async expectKept(admin) {
      await Promise.all(readings);
      for (const acknowledged of latest.values()) {
        const { queue: kept } = await call(admin, getEntry, { id: acknowledged.id });
        const { id, status, notes, token, startedAt, endedAt } = acknowledged;
        // The response that a patient receives does not contain the staff's notes.
        const staffOnly = 'lastChange' in acknowledged ? { notes } : {};
        expect(kept).toMatchObject({ id, status, token, startedAt, endedAt, ...staffOnly });
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

/**
 * Whether a request to this path changes queue entries: an action on an entry, or work at a
 * counter.
 */
function isOfEntries(path: string): boolean {
  return (
    path.startsWith('/api/queues/') ||
    /^\/api\/hospital\/points\/[^/]+\/(?:call-next|call-again|finish)$/u.test(path)
  );
}

function entryIn(body: unknown): ReceivedEntry {
  return getEntry.reply.parse(body).queue;
}

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
