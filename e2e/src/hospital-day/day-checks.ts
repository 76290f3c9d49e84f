/**
 * Checks after a simulated hospital day: on every screen, in the figures, in the mails, and in the
 * pages' memory.
 */
import { type Analytics, getAnalytics } from '@baari/contract/hospital/analytics.ts';
import { tokenRefreshSeconds } from '@baari/contract/constants.ts';
import { listColleagues } from '@baari/contract/doctor/doctor.ts';
import {
  approveRequest,
  getDoctorQueue,
  requestPlace,
  type StaffEntry,
} from '@baari/contract/queue/queue.ts';
import type { Page } from '@playwright/test';
import { type Account, call } from '../support/api.ts';
import {
  type Day,
  doctorNames,
  hour,
  lineNames,
  minute,
  opensAt,
  phoneSleepsMs,
  screensOf,
} from './day-hospital.ts';
import type { ReceivedEntry } from './day-ledger.ts';
import { closeWindow } from './day-shifts.ts';
import { publishFigures } from '../figures/figures.ts';
import { expect } from '../support/fixtures.ts';
import { readMails } from '../support/outbox.ts';
import type { PageSize } from '../support/page-size.ts';

const megabyte = 1024 * 1024;
/**
 * How much a page's memory may grow in the last part of the day. That part has some sixty visits,
 * or nine if only the first hour runs. A page that kept a row for each visit would grow by 3,000
 * nodes, or by 450. Only the list of past visits on the phone may grow.
 */
export const most = { heap: megabyte, nodes: 250, listeners: 40 };

/** Reads a doctor's line. Expects positions 1…n, and at most `points` patients with a doctor. */
export async function lineOf(
  admin: Account,
  id: string,
  points = 1,
): Promise<{ inside: StaffEntry | undefined; waiting: StaffEntry[] }> {
  const { queue } = await call(admin, getDoctorQueue, { id });
  const waiting = queue.filter(({ status }) => status === 'waiting');
  const inside = queue.filter(({ status }) => status === 'in_progress');
  expect(waiting.map(({ position }) => position)).toEqual(waiting.map((_, index) => index + 1));
  expect(inside.length).toBeLessThanOrEqual(points);
  return { inside: inside[0], waiting };
}

/**
 * Reads a shared line. Expects positions 1…n, and at most as many patients in service as the line
 * has counters.
 */
export function sharedLineOf(
  { admin }: Day,
  { id, counters }: Day['lines'][number],
): ReturnType<typeof lineOf> {
  return lineOf(admin, id, counters.length);
}

/**
 * Adds a patient with a phone to the end of each line. Then expects the phone and every screen to
 * show the server's data.
 */
export async function expectAgreement(day: Day, message: string): Promise<void> {
  const { admin, rooms, ledger } = day;
  for (const { doctorId, phoneOwner } of rooms) {
    const { queue } = await call(phoneOwner, requestPlace, { body: { doctorId } });
    ledger.note(queue);
    ledger.note((await call(admin, approveRequest, { id: queue.id, body: {} })).queue);
  }
  const lines = await Promise.all(rooms.map(({ doctorId }) => lineOf(admin, doctorId)));
  const namesOf = (index: number) =>
    lines[index]?.waiting.map(({ patient }) => patient.fullName) ?? [];
  const byDoctor = async () => {
    const { doctors } = await call(admin, listColleagues);
    const order = doctors.map(({ id }) => rooms.findIndex(({ doctorId }) => doctorId === id));
    return order.filter((index) => index >= 0).flatMap(namesOf);
  };
  const shownAt = async (page: Page, list: string) => {
    await closeWindow(page);
    return page
      .getByRole('list', { name: list })
      .getByRole('heading', { level: 4 })
      .allTextContents();
  };

  const shared = await Promise.all(day.lines.map((line) => sharedLineOf(day, line)));
  const inShared = shared.map(({ waiting }) => waiting.map(({ patient }) => patient.fullName));
  const everybody = [...(await byDoctor()), ...inShared.flat()].toSorted();
  await expect
    .poll(async () => (await shownAt(day.desk, 'Active Queue')).toSorted(), { message })
    .toEqual(everybody);
  for (const [index] of rooms.entries()) {
    // The screen lists all doctors' patients, one doctor after the other. Only the patients of this
    // doctor are compared, in the order of the line.
    const wanted = namesOf(index);
    await expect
      .poll(
        async () => (await shownAt(day.desk, 'Active Queue')).filter((one) => wanted.includes(one)),
        { message },
      )
      .toEqual(wanted);
  }
  for (const [index, { counters }] of day.lines.entries()) {
    const wanted = inShared[index] ?? [];
    await expect
      .poll(
        async () => (await shownAt(day.desk, 'Active Queue')).filter((one) => wanted.includes(one)),
        { message },
      )
      .toEqual(wanted);
    for (const counter of counters) {
      const rows = counter.getByRole('region', { name: /^Waiting for/u }).getByRole('listitem');
      await expect(rows, message).toHaveCount(wanted.length);
      for (const [at, name] of wanted.entries()) {
        await expect(rows.nth(at), message).toContainText(name);
      }
    }
  }
  await expect.poll(() => shownAt(day.office, 'Waiting list'), { message }).toEqual(namesOf(0));
  for (const [index, room] of rooms.entries()) {
    const { inside, waiting } = lines[index] ?? { inside: undefined, waiting: [] };
    await expect
      .poll(
        () => room.console.getByRole('list').last().locator('p.font-semibold').allTextContents(),
        {
          message,
        },
      )
      .toEqual(namesOf(index));
    const tile = day.display.getByRole('listitem').filter({ hasText: doctorNames[index] ?? '' });
    const called = waiting.filter(({ hold }) => hold === null || hold.backAt !== null);
    for (const entry of [...(inside ? [inside] : []), ...called.slice(0, 1)]) {
      await expect(tile, message).toContainText(entry.token ?? '');
    }
    const own = waiting.find(({ patient }) => patient.fullName === room.phoneOwner.name);
    const place = own?.position ?? 0;
    await expect(
      room.phone.getByText(
        // The patient who is first in line reads "next" only when the call is near.
        place === 1 ? /^You are (?:next|1st)$/u : new RegExp(`^You are ${place}[a-z]{2}$`, 'u'),
      ),
      message,
    ).toBeVisible();
  }
}

/**
 * Expects that nobody was signed out or redirected, and that every session token and live stream
 * was renewed in time.
 */
export async function expectStillThere(day: Day): Promise<void> {
  const sleepsMs = new Map(day.rooms.map(({ phone }, index) => [phone, phoneSleepsMs[index] ?? 0]));
  const hoursMs = day.clock.now() - opensAt;
  for (const { name, page } of screensOf(day)) {
    const asked = day.asked.get(page);
    if (asked === undefined) throw new Error(`${name} was not watched.`);
    publishFigures('day', `${name}: ${asked.tokens} tokens, ${asked.streams} streams`);
    const { pathname } = new URL(asked.path, page.url());
    expect.soft(new URL(page.url()).pathname, name).toBe(pathname);
    if (page === day.display) continue;
    const renewsMs = Math.max(tokenRefreshSeconds * 1000, sleepsMs.get(page) ?? 0);
    expect
      .soft(asked.tokens, `the tokens of ${name}`)
      .toBeGreaterThanOrEqual(Math.floor(hoursMs / renewsMs));
    expect
      .soft(asked.streams, `the streams of ${name}`)
      .toBeGreaterThanOrEqual(Math.floor(hoursMs / Math.max(hour, renewsMs)));
  }
}

/**
 * Expects that every called patient got a mail at once. Only the latest mails can be checked,
 * because the server keeps no others.
 */
export async function expectNews({ admin, ledger }: Day): Promise<void> {
  const answer = await fetch(`${admin.origin}/dev/outbox.json`);
  const mails = readMails(await answer.json());
  const since = Math.min(...mails.map(({ createdAt }) => Date.parse(createdAt)));
  const called = ledger
    .entries()
    .filter(
      ({ patient, startedAt }) =>
        patient.email !== null && startedAt !== null && Date.parse(startedAt) > since,
    );
  for (const { startedAt, patient } of called) {
    const delays = mails
      .filter(({ subject }) => subject.startsWith('It is your turn'))
      .filter(({ recipient }) => patient.email !== null && recipient.includes(patient.email))
      .map(({ createdAt }) => Date.parse(createdAt) - Date.parse(startedAt ?? ''));
    expect(
      delays.some((after) => after >= 0 && after < minute),
      patient.fullName,
    ).toBe(true);
  }
  const leave = mails.filter(({ subject }) => subject.startsWith('Leave now')).length;
  publishFigures(
    'day',
    `of the latest ${mails.length} mails ${called.length} announced the patient's turn, ${leave} to leave now`,
  );
}

/** Expects the figures of the day to match the actions that the server acknowledged. */
export async function expectFigures({ admin, ledger }: Day): Promise<Analytics> {
  const figures = await call(admin, getAnalytics, { query: { days: '1' } });
  const all = ledger.entries();
  expectFlow(figures, all);
  // Steps of a visit at shared lines are not counted here, because they count in the figures of
  // their own lines.
  const entries = all.filter(({ doctor }) => doctor.service === null);
  const countOf = (wanted: StaffEntry['status']) =>
    entries.filter(({ status }) => status === wanted).length;
  expect(figures.total).toMatchObject({
    arrivals: entries.length,
    completed: countOf('completed'),
    noShow: countOf('no_show'),
    rejected: countOf('rejected'),
    cancelled: countOf('cancelled'),
  });
  const waits = entries
    .flatMap(({ approvedAt, startedAt }) =>
      approvedAt === null || startedAt === null
        ? []
        : [(Date.parse(startedAt) - Date.parse(approvedAt)) / minute],
    )
    .toSorted((a, b) => a - b);
  const middle = (waits.length - 1) / 2;
  const median = ((waits[Math.floor(middle)] ?? 0) + (waits[Math.ceil(middle)] ?? 0)) / 2;
  expect(figures.total.called).toBe(waits.length);
  expect(median, 'minutes').toBeGreaterThan(0);
  expect(median, 'minutes').toBeLessThan(hour / minute);
  expect(Math.abs((figures.total.waitMedian ?? 0) - median)).toBeLessThan(0.11);
  const arrivals = new Map<number, number>();
  for (const { joinedAt } of entries) {
    const of = Math.floor((Date.parse(joinedAt) - opensAt) / hour) + 8;
    arrivals.set(of, (arrivals.get(of) ?? 0) + 1);
  }
  expect(new Map(figures.hours.map((row) => [row.hour, row.arrivals]))).toEqual(arrivals);
  publishFigures(
    'day',
    `waits ${figures.total.waitMedian} min median, ${figures.total.waitP90} min 90 %, ${figures.total.promisesKept} of ${figures.total.promises} promises kept, ${figures.total.perHour} an hour and doctor; arrivals by hour ${[...arrivals].map(([at, count]) => `${at}: ${count}`).join(', ')}`,
  );
  return figures;
}

/**
 * Expects each line's figures to be right: how many patients joined, were called and were finished.
 */
function expectFlow({ flow }: Analytics, entries: readonly ReceivedEntry[]): void {
  for (const name of lineNames) {
    const stops = entries.filter(({ doctor }) => doctor.name === name);
    expect(stops.length, name).toBeGreaterThan(0);
    const countOf = (wanted: StaffEntry['status']) =>
      stops.filter(({ status }) => status === wanted).length;
    expect(
      flow?.lines.find((line) => line.name === name),
      name,
    ).toMatchObject({
      stops: stops.length,
      completed: countOf('completed'),
      noShow: countOf('no_show'),
    });
  }
  const whole = flow?.routes.filter(({ lines }) => lines.length === lineNames.length + 1) ?? [];
  publishFigures(
    'day',
    `ways of several stops: ${(flow?.routes ?? []).map(({ lines, visits }) => `${lines.join(' → ')}: ${visits}`).join('; ')}`,
  );
  expect(
    whole.length + (flow?.routes.filter(({ lines }) => lines.length > 2).length ?? 0),
    'visits through several lines',
  ).toBeGreaterThan(0);
}

/** Expects the administrator's page to show the same figures as the server. */
export async function expectShown(office: Page, { total }: Analytics): Promise<void> {
  await office.goto('/hospital/dashboard?view=analytics&days=1');
  const totals = office.getByRole('region', { name: 'The whole period' });
  await expect(totals).toContainText(`Median wait${Math.round(total.waitMedian ?? 0)} min`);
  await expect(totals).toContainText(`Arrivals${total.arrivals}`);
  await expect(totals).toContainText(`Completed${total.completed}`);
}

export function expectNoGrowth(
  screens: readonly { readonly name: string }[],
  [start = [], middle = [], end = []]: readonly (readonly PageSize[])[],
): void {
  for (const [index, { name }] of screens.entries()) {
    const [first, second, last] = [start[index], middle[index], end[index]];
    if (!first || !second || !last) throw new Error(`${name} was not measured.`);
    const course = [first, second, last];
    publishFigures(
      'day',
      `${name}: heap ${course.map(({ heap }) => (heap / megabyte).toFixed(1)).join(' → ')} MB, nodes ${course.map(({ nodes }) => nodes).join(' → ')}, listeners ${course.map(({ listeners }) => listeners).join(' → ')}`,
    );
    expect.soft(last.heap - second.heap, `the heap of ${name}`).toBeLessThan(most.heap);
    expect.soft(last.nodes - second.nodes, `the nodes of ${name}`).toBeLessThan(most.nodes);
    const listeners = last.listeners - second.listeners;
    expect.soft(listeners, `the listeners of ${name}`).toBeLessThan(most.listeners);
  }
}
