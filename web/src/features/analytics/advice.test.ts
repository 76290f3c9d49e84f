import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Analytics, PeriodFigures } from '@baari/contract/hospital/analytics.ts';
import { adviceFrom } from './advice.ts';

function figuresOf(called: number, waitMedian: number | null): PeriodFigures {
  return {
    arrivals: called,
    called,
    completed: called,
    noShow: 0,
    rejected: 0,
    cancelled: 0,
    waitMedian,
    waitP90: null,
    onSiteMedian: null,
    onSiteVisits: 0,
    promises: called,
    promisesKept: called,
  };
}

function period(parts: Partial<Analytics>, total: Partial<PeriodFigures> = {}): Analytics {
  return {
    from: '2026-03-02',
    to: '2026-03-15',
    today: '2026-03-15',
    timeZone: 'Asia/Kolkata',
    total: { ...figuresOf(600, 20), perHour: 4, ...total },
    days: [],
    hours: [],
    doctors: [],
    urgencies: [],
    flow: null,
    keptTimes: {
      moments: [],
      states: [],
      ahead: [],
      visits: { promises: 0, kept: 0, inside: 0 },
    },
    onSite: {
      from: '2025-03-15',
      to: '2026-03-15',
      remoteVisits: 0,
      walkInVisits: 0,
      missingVisits: 400,
      saved: null,
      idlePerHour: null,
      absentShare: null,
    },
    withinMinutes: 0,
    showsKeptTimes: false,
    hospitalId: '6f1b2f6e-6a55-4b8f-9d10-0a8b4b6f5c01',
    ...parts,
  };
}

function listOf(figures: Analytics) {
  const advised = adviceFrom(figures);
  assert.equal(advised.kind, 'advice');
  return advised.kind === 'advice' ? advised.list : [];
}

test('the analytics page gives no advice with too few visits, and says how many more visits are needed [ADM-8]', () => {
  assert.deepEqual(adviceFrom(period({}, figuresOf(99, 50))), {
    kind: 'too_few',
    visits: 99,
    needed: 100,
  });
});

test('the analytics page gives no advice if the figures differ only a little [ADM-8]', () => {
  const hours = [8, 9, 10].map((hour) => ({ hour, ...figuresOf(200, 20 + hour - 9) }));
  assert.deepEqual(listOf(period({ hours })), []);
});

test('the advice on the analytics page names the hours with the longest waits, with their wait and the usual wait [ADM-8]', () => {
  const wait = (hour: number) => (hour >= 10 && hour < 12 ? 40 : 18);
  const hours = [8, 9, 10, 11, 12].map((hour) => ({ hour, ...figuresOf(120, wait(hour)) }));
  assert.deepEqual(listOf(period({ hours })), [
    { kind: 'slow_hours', from: 10, to: 12, minutes: 40, usual: 20, visits: 240 },
  ]);
});

test('the advice on the analytics page names no hour with few requests, and no wait that is only a few minutes longer [ADM-8]', () => {
  const hours = [
    { hour: 7, ...figuresOf(29, 90) },
    { hour: 8, ...figuresOf(300, 27) },
  ];
  assert.deepEqual(listOf(period({ hours })), []);
});

test('the advice on the analytics page names a weekday that is busier and slower, but not if only one date was so [ADM-8]', () => {
  const day = (date: number, called: number, wait: number) => {
    return { day: `2026-03-${String(date).padStart(2, '0')}`, ...figuresOf(called, wait) };
  };
  const mondays = [day(2, 60, 40), day(9, 60, 40)];
  const others = [3, 4, 5, 6, 10, 11].map((date) => day(date, 40, 18));
  const [found] = listOf(period({ days: [...mondays, ...others] }));
  assert.ok(found?.kind === 'busy_weekday');
  assert.deepEqual([found.weekday, found.more, found.minutes], [1, 0.5, 40]);
  assert.deepEqual(listOf(period({ days: [...mondays.slice(0, 1), ...others] })), []);
});

test('the advice on the analytics page names the doctor with the longest wait, and a colleague of the department who has time [ADM-8]', () => {
  const doctorOf = (name: string, called: number, wait: number, department = 'Medicine') => {
    return { doctor: { id: name, name, department }, perHour: 4, ...figuresOf(called, wait) };
  };
  const busy = doctorOf('Dr. Rao', 200, 45);
  const heart = doctorOf('Dr. Shah', 90, 3, 'Cardiology');
  const [found] = listOf(period({ doctors: [doctorOf('Dr. Iyer', 90, 9), heart, busy] }));
  assert.deepEqual(found, {
    kind: 'long_line',
    doctor: 'Dr. Rao',
    minutes: 45,
    usual: 20,
    visits: 200,
    other: { name: 'Dr. Iyer', minutes: 9 },
  });
  const [alone] = listOf(period({ doctors: [busy, heart, doctorOf('Dr. New', 5, 1)] }));
  assert.ok(alone?.kind === 'long_line' && alone.other === null);
});

test('the advice on the analytics page reports many no-shows and many wrong wait times with their share [ADM-8]', () => {
  const absent = listOf(period({}, { completed: 500, noShow: 100 }));
  assert.deepEqual(
    absent.map(({ kind }) => kind),
    ['no_shows'],
  );
  const missed = listOf(period({}, { promises: 200, promisesKept: 150 }));
  assert.deepEqual(missed, [{ kind: 'times_missed', share: 0.75, visits: 200 }]);
  assert.deepEqual(listOf(period({}, { promises: 90, promisesKept: 1 })), []);
});
