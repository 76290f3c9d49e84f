/**
 * Groups the rows of the audit trail for the screen. Repeated reads of one record are shown as one
 * item, and so are repeated saves of one note.
 */
import {
  type AuditAction,
  type AuditEntry,
  auditActionsByKind,
} from '@baari/contract/account/audit.ts';

/**
 * One item on the audit screen: the newest row of the audit trail, and older rows that are grouped
 * with it.
 */
export interface TrailLine {
  readonly newest: AuditEntry;
  readonly others: readonly AuditEntry[];
}

/** The longest time in ms between two reads that are grouped into one item. */
const togetherMs = 60 * 60_000;

const reads = new Set<AuditAction | null>(auditActionsByKind.read);

/**
 * Groups audit rows, which come newest first: a person's reads of one kind within an hour of each
 * other, and saves of one note during typing. Any other change in between starts a new group.
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
