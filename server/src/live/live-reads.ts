/**
 * Records in the audit trail which patients staff saw over the live stream. Each visit is recorded
 * once per session, however many events there are. Rows are written in batches a moment later, so
 * that no screen waits for them. A crash within that moment loses the rows [SEC-13].
 */
import type { StaffMember } from '../platform/actor.ts';
import { recordAudits } from '../platform/audit/audit.store.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { ShownEntry } from './live.view.ts';

export interface Reader {
  readonly actor: StaffMember;
  /** The network address of the stream's client. */
  readonly address: string;
}

export interface LiveReads {
  /** Records that an entry was just shown to a reader of the live stream. */
  note(reader: Reader, entry: ShownEntry): void;
  /** Writes the remaining audit rows and stops. */
  close(): Promise<void>;
}

export interface LiveReadsOptions {
  readonly db: Queryable;
  readonly clock: Clock;
  /** Called when audit rows could not be written. The write is then tried again. */
  readonly onError: (error: unknown) => void;
}

const writeEveryMs = 1000;
/**
 * How long the stream remembers that a session has read a visit: at least this time, at most twice.
 * If the visit has no event in that time, the next read gets a new audit row.
 */
const rememberedMs = 2 * 60 * 60_000;

/** The entries shown to one session that have no audit row yet. */
interface Unwritten extends Reader {
  readonly what: ShownEntry['what'];
  readonly doctorId: string;
  readonly patientIds: Set<string>;
}

export function makeLiveReads({ db, clock, onError }: LiveReadsOptions): LiveReads {
  /**
   * The entries already recorded in the audit trail, by session. `recent` contains the entries of
   * the current period, `earlier` those of the period before.
   */
  let recent = new Map<string, Set<string>>();
  let earlier = new Map<string, Set<string>>();
  let unwritten = new Map<string, Unwritten>();
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const forgetting = setInterval(() => {
    earlier = recent;
    recent = new Map();
  }, rememberedMs);
  forgetting.unref();

  function shownTo(sessionId: string): Set<string> {
    const shown = recent.get(sessionId) ?? earlier.get(sessionId) ?? new Set<string>();
    recent.set(sessionId, shown);
    return shown;
  }

  function writeSoon(): void {
    if (isClosed || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      writing = write();
    }, writeEveryMs);
    timer.unref();
  }

  async function write(): Promise<void> {
    const rows = unwritten;
    if (rows.size === 0) return;
    unwritten = new Map();
    try {
      await recordAudits(
        db,
        clock.now(),
        [...rows.values()].map(({ what, actor, address, doctorId, patientIds }) => ({
          actor,
          address,
          action: what === 'line' ? 'read line live' : 'read assessments',
          patientIds: [...patientIds],
          details: { doctorId },
        })),
      );
    } catch (error) {
      onError(error);
      putBack(rows);
      writeSoon();
    }
  }

  function putBack(rows: ReadonlyMap<string, Unwritten>): void {
    for (const [key, row] of rows) {
      const since = unwritten.get(key);
      const patientIds = new Set([...row.patientIds, ...(since?.patientIds ?? [])]);
      unwritten.set(key, { ...row, patientIds });
    }
  }

  return {
    note(reader, { what, id, doctorId, patientId }) {
      const { sessionId } = reader.actor;
      const shown = shownTo(sessionId);
      if (shown.has(`${what} ${id}`)) return;
      shown.add(`${what} ${id}`);
      const key = `${sessionId} ${what} ${doctorId}`;
      const patientIds = new Set<string>();
      const row = unwritten.get(key) ?? { what, ...reader, doctorId, patientIds };
      row.patientIds.add(patientId);
      unwritten.set(key, row);
      writeSoon();
    },
    async close() {
      isClosed = true;
      clearInterval(forgetting);
      clearTimeout(timer);
      await writing;
      await write();
    },
  };
}
