/**
 * Tests of the desk with a line of five hundred patients: how many rows are rendered, and the frame
 * times while scrolling. The times are printed and not asserted, because machines differ.
 */
import { addWalkIn } from '@baari/contract/visit/arrival.ts';
import { startConsultation } from '@baari/contract/queue/queue.ts';
import type { Page } from '@playwright/test';
import { call } from '../support/api.ts';
import { publishFigures } from '../figures/figures.ts';
import { expect, test } from '../support/fixtures.ts';
import { makePlace, type Place } from '../support/people.ts';

const people = Number(process.env['BAARI_LONG_LINE'] ?? 500);
/**
 * The most rows that may be rendered: those visible in a viewport 800 px high, and a few above and
 * below them.
 */
const mostRows = 40;
const atOnce = 8;
/**
 * How far one wheel step scrolls, in px. At one step for each frame, a hundred rows take two
 * seconds.
 */
const notch = 120;

async function fillLine({ admin, doctor }: Place): Promise<string> {
  let first = '';
  let next = 0;
  async function add(): Promise<void> {
    while (next < people) {
      next += 1;
      const body = {
        name: `Person ${next}`,
        phone: '',
        doctorId: doctor.id,
        urgency: next % 9 === 0 ? ('high' as const) : ('low' as const),
        symptoms: next % 3 === 0 ? 'Cough for a week, and worse at night.' : '',
      };
      const { queue } = await call(admin, addWalkIn, { body });
      if (queue.position === 1) first = queue.id;
    }
  }
  await Promise.all(Array.from({ length: atOnce }, add));
  return first;
}

interface Scroll {
  /** Frame durations in ms, sorted. */
  readonly frames: readonly number[];
  readonly rows: number;
}

/** Scrolls down and up again, one wheel step for each frame, and records the frames' durations. */
async function scrollThrough(page: Page): Promise<Scroll> {
  await page.evaluate(() => {
    const seen = { frames: [] as number[], rows: 0 };
    Object.assign(window, { seen });
    let last = performance.now();
    function look(now: number): void {
      seen.frames.push(now - last);
      last = now;
      seen.rows = Math.max(seen.rows, document.querySelectorAll('[data-entry]').length);
      requestAnimationFrame(look);
    }
    requestAnimationFrame(look);
  });
  await page.mouse.move(640, 500);
  for (const step of [notch, -notch]) {
    for (let turn = 0; turn < 120; turn += 1) await page.mouse.wheel(0, step);
  }
  const seen = await page.evaluate(() => (window as unknown as { seen: Scroll }).seen);
  return { ...seen, frames: seen.frames.toSorted((a, b) => a - b) };
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

test('the browser renders only the visible part of a list of five hundred waiting patients, and the desk can reach every patient [ADM-5, STAFF-3]', async ({
  newBrowser,
  server,
}) => {
  test.setTimeout(300_000);
  const place = await makePlace(server.origin, 'Lambi Kataar Clinic', 'Dr. Long Line');
  const first = await fillLine(place);
  const desk = await (await newBrowser(place.admin)).newPage();
  await desk.goto('/hospital/dashboard?view=queue&tab=queue');
  const list = desk.getByRole('list', { name: 'Waiting list' });
  await expect(list.getByRole('article').first()).toBeVisible();
  expect(await list.getByRole('article').count()).toBeLessThan(mostRows);
  const { frames, rows } = await scrollThrough(desk);
  const text = [0.5, 0.95, 0.99].map((share) => quantile(frames, share).toFixed(1)).join(' / ');
  const description = `${people} waiting: ${rows} rows drawn at most, ${frames.length} frames, median / p95 / p99 ${text} ms`;
  publishFigures('scroll', description);
  expect(rows).toBeLessThan(mostRows);

  // The last row can be reached, and a change at the front of the line renumbers all rows.
  const last = list.getByRole('listitem').last();
  await expect(async () => {
    // A row may turn out taller than estimated when it is first rendered. So the key may have to be
    // pressed again to reach the end.
    await desk.keyboard.press('End');
    await expect(last).toHaveAttribute('aria-posinset', String(people), { timeout: 500 });
    await expect(last).toBeInViewport({ timeout: 500 });
  }).toPass();
  await call(place.admin, startConsultation, { id: first });
  await expect(last).toHaveAttribute('aria-posinset', String(people - 1));
  await expect(last.getByText(`${people - 1}`, { exact: true }).first()).toBeVisible();
});
