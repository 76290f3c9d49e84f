/** What staff are told of answers before visits, carried into the list that every screen of theirs shows [ASSESS-2, ASSESS-3]. */
import type { ListedAssessment } from '@baari/contract/assessment.ts';
import { isOpenStatus } from '@baari/contract/constants.ts';
import type { StaffEntry } from '@baari/contract/queue.ts';
import type { QueryClient } from '@tanstack/react-query';
import { assessmentsQuery, insightsQuery, watchQuery } from '../api/assessment-queries.ts';

/** Shows what was told, unless something later is there already; opened answers are read anew. */
export function takeInAssessment(client: QueryClient, told: ListedAssessment): void {
  const { state, key, shown } = listOf(client);
  if (key === undefined) return readAnew(client);
  const known = shown.find(({ visitId }) => visitId === told.visitId);
  if (known === undefined || known.version < told.version) {
    const others = shown.filter((each) => each !== known);
    client.setQueryData(key, [...others, told].toSorted(byAlert));
  }
  // An answer under way may be older than what was told.
  if (state?.fetchStatus === 'fetching') void client.invalidateQueries({ queryKey: key });
  for (const id of [told.visitId, told.entryId, told.appointmentId]) {
    if (id !== null) void client.invalidateQueries({ queryKey: insightsQuery(id).queryKey });
  }
}

/** Of an entry that ended, the answers are no longer listed; whose visit goes on in another entry is asked. */
export function followEntry(client: QueryClient, entry: StaffEntry): void {
  const { key, shown } = listOf(client);
  if (key === undefined || shown.length === 0) return;
  const known = shown.find(({ entryId }) => entryId === entry.id);
  if (known !== undefined && !isOpenStatus(entry.status)) {
    client.setQueryData(
      key,
      shown.filter((each) => each !== known),
    );
  } else if (known === undefined && isOpenStatus(entry.status)) {
    const { booking } = entry;
    const hasCome = shown.some(
      (each) => each.entryId === null && each.appointmentId === booking?.id,
    );
    if (hasCome || entry.doctor.service !== null) readAnew(client);
  }
}

function listOf(client: QueryClient) {
  const mark = client.getQueryData(watchQuery().queryKey)?.mark;
  const key = mark === undefined ? undefined : assessmentsQuery(mark).queryKey;
  const state = key && client.getQueryState(key);
  return { key, state, shown: (key && client.getQueryData(key)) ?? [] };
}

/** The counts, and the list behind them where their mark is another; a failure shows where they are used. */
function readAnew(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: watchQuery().queryKey });
}

/** As the server lists them: alerts that nobody has seen to first, the longest open before the others. */
function byAlert({ alert: one }: ListedAssessment, { alert: other }: ListedAssessment): number {
  const rank = (alert: ListedAssessment['alert']) =>
    alert === null ? 2 : Number(alert.acknowledgedAt !== null);
  return rank(one) - rank(other) || (one?.dueAt ?? '').localeCompare(other?.dueAt ?? '');
}
