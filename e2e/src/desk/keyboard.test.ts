/** Tests that every main task works without a mouse. */
import { makeScreen } from '@baari/contract/hospital/screen.ts';
import type { Locator, Page } from '@playwright/test';
import { call } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { ask, makeDoctor, makePatient, makePlace, signIn } from '../support/people.ts';
import { windowOn } from '../support/windows.ts';

test('a patient joins a queue using only the keyboard [PAT-9, PAT-10]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Chitra Clinic', 'Dr. Esha Pillai');
  await signIn(context, await makePatient(server.origin, 'Farida Irani'));
  await page.goto(`/patient/hospital/${place.hospital.id}`);
  const join = page.getByRole('button', { name: /^Join Queue/u });
  await expect(join).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, join);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Join the line of Dr. Esha Pillai' });
  await tabTo(page, dialog.getByLabel('Symptoms'));
  await page.keyboard.type('Cough for a week.');
  await tabTo(page, dialog.getByRole('radio', { name: /^Medium/u }));
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: /^High/u })).toBeChecked();
  await tabTo(page, dialog.getByRole('button', { name: 'Send Request' }));
  await page.keyboard.press('Enter');
  const goOn = page.getByRole('link', { name: 'Go to My Queue' });
  await expect(goOn).toBeVisible();
  await tabTo(page, goOn);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Pending Approval', { exact: true })).toBeVisible();
  await expect(page.getByText('Cough for a week.')).toBeVisible();
});

test('an open dialog keeps the keyboard focus inside, and returns the focus to the previous element when the dialog closes [PAT-9]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Swati Clinic', 'Dr. Gauri Naik');
  await signIn(context, await makePatient(server.origin, 'Harish Gill'));
  await page.goto(`/patient/doctor/${place.doctor.id}`);
  const join = page.getByRole('button', { name: /^Join Queue/u });
  await join.focus();
  await page.keyboard.press('Enter');
  const dialog = windowOn(page);
  await expect(dialog).toBeVisible();
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab');
    // Repeats the check, because at each end of the dialog the focus briefly passes through a guard
    // element outside it.
    await expect
      .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)), {
        message: `after ${presses + 1} presses of Tab`,
      })
      .toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(join).toBeFocused();
});

test('the desk approves and rejects requests and manages the line with the keyboard alone [ADM-3, ADM-5, ADM-6, ARR-2, ARR-4, INV-12] @gate', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Vishakha Clinic', 'Dr. Indu Menon');
  for (const name of ['Jaya Iyer', 'Kiran Bedi Rao', 'Latif Ansari']) {
    await ask(await makePatient(server.origin, name), place.doctor.id);
  }
  await signIn(context, place.admin);
  await page.goto('/hospital/dashboard?view=queue');
  const request = (name: string) =>
    page.getByRole('list', { name: 'Pending Approvals' }).getByRole('article', { name });
  await expect(request('Latif Ansari')).toBeVisible();

  // One request is approved by Tab and Enter.
  await tabTo(page, request('Jaya Iyer').getByRole('button', { name: 'Approve' }));
  await page.keyboard.press('Enter');
  await expect(request('Jaya Iyer')).toHaveCount(0);

  // Another request is approved by a single key.
  await page.keyboard.press('a');
  await expect(request('Kiran Bedi Rao')).toHaveCount(0);

  // A third request is rejected with a reason.
  await page.keyboard.press('r');
  const dialog = page.getByRole('alertdialog', { name: 'Reject Queue Request' });
  await tabTo(page, dialog.getByRole('textbox'));
  await page.keyboard.type('Please go to the emergency room.');
  await tabTo(page, dialog.getByRole('button', { name: 'Reject Request' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('No Pending Requests')).toBeVisible();

  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('q');
  const waiting = page.getByRole('list', { name: 'Waiting list' }).getByRole('heading');
  await expect(waiting).toHaveText(['Jaya Iyer', 'Kiran Bedi Rao']);
  const chosen = page.getByRole('listitem').filter({ hasText: 'Jaya Iyer' });
  await expect(chosen).toBeFocused();
  await page.keyboard.press('d');
  await expect(waiting).toHaveText(['Kiran Bedi Rao', 'Jaya Iyer']);
  await page.keyboard.press('s');
  // The patient with the doctor is shown above the line, and a moment later also in the list of
  // doctors. The test uses the last match.
  const inside = page.getByRole('article', { name: 'Kiran Bedi Rao' }).last();
  await expect(inside.getByRole('button', { name: 'Complete', exact: true })).toBeVisible();
  await expect(waiting).toHaveText(['Jaya Iyer']);

  // Adding a walk-in takes one key, the patient's name and Enter.
  await page.keyboard.press('w');
  const walkIn = page.getByRole('dialog', { name: 'Add a walk-in' });
  await expect(walkIn.getByLabel('Full name')).toBeFocused();
  await page.keyboard.type('Mohan Lal');
  await page.keyboard.press('Enter');
  await expect(walkIn).toHaveCount(0);
  await expect(windowOn(page)).toContainText('Mohan Lal');
  // The ticket is printed with Enter. The test counts the prints, because a test browser has no printer.
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.keyboard.press('Enter');
  await expect(page.locator('body[data-printed]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(waiting).toHaveText(['Jaya Iyer', 'Mohan Lal']);

  // Adding an emergency whose name nobody knows takes one key and Enter. The patient is first.
  await page.keyboard.press('!');
  const emergency = page.getByRole('dialog', { name: 'Add an emergency' });
  await expect(emergency.getByLabel('Doctor')).toContainText(/Available · 3 in queue/u);
  await page.keyboard.press('Enter');
  await expect(emergency).toHaveCount(0);
  await expect(windowOn(page)).toContainText('Unknown');
  await page.keyboard.press('Escape');
  await expect(waiting).toHaveText([/^Unknown, /u, 'Jaya Iyer', 'Mohan Lal']);
  await expect(page.getByRole('article', { name: /^Unknown/u }).getByText('HIGH')).toBeVisible();
});

/** Presses Tab until the target has the focus; fails if Tab does not reach it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target.toString()}.`);
}

test('after an item of a list is removed by keyboard, the focus stays near the removed item [ADM-2, ARR-6, LINE-1, ROLE-8]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Falgu Clinic', 'Dr. Anil Bhat');
  await makeDoctor(place.admin, 'Dr. Zara Wadia');
  for (const name of ['Hall', 'Porch']) {
    await call(place.admin, makeScreen, { body: { kind: 'display', name, doctorIds: [] } });
  }
  await signIn(context, place.admin);
  const pressed = async (button: Locator): Promise<void> => {
    await button.focus();
    await page.keyboard.press('Enter');
  };
  const confirmed = (name: string) =>
    page.getByRole('alertdialog').getByRole('button', { name, exact: true });

  await page.goto('/hospital/dashboard?view=team');
  const invitation = (name: string) => page.getByRole('listitem', { name });
  await pressed(invitation('Dr. Anil Bhat').getByRole('button', { name: 'Withdraw' }));
  await pressed(confirmed('Withdraw'));
  await expect(invitation('Dr. Zara Wadia')).toBeFocused();
  await pressed(invitation('Dr. Zara Wadia').getByRole('button', { name: 'Withdraw' }));
  await pressed(confirmed('Withdraw'));
  await expect(page.getByRole('heading', { name: 'Open invitations' })).toBeFocused();

  await page.goto('/hospital/dashboard?view=screens');
  await pressed(page.getByRole('button', { name: 'Revoke Hall' }));
  await pressed(confirmed('Revoke'));
  await expect(page.getByRole('listitem').filter({ hasText: 'Porch' })).toBeFocused();

  await page.goto('/hospital/dashboard?view=doctors');
  const card = page.getByRole('listitem', { name: 'Dr. Anil Bhat' });
  await pressed(card.getByRole('button', { name: 'Send invitation' }));
  await expect(card.getByText('Invited', { exact: true }).locator('..')).toBeFocused();
});
