import { nameIn } from '@baari/contract/lines/line-names.ts';
import type { VisitLeft } from '@baari/contract/lines/visit-left.ts';
import type { Language } from '@baari/contract/languages.ts';
import { findAwaitedLine } from '../lines/visits/journey.store.ts';
import { readVisitLeft } from '../lines/visits/visit-left.query.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { EntryRow } from '../queue/queue.store.ts';

export interface VisitAhead {
  /**
   * The remaining time of a visit with several steps; a visit of one step has none, because its
   * wait is shown already.
   */
  readonly left: VisitLeft | undefined;
  /** The name of the closed line that the patient joins when it opens again. */
  readonly awaited: string | undefined;
}

/** What is still to come of the visit of an entry. */
export async function readVisitAhead(
  db: Queryable,
  entry: EntryRow,
  { language, now }: { readonly language: Language; readonly now: Date },
): Promise<VisitAhead> {
  const isOneStep = entry.visit_id === null && !entry.is_shared;
  const left = isOneStep ? undefined : await readVisitLeft(db, entry, now);
  const mayGoOn = entry.status === 'completed' && entry.visit_id !== null;
  const awaited = mayGoOn ? await findAwaitedLine(db, entry.id, now) : undefined;
  return { left, awaited: awaited && nameIn(awaited.name, awaited.names, language) };
}
