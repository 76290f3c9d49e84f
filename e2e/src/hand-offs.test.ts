/** Tests a hand-off note on the screens of the doctor and the laboratory at the same time. */
import { callNext, setPointState } from '@baari/contract/lines/counter.ts';
import { addLines } from '@baari/contract/lines/shared-line.ts';
import { startConsultation } from '@baari/contract/queue/queue.ts';
import { addWalkIn } from '@baari/contract/visit/arrival.ts';
import { call } from './support/api.ts';
import { expect, test } from './support/fixtures.ts';
import { expectSound } from './support/looks.ts';
import { makePlace, makeStaff } from './support/people.ts';

test.use({ demo: false });

test('a doctor sends a patient to the laboratory with a note, the laboratory ticks it off, and the doctor sees live that it is done [LINE-3, EV-2]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Nadi Clinic', 'Dr. Isha Nair');
  const nurse = await makeStaff(place, 'Kavita Rao', 'receptionist');
  const { lines } = await call(place.admin, addLines, {
    body: { lines: [{ name: 'Laboratory', kind: 'laboratory', points: [{ name: 'Window 1' }] }] },
  });
  const [point] = lines[0]?.points ?? [];
  if (point === undefined) throw new Error('There is no counter.');
  const { id } = point;
  await call(nurse, setPointState, { id, body: { state: 'open' } });
  const walkIn = { name: 'Asha Verma', phone: '', age: 40, doctorId: place.doctor.id };
  const { queue } = await call(nurse, addWalkIn, { body: walkIn });
  await call(place.admin, startConsultation, { id: queue.id });

  const console = await (await newBrowser(place.admin)).newPage();
  await console.goto(`/doctor/console/${place.doctor.id}`);
  await console.getByRole('button', { name: 'Send on' }).click();
  const stop = console.getByRole('listitem').filter({ hasText: 'Laboratory' });
  await stop.getByRole('button', { name: 'Note' }).click();
  const dialog = console.getByRole('dialog', { name: 'Note for Laboratory' });
  await expect(dialog.getByLabel('What is asked')).toBeFocused();
  await dialog.getByLabel('What is asked').fill('Blood sugar');
  await dialog.getByLabel('Detail').fill('fasting');
  await dialog.getByRole('button', { name: 'Send on with the note' }).click();
  const own = console.getByRole('region', { name: 'Your hand-off notes today' }).first();
  await expect(own).toContainText('0 of 1 done');
  await expect(own.getByRole('button', { name: 'Correct' })).toBeVisible();

  await call(nurse, callNext, { id });
  const counter = await (await newBrowser(nurse)).newPage();
  await counter.goto(`/staff/counter/${id}`);
  const note = counter.getByRole('region', { name: 'Hand-off note' });
  await note.getByRole('checkbox', { name: 'Blood sugar · fasting' }).click();
  await expect(note).toContainText('1 of 1 done');
  await expectSound(counter);
  await expect(own).toContainText('1 of 1 done');
  await expectSound(console);
});
