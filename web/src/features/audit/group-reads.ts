/**
 * Groups audit rows for the audit screen. Repeated reads of one record become one line, and so do
 * the saves of one note.
 */
import {
  type AuditAction,
  type AuditEntry,
  auditActionsByKind,
} from '@baari/contract/account/audit.ts';

/** One line: the newest row first, and at least one. */
export interface TrailLine {
  readonly newest: AuditEntry;
  readonly others: readonly AuditEntry[];
}

/** Reads further apart than this are separate lines, in ms. */
const togetherMs = 60 * 60_000;

const reads = new Set<AuditAction | null>(auditActionsByKind.read);

/**
 * Rows come newest first. A read joins the previous line of the same person and action within an
 * hour, unless another kind of action lies between. So changes keep their place among the reads.
 * The saves of a note while typing are one line, unless the writer does something else.
 */
export function groupReads(entries: readonly AuditEntry[]): TrailLine[] {
  const lines: { newest: AuditEntry; others: AuditEntry[] }[] = [];
  let open = new Map<string, { newest: AuditEntry; others: AuditEntry[] }>();
  for (const entry of entries) {
    const isRead = reads.has(entry.action) && entry.outcome === 'ok';
    const isTyped = entry.action === "write the visit's note" && entry.outcome === 'ok';
    const about = isTyped ? entry.patients.map(({ id }) => id).join(' ') : '';
    const key = `${entry.person.id} ${entry.role} ${entry.action} ${about}`;
    const line = isRead || isTyped ? open.get(key) : undefined;
    if (!isRead) open = new Map(isTyped && line !== undefined ? [[key, line]] : []);
    const last = line === undefined ? undefined : (line.others.at(-1) ?? line.newest);
    if (line && last && Date.parse(last.at) - Date.parse(entry.at) <= togetherMs) {
      line.others.push(entry);
    } else {
      const made = { newest: entry, others: [] };
      lines.push(made);
      if (isRead || isTyped) open.set(key, made);
    }
  }
  return lines;
}
