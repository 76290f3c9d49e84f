/**
 * Applies staff events about patients' answers before visits to the list that every staff screen
 * shows [ASSESS-2, ASSESS-3].
 */
import type { PublishedAssessment, ListedAssessment } from '@baari/contract/visit/assessment.ts';
import { isOpenStatus } from '@baari/contract/constants.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import {
  assessmentsQuery,
  assessmentsRoot,
  insightsRoot,
  watchQuery,
} from '../api/queries/assessment-queries.ts';
import { refetchBelow } from '../api/refetch.ts';
import { byText } from '../i18n/name-order.ts';

/**
 * Applies an event about patients' answers, unless a later event has been applied, and fetches the
 * answers that are open on screen again. A server of the previous release sends no language, so the
 * list is then fetched again.
 */
export function takeInAssessment(
  client: QueryClient,
  { assessment: published, language }: Pick<PublishedAssessment, 'assessment' | 'language'>,
): void {
  for (const id of [published.visitId, published.entryId, published.appointmentId]) {
    if (id !== null) refetchBelow(client, insightsRoot(id));
  }
  const mark = markOf(client);
  if (mark === undefined || language === undefined) return readCounts(client);
  const { queryKey: key } = assessmentsQuery(mark, language);
  const state = client.getQueryState(key);
  const shown = client.getQueryData(key) ?? [];
  const known = shown.find(({ visitId }) => visitId === published.visitId);
  if (known === undefined || known.version < published.version) {
    const others = shown.filter((each) => each !== known);
    client.setQueryData(key, [...others, published].toSorted(byAlert));
  }
  // Lists in a language that is no longer shown are dropped.
  client.removeQueries({
    queryKey: assessmentsRoot(mark),
    predicate: ({ queryKey }) => queryKey.at(-1) !== language,
    type: 'inactive',
  });
  // A pending answer may be older than the event, so the list is refetched.
  if (state?.fetchStatus === 'fetching') refetchBelow(client, key);
}

/**
 * Removes the answers of an ended queue entry from the list. If the visit continues in another
 * queue entry, the counts are fetched again.
 */
export function followEntry(client: QueryClient, entry: StaffEntry): void {
  const mark = markOf(client);
  if (mark === undefined) return;
  const lists = client.getQueriesData<ListedAssessment[]>({ queryKey: assessmentsRoot(mark) });
  for (const [key, shown = []] of lists) followIn(client, key, shown, entry);
}

function followIn(
  client: QueryClient,
  key: QueryKey,
  shown: readonly ListedAssessment[],
  entry: StaffEntry,
): void {
  if (shown.length === 0) return;
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
    if (hasCome || entry.doctor.service !== null) readCounts(client);
  }
}

function markOf(client: QueryClient): string | undefined {
  return client.getQueryData(watchQuery().queryKey)?.mark;
}

/**
 * Fetches the counts of answers and alerts again; if `mark` has changed, the list of answers too.
 * The components that use the data show a failure.
 */
function readCounts(client: QueryClient): void {
  refetchBelow(client, watchQuery().queryKey);
}

/**
 * Sorts answers as the server does: those with unacknowledged alerts first, and among these the
 * longest open alert.
 */
function byAlert({ alert: one }: ListedAssessment, { alert: other }: ListedAssessment): number {
  const rank = (alert: ListedAssessment['alert']) =>
    alert === null ? 2 : Number(alert.acknowledgedAt !== null);
  return rank(one) - rank(other) || byText(one?.dueAt ?? '', other?.dueAt ?? '');
}
