/** What staff are told of answers before visits, carried into the list that every screen of theirs shows [ASSESS-2, ASSESS-3]. */
import type { AssessmentTold, ListedAssessment } from '@baari/contract/visit/assessment.ts';
import { isOpenStatus } from '@baari/contract/constants.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import {
  assessmentsQuery,
  assessmentsRoot,
  insightsRoot,
  watchQuery,
} from '../api/queries/assessment-queries.ts';
import { readAnew } from '../api/read-anew.ts';
import { byText } from '../i18n/name-order.ts';

/**
 * Shows what was told, unless something later is there already; opened answers are read anew. A server of the release
 * before tells in every language, and what it told is read.
 */
export function takeInAssessment(
  client: QueryClient,
  { assessment: told, language }: Pick<AssessmentTold, 'assessment' | 'language'>,
): void {
  for (const id of [told.visitId, told.entryId, told.appointmentId]) {
    if (id !== null) readAnew(client, insightsRoot(id));
  }
  const mark = markOf(client);
  if (mark === undefined || language === undefined) return readCounts(client);
  const { queryKey: key } = assessmentsQuery(mark, language);
  const state = client.getQueryState(key);
  const shown = client.getQueryData(key) ?? [];
  const known = shown.find(({ visitId }) => visitId === told.visitId);
  if (known === undefined || known.version < told.version) {
    const others = shown.filter((each) => each !== known);
    client.setQueryData(key, [...others, told].toSorted(byAlert));
  }
  // In the words of a language that nobody reads here any more.
  client.removeQueries({
    queryKey: assessmentsRoot(mark),
    predicate: ({ queryKey }) => queryKey.at(-1) !== language,
    type: 'inactive',
  });
  // An answer under way may be older than what was told.
  if (state?.fetchStatus === 'fetching') readAnew(client, key);
}

/** Of an entry that ended, the answers are no longer listed; whose visit goes on in another entry is asked. */
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

/** The counts, and the list behind them where their mark is another; a failure shows where they are used. */
function readCounts(client: QueryClient): void {
  readAnew(client, watchQuery().queryKey);
}

/** As the server lists them: alerts that nobody has seen to first, the longest open before the others. */
function byAlert({ alert: one }: ListedAssessment, { alert: other }: ListedAssessment): number {
  const rank = (alert: ListedAssessment['alert']) =>
    alert === null ? 2 : Number(alert.acknowledgedAt !== null);
  return rank(one) - rank(other) || byText(one?.dueAt ?? '', other?.dueAt ?? '');
}
