/**
 * A long day at one desk: patients come and go through the real screens, which stay open all along
 * and must not grow. BAARI_DAY_VISITS makes the day longer; 300 is what a desk of three sees.
 */
import { approveRequest, requestPlace } from '@baari/contract/queue.ts';
import type { Page } from '@playwright/test';
import { type Account, call } from './api.ts';
import { expect, test } from './fixtures.ts';
import { makePatient, makePlace } from './people.ts';

const visits = Number(process.env['BAARI_DAY_VISITS'] ?? 30);
/** By then everything that is made once has been made. */
const warmUp = 8;
const megabyte = 1024 * 1024;

interface Size {
  /** Bytes of the page's script heap after a collection. */
  readonly heap: number;
  /** Nodes of the document and those that something still holds. */
  readonly nodes: number;
}

async function sizeOf(page: Page): Promise<Size> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return { heap: value('JSHeapUsedSize'), nodes: value('Nodes') };
}

test('a day of visits leaves the desk and the console as light as they were [ADM-5, CONS-2, EV-9]', async ({
  newBrowser,
  server,
}) => {
  test.setTimeout(120_000 + visits * 6000);
  const place = await makePlace(server.origin, 'Dinraat Clinic', 'Dr. Sanjay Bose');
  const patients: Account[] = [];
  for (const name of ['Tara Devi', 'Uday Raj', 'Vidya Rao']) {
    patients.push(await makePatient(server.origin, name));
  }
  const desk = await (await newBrowser(place.admin)).newPage();
  await desk.goto('/hospital/dashboard?view=queue&tab=queue');
  const office = await (await newBrowser(place.admin)).newPage();
  await office.goto(`/doctor/console/${place.doctor.id}`);

  async function visit(patient: Account): Promise<void> {
    const { queue } = await call(patient, requestPlace, { body: { doctorId: place.doctor.id } });
    await expect(desk.getByRole('tab', { name: /One pending request/u })).toBeVisible();
    await call(place.admin, approveRequest, { id: queue.id, body: {} });
    const row = desk.getByRole('article', { name: patient.name });
    await expect(row).toBeVisible();
    await office.getByRole('button', { name: 'Call In' }).click();
    await office.getByRole('button', { name: 'Complete Consultation' }).click();
    await expect(row).toHaveCount(0);
    await expect(office.getByText('No Patients in Queue', { exact: true })).toBeVisible();
  }

  let before: readonly Size[] = [];
  for (let done = 0; done < visits; done += 1) {
    if (done === warmUp) before = [await sizeOf(desk), await sizeOf(office)];
    const patient = patients[done % patients.length];
    if (patient) await visit(patient);
  }
  const after = [await sizeOf(desk), await sizeOf(office)];
  for (const [index, { heap, nodes }] of after.entries()) {
    const start = before[index];
    expect(start).toBeDefined();
    if (!start) continue;
    const screen = index === 0 ? 'the desk' : 'the console';
    test.info().annotations.push({
      type: 'size',
      description: `${screen} over ${visits - warmUp} visits: heap ${(start.heap / megabyte).toFixed(1)} → ${(heap / megabyte).toFixed(1)} MB, nodes ${start.nodes} → ${nodes}`,
    });
    expect(heap, `the heap of ${screen}`).toBeLessThan(start.heap * 1.25 + 2 * megabyte);
    expect(nodes, `the nodes of ${screen}`).toBeLessThan(start.nodes * 1.25 + 300);
  }
});
