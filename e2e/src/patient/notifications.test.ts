/**
 * Tests of notifications: the channel switches in the profile, push on this device, and the
 * patient's last known place while offline.
 */
import { getNotificationSettings } from '@baari/contract/patient/notification.ts';
import { addPerson } from '@baari/contract/patient/person.ts';
import { approveRequest, leaveQueue, requestPlace } from '@baari/contract/queue/queue.ts';
import type { Page } from '@playwright/test';
import { call } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { shellKept } from '../support/kept-page.ts';
import { collectNames, expectHindiOnly } from '../support/language.ts';
import { expectSound, expectSoundBriefly } from '../support/looks.ts';
import { line, makePatient, makePlace, signIn } from '../support/people.ts';
import { fail, delay } from '../support/routing.ts';

// These tests need the service worker, which the other tests block.
test.use({ contextOptions: { reducedMotion: 'reduce', serviceWorkers: 'allow' } });

const profile = '/patient/dashboard?view=profile';

/** Mocks the browser's push service, which is an external one. */
async function givePushService(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const known: { subscription: object | null } = { subscription: null };
    const bytes = (length: number) => new Uint8Array(length).fill(4).buffer;
    Object.assign(PushManager.prototype, {
      getSubscription: async () => known.subscription,
      async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
        known.subscription = {
          endpoint: 'https://fcm.googleapis.com/fcm/send/made-up',
          options: { applicationServerKey: applicationServerKey.buffer },
          getKey: (name: string) => bytes(name === 'auth' ? 16 : 65),
          unsubscribe: async () => {
            known.subscription = null;
            return true;
          },
        };
        return known.subscription;
      },
    });
  });
}

test('each notification channel has a switch that saves at once, or says why the channel cannot be used [PROF-1, PAT-14]', async ({
  page,
  context,
  server,
}) => {
  const patient = await makePatient(server.origin, 'Anjali Bapat');
  await signIn(context, patient);
  const names = collectNames(page);
  await page.goto(profile);
  const section = page.getByRole('region', { name: 'How Baari notifies you' });
  const email = section.getByRole('switch', { name: 'Email' });
  await expect(email).toBeChecked();
  await expect(section.getByRole('switch', { name: 'SMS' })).toBeDisabled();
  await expect(section).toContainText(/your account has no verified phone number/iu);
  await email.click();
  await expect(email).not.toBeChecked();
  await section.getByLabel('Travel time to the hospital').selectOption('45');
  await expect
    .poll(async () => (await call(patient, getNotificationSettings)).settings)
    .toMatchObject({ email: false, travelMinutes: 45 });
  await page.reload();
  await expect(email).not.toBeChecked();
  await expect(section.getByLabel('Travel time to the hospital')).toHaveValue('45');
  await expectSound(page);

  // Saving the profile must not restore an earlier choice of notification channels.
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('City').fill('नाशिक');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('नाशिक')).toBeVisible();
  const { settings } = await call(patient, getNotificationSettings);
  expect(settings.email).toBe(false);

  await page.getByLabel('Read Baari in').selectOption('hi');
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'बारी आपको कैसे बताए' })).toBeVisible();
  await expectHindiOnly(page, names);
  await expectSoundBriefly(page);
});

test('a patient turns on notifications on this device, and turns them off in the profile [PAT-11, PROF-1] @gate', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Pandit Clinic', 'Dr. Leela Pandit');
  const patient = await makePatient(server.origin, 'Mohini Tare');
  await line(place, patient);
  await signIn(context, patient);
  await context.grantPermissions(['notifications'], { origin: server.origin });
  await givePushService(page);
  await page.goto('/patient/queue');
  const card = page.getByRole('region', { name: 'Tell me when it is my turn' });
  await expect(card).toBeVisible();
  await expectSoundBriefly(page);
  await card.getByRole('button', { name: 'Notify me' }).click();
  await expect(card).toHaveCount(0);
  await expect
    .poll(async () => (await call(patient, getNotificationSettings)).settings)
    .toMatchObject({ push: true, devices: 1 });

  await page.getByRole('link', { name: 'My Profile' }).click();
  const push = page.getByRole('switch', { name: 'Notifications on your devices' });
  await expect(push).toBeChecked();
  await expect(page.getByText('This device: allowed.')).toBeVisible();
  await push.click();
  await expect(push).not.toBeChecked();
  await expect
    .poll(async () => (await call(patient, getNotificationSettings)).settings.push)
    .toBe(false);
});

test('the service worker shows a push message as a notification, and tapping the notification opens My Queue [PAT-11]', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, await makePatient(server.origin, 'Shanta Lele'));
  await context.grantPermissions(['notifications'], { origin: server.origin });
  await page.goto('/patient/dashboard');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
  });
  const devtools = await context.newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: server.origin,
    registrationId: await registration,
    data: JSON.stringify({
      title: 'It is your turn',
      body: 'Dr. Rao, City Hospital\nPlease go in now.',
      tag: 'e1',
      opens: '/patient/queue',
    }),
  });
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const shown = await (await navigator.serviceWorker.ready).getNotifications();
        return shown.map(({ title, tag, data }) => [title, tag, JSON.stringify(data)]);
      }),
    )
    .toEqual([['It is your turn', 'e1', '{"opens":"/patient/queue"}']]);
});

test('after an offline reload My Queue marks the last known place as old, and shows the current place once online again [PAT-11]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  trouble.allow(/ERR_INTERNET_DISCONNECTED|^console warning|^503 /u);
  const place = await makePlace(server.origin, 'Gadre Clinic', 'Dr. Usha Gadre');
  for (const name of ['Bina Rao', 'Charu Rao']) {
    await line(place, await makePatient(server.origin, name));
  }
  const patient = await makePatient(server.origin, 'Damini Oak');
  const { id } = await line(place, patient);
  await signIn(context, patient);
  await page.goto('/patient/queue');
  await expect(page.getByText('You are 3rd')).toBeVisible();
  await shellKept(page);
  // The browser must store only certain fields of the patient's place, and the service worker must
  // not cache any API response.
  const kept = await page.evaluate(async () => {
    const addresses: string[] = [];
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      addresses.push(...requests.map(({ url }) => new URL(url).pathname));
    }
    return { last: localStorage.getItem('baari_last_place') ?? '{}', addresses };
  });
  const last = JSON.parse(kept.last) as object;
  expect(Object.keys(last).toSorted()).toEqual([
    'at',
    'doctor',
    'hospital',
    'isOwn',
    'place',
    'range',
    'room',
    'token',
  ]);
  expect(kept.addresses.filter((path) => path.startsWith('/api'))).toEqual([]);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('No connection. Last update')).toBeVisible();
  await expect(page.getByText('You were 3rd')).toBeVisible();
  await expect(page.getByText('Dr. Usha Gadre')).toBeVisible();
  await expect(page.getByText('You are 3rd')).toHaveCount(0);
  await expectSoundBriefly(page);

  await context.setOffline(false);
  await expect(page.getByText('You are 3rd')).toBeVisible();
  await expect(page.getByText('No connection')).toHaveCount(0);

  await call(patient, leaveQueue, { id });
  await expect(page.getByText('No Active Queue')).toBeVisible();
  const left = await page.evaluate(() => localStorage.getItem('baari_last_place'));
  expect(left).toBeNull();
});

test('without a connection, a child’s place is not shown as the account holder’s, and the child’s name is not stored [PAT-11]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  trouble.allow(/ERR_INTERNET_DISCONNECTED|^console warning|^503 /u);
  const place = await makePlace(server.origin, 'Vaidya Clinic', 'Dr. Sudha Vaidya');
  await line(place, await makePatient(server.origin, 'Indu Rao'));
  const mother = await makePatient(server.origin, 'Jaya Oak');
  const { person } = await call(mother, addPerson, {
    body: { name: 'Kavya Oak', relation: 'child', dateOfBirth: '2019-05-04' },
  });
  const { queue } = await call(mother, requestPlace, {
    body: { doctorId: place.doctor.id, patientId: person.id },
  });
  await call(place.admin, approveRequest, { id: queue.id, body: {} });
  await signIn(context, mother);
  await page.goto('/patient/queue');
  await expect(page.getByText('Kavya Oak is 2nd')).toBeVisible();
  await shellKept(page);
  const kept = await page.evaluate(() => localStorage.getItem('baari_last_place') ?? '');
  expect(kept).toContain('Dr. Sudha Vaidya');
  expect(kept).not.toContain('Kavya');

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('No connection. Last update')).toBeVisible();
  await expect(page.getByText('This place was 2nd')).toBeVisible();
  await expect(page.getByText('You requested this place for someone else.')).toBeVisible();
  await expect(page.getByText(/You were/u)).toHaveCount(0);
  await expectSoundBriefly(page);
});

test('while the server does not answer, the last known place shows within seconds, with its age [PAT-11]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Kelkar Clinic', 'Dr. Hema Kelkar');
  await line(place, await makePatient(server.origin, 'Ela Rao'));
  const patient = await makePatient(server.origin, 'Farah Oak');
  await line(place, patient);
  await signIn(context, patient);
  await page.goto('/patient/queue');
  await expect(page.getByText('You are 2nd')).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('baari_last_place')))
    .not.toBeNull();

  const stalled = await context.newPage();
  await fail(stalled, { method: 'GET', path: /^\// }, 'silence');
  await stalled.goto('/patient/queue');
  await expect(stalled.getByText('You were 2nd')).toBeVisible({ timeout: 8000 });
  await expect(stalled.getByText('Reconnecting… Last update')).toBeVisible();
  await expect(stalled.getByText('No connection')).toHaveCount(0);
  await expectSoundBriefly(stalled);
  await stalled.unrouteAll({ behavior: 'ignoreErrors' });
  await stalled.reload();
  await expect(stalled.getByText('You are 2nd')).toBeVisible();
  await expect(stalled.getByText('Reconnecting…')).toHaveCount(0);
});

test('when a patient leaves the line, the place stays on the screen, with any error, until the server confirms it [PAT-11, QST-7]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  trouble.allow(/^net::ERR_FAILED DELETE /u);
  const place = await makePlace(server.origin, 'Modak Clinic', 'Dr. Girish Modak');
  const patient = await makePatient(server.origin, 'Hansa Oak');
  await line(place, patient);
  await signIn(context, patient);
  await page.goto('/patient/queue');
  const heading = page.getByRole('heading', { name: 'Dr. Girish Modak' });
  // The test waits for the service worker. If it took over later, it could send a request that the
  // test blocks.
  await shellKept(page);
  const leave = async () => {
    await page.getByRole('button', { name: 'Leave the queue' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  };
  const leaving = { method: leaveQueue.method, path: /^\/queues\/[^/]+\/leave$/u };
  await page.route('**/api/queues/*/leave', (route) => route.abort());
  await leave();
  await expect(page.getByText('Failed to leave queue').first()).toBeVisible();
  await expect(heading).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  const letGo = await delay(page, leaving);
  await leave();
  await expect(page.getByRole('button', { name: 'Leaving...' })).toBeVisible();
  await expect(heading).toBeVisible();
  await expect(page.getByText('You left the queue')).toHaveCount(0);
  await letGo();
  await expect(page.getByText('You left the queue')).toBeVisible();
  await expect(page.getByText('No Active Queue')).toBeVisible();
});

test('signing out deletes the patient’s last known place in line from the device [PAT-11, AUTH-2]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Sathe Clinic', 'Dr. Vimal Sathe');
  const patient = await makePatient(server.origin, 'Rekha Dani');
  await line(place, patient);
  await signIn(context, patient);
  await page.goto('/patient/queue');
  await expect(page.getByRole('heading', { name: 'Dr. Vimal Sathe' })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('baari_last_place')))
    .not.toBeNull();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${server.origin}/`);
  expect(await page.evaluate(() => localStorage.getItem('baari_last_place'))).toBeNull();
});

test('signing out clears the notifications on the device, so the next person reads none of them [PAT-11, AUTH-2]', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, await makePatient(server.origin, 'Usha Kale'));
  await context.grantPermissions(['notifications'], { origin: server.origin });
  await page.goto('/patient/dashboard');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js');
    const registration = await navigator.serviceWorker.ready;
    await registration.showNotification('It is your turn', { body: 'Dr. Rao, City Hospital' });
  });
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).length;
    });
  await expect.poll(shown).toBe(1);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${server.origin}/`);
  await expect.poll(shown).toBe(0);
});

test('with a connection a page comes from the server, and never an old copy from the service worker [PAT-11]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  // Requests that are pending when the network drops are aborted.
  trouble.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED GET \/assets\/|^console warning|^503 /u);
  const place = await makePlace(server.origin, 'Bhide Clinic', 'Dr. Nanda Bhide');
  const patient = await makePatient(server.origin, 'Tara Gore');
  await line(place, patient);
  await signIn(context, patient);
  await page.goto('/patient/queue');
  await shellKept(page);
  await page.evaluate(async () => {
    const old = new Response('<title>Old</title>', { headers: { 'content-type': 'text/html' } });
    for (const name of await caches.keys()) {
      await (await caches.open(name)).put('/patient/queue', old.clone());
    }
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Dr. Nanda Bhide' })).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(page).toHaveTitle('Old');
  await context.setOffline(false);
});

test('patients can install the application, which has a manifest, icons and a service worker for the whole site [PAT-11]', async ({
  page,
  server,
}) => {
  const answer = await page.request.get('/manifest.webmanifest');
  const manifest = (await answer.json()) as { readonly icons: readonly { src: string }[] };
  expect(manifest).toMatchObject({
    display: 'standalone',
    start_url: '/patient/queue',
    scope: '/',
  });
  for (const { src } of manifest.icons) {
    const icon = await page.request.get(src);
    expect(icon.headers()['content-type'], src).toBe('image/png');
  }
  await page.goto('/login');
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  expect(scope).toBe(`${server.origin}/`);
  const worker = await page.request.get('/sw.js');
  expect(worker.headers()['cache-control']).toBe('no-cache');
});
