/** Rows of the trail as lines of the screen: what somebody read again and again is one of them. */
import { type AuditAction, type AuditEntry, auditActionsByKind } from '@baari/contract/audit.ts';

/** One line: the newest row first, and at least one. */
export interface TrailLine {
  readonly newest: AuditEntry;
  readonly others: readonly AuditEntry[];
}

/** Reads further apart than this are told apart. */
const togetherMs = 60 * 60_000;

const reads = new Set<AuditAction | null>(auditActionsByKind.read);

/**
 * Rows come newest first. A read joins the line of the same person and action, unless something else
 * than reads lies between, or more than an hour: what was done keeps its place among what was read.
 */
export function groupReads(entries: readonly AuditEntry[]): TrailLine[] {
  const lines: { newest: AuditEntry; others: AuditEntry[] }[] = [];
  let open = new Map<string, { newest: AuditEntry; others: AuditEntry[] }>();
  for (const entry of entries) {
    const isRead = reads.has(entry.action) && entry.outcome === 'ok';
    if (!isRead) open = new Map();
    const key = `${entry.person.id} ${entry.role} ${entry.action}`;
    const line = isRead ? open.get(key) : undefined;
    const last = line === undefined ? undefined : (line.others.at(-1) ?? line.newest);
    if (line && last && Date.parse(last.at) - Date.parse(entry.at) <= togetherMs) {
      line.others.push(entry);
    } else {
      const made = { newest: entry, others: [] };
      lines.push(made);
      if (isRead) open.set(key, made);
    }
  }
  return lines;
}
