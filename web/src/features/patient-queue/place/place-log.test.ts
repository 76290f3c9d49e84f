import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { QueueStatus } from '@baari/contract/constants.ts';
import {
  changesOf,
  changesOfVisit,
  emptyPlaceLog,
  emptyPlaceLogs,
  observe,
  observeAll,
  type PastStop,
  type PlaceLog,
} from './place-log.ts';

type Seen = NonNullable<PlaceLog['entry']>;

function seen(
  status: QueueStatus,
  position: number,
  id = 'e1',
  visitId: string | null = null,
): Seen {
  return {
    id,
    visitId,
    status,
    position,
    joinedAt: '2026-11-20T04:30:00.000Z',
    approvedAt: status === 'pending_approval' ? null : '2026-11-20T04:35:00.000Z',
    startedAt: status === 'in_progress' ? '2026-11-20T05:10:00.000Z' : null,
    hold: null,
    placeChanges: [],
    urgency: 'medium',
    urgencyChange: null,
    booking: null,
    moved: null,
  };
}

function watch(...entries: (Seen | null)[]): PlaceLog {
  return entries.reduce((log, entry, index) => observe(log, entry, index * 1000), emptyPlaceLog);
}

describe('the changes of a place', () => {
  it('opening the page announces nothing to screen readers, because the page itself shows the place [PAT-11]', () => {
    assert.equal(watch(seen('waiting', 4)).announcement, undefined);
  });

  it('loading the same place in line again announces nothing [PAT-11]', () => {
    const log = watch(seen('waiting', 4), seen('waiting', 3));
    assert.equal(observe(log, seen('waiting', 3), 9000), log);
  });

  it('a screen reader announces an approval together with the place in line [PAT-11]', () => {
    const log = watch(seen('pending_approval', 0), seen('waiting', 6));
    assert.deepEqual(log.announcement, { kind: 'approved', place: 6 });
    assert.deepEqual(log.moves, []);
  });

  it('My Queue lists each change of the patient’s place in line with the old place, the new place and the time, newest first [PAT-11]', () => {
    const log = watch(seen('waiting', 4), seen('waiting', 3), seen('waiting', 5));
    assert.deepEqual(log.moves, [
      { kind: 'moved', at: 2000, from: 3, to: 5 },
      { kind: 'moved', at: 1000, from: 4, to: 3 },
    ]);
    assert.deepEqual(log.announcement, { kind: 'place', place: 5 });
  });

  it('the list of changes on My Queue shows a move to another doctor, and not a change of the order [PAT-11]', () => {
    const at = '2026-11-20T05:00:00.000Z';
    const moved = { from: 'Dr. Rao', fromId: 'd0', at };
    const entry = { ...seen('waiting', 5), moved };
    const move = { kind: 'moved', at: Date.parse(at) + 900, from: 2, to: 5 } as const;
    const changes = changesOf(entry, [move]);
    assert.deepEqual(changes[0], { kind: 'transferred', at: Date.parse(at), name: 'Dr. Rao' });
    assert.ok(changes.every(({ kind }) => kind !== 'moved'));
    const later = { ...move, at: Date.parse(at) + 600_000 };
    assert.deepEqual(changesOf(entry, [later])[0], later);
  });

  it('when the patient is called, a screen reader announces the call, and not a move in the line [PAT-11]', () => {
    const log = watch(seen('waiting', 1), seen('in_progress', 0));
    assert.deepEqual(log.announcement, { kind: 'turn' });
    assert.deepEqual(log.moves, []);
  });

  it('a screen reader announces that the patient left the line, and another visit starts a new list of changes [PAT-11]', () => {
    const left = watch(seen('waiting', 3), seen('waiting', 2), null);
    assert.deepEqual(left.announcement, { kind: 'ended' });
    const again = observe(left, seen('pending_approval', 0, 'e2'), 9000);
    assert.equal(again.announcement, undefined);
    assert.deepEqual(again.moves, []);
  });

  it('a change of the patient’s place with a reason is listed once on My Queue, with the reason [INV-12, PAT-11]', () => {
    const at = '2026-11-20T05:00:00.000Z';
    const change = { at, from: 2, to: 3, reason: 'urgent' as const, own: false };
    const moves = [{ kind: 'moved' as const, at: Date.parse(at) + 400, from: 2, to: 3 }];
    const announced = changesOf({ ...seen('waiting', 3), placeChanges: [change] }, moves);
    assert.deepEqual(announced[0], { ...change, kind: 'reordered', at: Date.parse(at) });
    assert.equal(announced.filter(({ kind }) => kind === 'moved').length, 0);
  });

  it('a screen reader announces a missed call, and also a second missed call [PAT-11]', () => {
    const missed = (calledAt: string) => ({
      ...seen('waiting', 2),
      hold: { calledAt, calls: 1, backAt: null },
    });
    const once = watch(seen('waiting', 1), missed('2026-11-20T05:00:00.000Z'));
    assert.deepEqual(once.announcement, { kind: 'missed' });
    const again = observe(once, missed('2026-11-20T05:05:00.000Z'), 9000);
    assert.notEqual(again, once);
  });

  it('after a missed call a screen reader announces no place in line until the patient is back [PAT-11]', () => {
    const hold = { calledAt: '2026-11-20T05:00:00.000Z', calls: 1, backAt: null };
    const away = (position: number) => ({ ...seen('waiting', position), hold });
    assert.equal(watch(away(2), away(3)).announcement, undefined);
    const back = { ...seen('waiting', 1), hold: { ...hold, backAt: '2026-11-20T05:09:00.000Z' } };
    assert.deepEqual(watch(away(2), back).announcement, { kind: 'place', place: 1 });
  });

  it('after a reload My Queue still lists request, approval and call, and sorts moves in the line among them by time [PAT-11]', () => {
    const moves = [
      { kind: 'moved' as const, at: Date.parse('2026-11-20T04:50:00Z'), from: 2, to: 1 },
    ];
    const kinds = changesOf(seen('in_progress', 0), moves).map(({ kind }) => kind);
    assert.deepEqual(kinds, ['called', 'moved', 'approved', 'requested']);
  });

  it('a patient with an appointment reads on My Queue that they checked in, and not that a request was approved [APPT-1]', () => {
    const at = '2026-11-20T04:35:00.000Z';
    const booking = { id: 'b1', startsAt: at, dueAt: at };
    const came = { ...seen('waiting', 2), joinedAt: at, approvedAt: at, booking };
    assert.deepEqual(changesOf(came, []), [{ kind: 'arrived', at: Date.parse(at) }]);
  });

  it('a patient whom staff added to the line reads that staff did so, and nothing about an appointment [DESK-8, PAT-11]', () => {
    const at = '2026-11-20T04:35:00.000Z';
    const put = { ...seen('waiting', 2), joinedAt: at, approvedAt: at };
    assert.deepEqual(changesOf(put, []), [{ kind: 'approved', at: Date.parse(at) }]);
  });

  it('a patient forwarded to a later step reads that staff forwarded them, and not that a request was approved [LINE-3, PAT-11]', () => {
    const at = '2026-11-20T04:35:00.000Z';
    const booking = { id: 'b1', startsAt: at, dueAt: at };
    for (const stop of [
      seen('waiting', 2, 'e2', 'e1'),
      { ...seen('waiting', 2, 'e2', 'e1'), booking },
    ]) {
      const sent = { ...stop, joinedAt: at, approvedAt: at };
      assert.deepEqual(changesOf(sent, []), [{ kind: 'sentOn', at: Date.parse(at) }]);
    }
  });

  it('changes from earlier steps of a visit are sorted by time among the other changes on My Queue [LINE-4, PAT-11]', () => {
    const end = '2026-11-20T05:20:00.000Z';
    const doctor: PastStop = {
      ...seen('completed', 0, 'e1', 'e1'),
      startedAt: '2026-11-20T05:10:00.000Z',
      endedAt: end,
    };
    const tests: PastStop = {
      ...seen('waiting', 2, 'e2', 'e1'),
      joinedAt: end,
      approvedAt: end,
      endedAt: null,
    };
    assert.deepEqual(
      changesOfVisit(tests, [doctor], []).map(({ change, stop }) => [stop.id, change.kind]),
      [
        ['e2', 'sentOn'],
        ['e1', 'done'],
        ['e1', 'called'],
        ['e1', 'approved'],
        ['e1', 'requested'],
      ],
    );
  });
});

describe('the changes of several places', () => {
  it('each person’s place has its own list of changes, and the latest change is announced with that person’s name [PAT-11, PROF-1]', () => {
    const first = observeAll(emptyPlaceLogs(), [seen('waiting', 4), seen('waiting', 2, 'e2')], 0);
    assert.equal(first.said, undefined);
    const moved = observeAll(first, [seen('waiting', 4), seen('waiting', 1, 'e2')], 1000);
    assert.equal(moved.said?.entry.id, 'e2');
    assert.deepEqual(moved.said?.announcement, { kind: 'place', place: 1 });
    assert.equal(moved.byEntry.get('e1')?.log.moves.length, 0);
    const called = observeAll(moved, [seen('in_progress', 0, 'e2'), seen('waiting', 4)], 2000);
    assert.deepEqual(called.said?.announcement, { kind: 'turn' });
  });

  it('a screen reader announces the end of one place while another place continues, and announces no unchanged place [PAT-11, PROF-1]', () => {
    const both = observeAll(emptyPlaceLogs(), [seen('waiting', 4), seen('waiting', 2, 'e2')], 0);
    const one = observeAll(both, [seen('waiting', 4)], 1000);
    assert.deepEqual(one.said?.announcement, { kind: 'ended' });
    assert.equal(one.said?.entry.id, 'e2');
    assert.equal(observeAll(one, [seen('waiting', 4)], 2000), one);
    assert.equal(observeAll(observeAll(one, [], 3000), [], 4000).said?.entry.id, 'e1');
  });

  it('if staff restore a patient’s ended visit, a screen reader announces this with the restored place in line [DESK-1, PAT-11]', () => {
    const there = observeAll(emptyPlaceLogs(), [seen('waiting', 2)], 0);
    const gone = observeAll(there, [], 1000);
    assert.deepEqual(gone.said?.announcement, { kind: 'ended' });
    const back = observeAll(gone, [seen('waiting', 2)], 2000);
    assert.deepEqual(back.said?.announcement, { kind: 'place', place: 2 });
    assert.equal(observeAll(gone, [seen('pending_approval', 0)], 2000).said, undefined);
    const inside = observeAll(gone, [seen('in_progress', 0)], 2000);
    assert.deepEqual(inside.said?.announcement, { kind: 'turn' });
  });

  it('a screen reader announces that a patient was forwarded with the new place in line, and never as the end of the visit [LINE-4, PAT-11]', () => {
    const inside = observeAll(emptyPlaceLogs(), [seen('in_progress', 0)], 0);
    const sent = seen('waiting', 3, 'e2', 'e1');
    const atOnce = observeAll(inside, [sent], 1000);
    assert.deepEqual(atOnce.said?.announcement, { kind: 'sentOn', place: 3 });
    assert.equal(atOnce.said?.entry.id, 'e2');
    // The event that a step of the visit has ended may arrive before the event about the next step.
    const later = observeAll(observeAll(inside, [], 1000), [sent], 1200);
    assert.deepEqual(later.said?.announcement, { kind: 'sentOn', place: 3 });
    const served = observeAll(atOnce, [seen('in_progress', 0, 'e2', 'e1')], 2000);
    const over = observeAll(served, [], 3000);
    assert.deepEqual(over.said?.announcement, { kind: 'stopOver' });
    const undone = observeAll(atOnce, [seen('in_progress', 0, 'e1', 'e1')], 2000);
    assert.deepEqual(undone.said?.announcement, { kind: 'turn' });
    const another = observeAll(inside, [seen('waiting', 3, 'e7')], 1000);
    assert.deepEqual(another.said?.announcement, { kind: 'ended' });
  });

  it('a change of the patient’s urgency by staff is listed on My Queue with its time [INV-12, PAT-11]', () => {
    const urgencyChange = { stated: 'low' as const, at: '2026-11-20T04:40:00.000Z', reason: null };
    const entry = { ...seen('waiting', 2), urgency: 'high' as const, urgencyChange };
    assert.deepEqual(changesOf(entry, [])[0], {
      kind: 'urgency',
      at: Date.parse(urgencyChange.at),
      urgency: 'high',
    });
  });
});
