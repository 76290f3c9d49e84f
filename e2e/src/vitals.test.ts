/** Tests vital signs on the screens of the nurse and the doctor at the same time. */
import { callNext, setPointState } from '@baari/contract/lines/counter.ts';
import { sendOn } from '@baari/contract/lines/journey.ts';
import { addLines } from '@baari/contract/lines/shared-line.ts';
import { addWalkIn } from '@baari/contract/visit/arrival.ts';
import { addVitals } from '@baari/contract/visit/vitals.ts';
import { call } from './support/api.ts';
import { expect, test } from './support/fixtures.ts';
import { expectSound } from './support/looks.ts';
import { makePlace, makeStaff } from './support/people.ts';

test.use({ demo: false });

test('an administrator switches vital signs on, a nurse at a counter types them, and the doctor’s console shows them live when the patient arrives and when more are measured [CONS-2, EV-2]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Nadi Clinic', 'Dr. Isha Nair');
  const nurse = await makeStaff(place, 'Kavita Rao', 'receptionist');
  const { lines } = await call(place.admin, addLines, {
    body: { lines: [{ name: 'Nurse', kind: 'vitals', points: [{ name: 'Window 1' }] }] },
  });
  const [line] = lines;
  const [point] = line?.points ?? [];
  if (line === undefined || point === undefined) throw new Error('There is no counter.');
  const { id } = point;
  await call(nurse, setPointState, { id, body: { state: 'open' } });
  const walkIn = { name: 'Asha Verma', phone: '', age: 40, lineId: line.id };
  const { queue } = await call(nurse, addWalkIn, { body: walkIn });
  await call(nurse, callNext, { id });

  const admin = await (await newBrowser(place.admin)).newPage();
  await admin.goto('/hospital/profile');
  const settings = admin.getByRole('region', { name: 'Vital signs' });
  for (const name of ['Blood pressure', 'Pulse']) {
    const sign = settings.getByRole('switch', { name });
    await sign.click();
    await expect(sign).toBeChecked();
    await expect(sign).toBeEnabled();
  }
  await expectSound(admin);

  const console = await (await newBrowser(place.admin)).newPage();
  await console.goto(`/doctor/console/${place.doctor.id}`);
  await expect(console.getByText('Live Updates')).toBeVisible();
  const counter = await (await newBrowser(nurse)).newPage();
  await counter.goto(`/staff/counter/${id}`);
  await counter.getByRole('button', { name: 'Record vital signs' }).click();
  const dialog = counter.getByRole('dialog', { name: 'Vital signs' });
  await dialog.getByLabel('Upper blood pressure').fill('150');
  await dialog.getByLabel('Lower blood pressure').fill('85');
  await dialog.getByRole('button', { name: 'Save values' }).click();
  await expect(counter.getByRole('region', { name: 'Asha Verma' })).toContainText('150/85 mmHg');

  const sent = await call(nurse, sendOn, {
    id: queue.id,
    body: { lineId: place.doctor.id, comesBack: false },
  });
  const vitals = console.getByRole('region', { name: 'Vital signs' });
  await expect(vitals).toContainText('150/85 mmHg');
  await expect(vitals).toContainText('high');
  await call(nurse, addVitals, { id: sent.queue.id, body: { pulse: 77 } });
  await expect(vitals).toContainText('Pulse77 per minute');
  await expect(vitals.getByRole('button', { name: 'Show 1 earlier measurement' })).toBeVisible();
  await expectSound(console);
});
