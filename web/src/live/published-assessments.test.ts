import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListedAssessment } from '@baari/contract/visit/assessment.ts';
import { QueryClient } from '@tanstack/react-query';
import { assessmentsQuery, insightsQuery, watchQuery } from '../api/queries/assessment-queries.ts';
import { makeEntry } from './hospital-model.test-data.ts';
import { queueCacheOf } from './queue-cache.ts';
import { followEntry, takeInAssessment } from './published-assessments.ts';

const watch = (mark: string) => ({ alerts: 0, overdue: 0, mark });

function published(visitId: string, more: Partial<ListedAssessment> = {}): ListedAssessment {
  return {
    visitId,
    entryId: visitId,
    appointmentId: null,
    patient: { id: `patient-${visitId}`, name: 'Asha Rao' },
    token: 'C-001',
    doctorName: 'Dr. Rao',
    state: 'begun',
    alert: null,
    version: 1,
    ...more,
  };
}

const inHindi = (assessment: ListedAssessment) => ({ assessment, language: 'hi' as const });

const alert = {
  signs: [{ en: 'Chest pain', hi: 'सीने में दर्द' }],
  raisedAt: '2026-03-12T05:40:00.000Z',
  dueAt: '2026-03-12T05:45:00.000Z',
  acknowledgedAt: null,
};

function makeClient(list?: ListedAssessment[]) {
  const client = new QueryClient();
  client.setQueryData(watchQuery().queryKey, watch('1-1'));
  const { queryKey } = assessmentsQuery('1-1', 'hi');
  if (list) client.setQueryData(queryKey, list);
  const shown = () =>
    client.getQueryData(queryKey)?.map(({ visitId, version }) => [visitId, version]);
  return { client, shown, queryKey };
}

test('a patient’s new answers appear in the staff’s list at once, and unseen emergency alerts come first [ASSESS-2, ASSESS-3]', () => {
  const { client, shown } = makeClient([published('a'), published('b')]);
  takeInAssessment(client, inHindi(published('c', { alert })));
  assert.deepEqual(shown(), [
    ['c', 1],
    ['a', 1],
    ['b', 1],
  ]);
  takeInAssessment(client, inHindi(published('b', { state: 'ready', version: 2 })));
  assert.deepEqual(shown(), [
    ['c', 1],
    ['a', 1],
    ['b', 2],
  ]);
  client.clear();
});

test('when two updates about answers arrive in the wrong order, the later answers stay [ASSESS-2]', () => {
  const { client, queryKey } = makeClient([published('a')]);
  const seen = { ...alert, acknowledgedAt: '2026-03-12T05:41:00.000Z' };
  takeInAssessment(client, inHindi(published('a', { alert: seen, version: 3 })));
  takeInAssessment(client, inHindi(published('a', { alert, version: 2 })));
  assert.notEqual(client.getQueryData(queryKey)?.[0]?.alert?.acknowledgedAt, null);
  client.clear();
});

test('the first answers that a hospital’s patients give to the questions before the visit appear without reloading [ASSESS-2]', () => {
  const { client, shown } = makeClient();
  takeInAssessment(client, inHindi(published('a', { alert })));
  assert.deepEqual(shown(), [['a', 1]]);
  client.clear();
});

test('a live update of answers in one language changes the list in that language, and lists in other languages are removed from memory [ASSESS-2, ENT-9]', () => {
  const { client, shown } = makeClient([published('a')]);
  const { queryKey: inTamil } = assessmentsQuery('1-1', 'ta');
  client.setQueryData(inTamil, [published('a')]);
  takeInAssessment(client, inHindi(published('a', { alert, version: 2 })));
  assert.deepEqual(shown(), [['a', 2]]);
  assert.equal(client.getQueryData(inTamil), undefined);
  assert.equal(client.getQueryState(watchQuery().queryKey)?.isInvalidated, false);
  // A server of the previous release sends no language with the event.
  takeInAssessment(client, { assessment: published('a', { version: 3 }) });
  assert.equal(client.getQueryState(watchQuery().queryKey)?.isInvalidated, true);
  client.clear();
});

test('a patient who has left disappears from the list of answers, and answers shown on the screen are loaded again when they change [ASSESS-3]', () => {
  const { client, shown } = makeClient([published('a'), published('b')]);
  const insights = insightsQuery('a', 'hi').queryKey;
  client.getQueryCache().build(client, { queryKey: insights });
  client.getQueryCache().find({ queryKey: insights })?.setState({ status: 'success' });
  takeInAssessment(client, inHindi(published('a', { state: 'ready', version: 2 })));
  assert.equal(client.getQueryState(insights)?.isInvalidated, true);
  followEntry(client, { ...makeEntry('a', 'd1', 0), status: 'completed' });
  assert.deepEqual(shown(), [['b', 1]]);
  client.clear();
});

test('the number of patients’ answers is loaded again when a booked patient with answers checks in, and for nobody else [ASSESS-4]', () => {
  const { client } = makeClient([
    published('booking', { entryId: null, appointmentId: 'booking' }),
  ]);
  const isAsked = () => client.getQueryState(watchQuery().queryKey)?.isInvalidated;
  followEntry(client, { ...makeEntry('x', 'd1', 1), status: 'waiting', booking: null });
  assert.equal(isAsked(), false);
  const at = '2026-03-12T05:40:00.000Z';
  const booking = { id: 'booking', startsAt: at, dueAt: at };
  followEntry(client, { ...makeEntry('y', 'd1', 1), status: 'waiting', booking });
  assert.equal(isAsked(), true);
  client.clear();
});

test('when live updates may have been missed, the number of patients’ answers is loaded again [INV-6, ASSESS-2]', () => {
  const { client } = makeClient([published('a')]);
  queueCacheOf(client).apply({ type: 'reset', data: { reason: 'events_not_kept' } }, false);
  assert.equal(client.getQueryState(watchQuery().queryKey)?.isInvalidated, true);
  client.clear();
});
