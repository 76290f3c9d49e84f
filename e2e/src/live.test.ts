/**
 * Tests of the page when the network fails, and of two staff members who do the same thing at once.
 */
import { startConsultation } from '@baari/contract/queue/queue.ts';
import type { BrowserContext, Page } from '@playwright/test';
import { call } from './support/api.ts';
import { allAnswered, passTime } from './support/clock.ts';
import { expect, test } from './support/fixtures.ts';
import { ask, line, makePatient, makePlace, signIn } from './support/people.ts';
import { countStreams } from './support/streams.ts';

test('a page without a connection says how old its data is, and updates when the connection is back [EV-8, PAT-11] @gate', async ({
  page,
  context,
  server,
  trouble,
}) => {
  trouble.allow(/^net::ERR_INTERNET_DISCONNECTED /u);
  trouble.allow(/^console warning: The live connection failed/u);
  const place = await makePlace(server.origin, 'Saptarishi Clinic', 'Dr. Tara Bose');
  const ahead = await line(place, await makePatient(server.origin, 'Uday Joshi'));
  const patient = await makePatient(server.origin, 'Vimala Rao');
  await line(place, patient);
  await signIn(context, patient);
  await page.clock.install();
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.goto('/patient/queue');
  const screen = page.getByRole('main');
  await expect(screen.getByText('1 person is ahead of you', { exact: true })).toBeVisible();
  await expect(screen.getByText('Live Updates')).toBeVisible();

  await context.setOffline(true);
  await passTime(page, '01:00');
  await expect(screen.getByText('Not live', { exact: true })).toBeVisible();
  await call(place.admin, startConsultation, { id: ahead.id });
  await passTime(page, '03:00');
  await expect(screen.getByText(/^Updated 4 min ago/u)).toBeVisible();
  await expect(screen.getByText('1 person is ahead of you', { exact: true })).toBeVisible();

  await context.setOffline(false);
  await expect(screen.getByText('You are next', { exact: true })).toBeVisible();
  await expect(screen.getByText('Live Updates')).toBeVisible();
  expect(loads, 'the page was loaded once').toBe(1);
});

test('when two staff members approve one request, the second member reads who approved first and sees the current state [ERR-8, QST-10]', async ({
  newBrowser,
  server,
  trouble,
}) => {
  // The second desk receives no events, so it still shows the request when its Approve button is
  // pressed.
  trouble.allow(/^net::ERR_FAILED GET \/api\/queues\/realtime\/events$/u);
  trouble.allow(/^console warning: The live connection failed/u);
  trouble.allow(/^409 POST \/api\/queues\/[^/]+\/approve$/u);
  const place = await makePlace(server.origin, 'Ashwini Clinic', 'Dr. Wahida Khan');
  await ask(await makePatient(server.origin, 'Yamini Das'), place.doctor.id);
  const first = await openDesk(await newBrowser(place.admin));
  const secondContext = await newBrowser(place.admin);
  await secondContext.route('**/api/queues/realtime/events**', (route) => route.abort());
  const second = await openDesk(secondContext);
  for (const desk of [first, second]) {
    await expect(desk.getByRole('article', { name: 'Yamini Das' })).toBeVisible();
  }
  await first.getByRole('button', { name: 'Approve' }).click();
  await expect(first.getByText('No Pending Requests')).toBeVisible();

  await second.getByRole('button', { name: 'Approve' }).click();
  const toasts = second.getByRole('region', { name: 'Notifications' });
  await expect(toasts.getByText('Yamini Das: a colleague acted before you')).toBeVisible();
  await expect(toasts.getByText(/^You approved this request \d+ s ago\.$/u)).toBeVisible();
  await expect(second.getByText('No Pending Requests')).toBeVisible();
  await second.getByRole('tab', { name: /^Doctor Queues/u }).click();
  await expect(second.getByRole('article', { name: 'Yamini Das' })).toBeVisible();
});

test('the desk sends one HTTP request to approve a patient and needs no further HTTP request to show the result [CONST-1, EV-3]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Chitra Clinic', 'Dr. Bela Sen');
  await ask(await makePatient(server.origin, 'Esha Pillai'), place.doctor.id);
  const other = await openDesk(await newBrowser(place.admin));
  const context = await newBrowser(place.admin);
  await context.clock.install();
  const desk = await openDesk(context);
  await expect(desk.getByRole('article', { name: 'Esha Pillai' })).toBeVisible();
  const asked = await listAsked(desk);
  await desk.getByRole('button', { name: 'Approve' }).click();
  await expect(desk.getByText('No Pending Requests')).toBeVisible();
  // The live event has arrived, because the desk of the other user shows the approval too.
  await expect(other.getByText('No Pending Requests')).toBeVisible();
  // The figures of the line arrive live within a second. If they did not, the page would request
  // them ten seconds later.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  await passTime(desk, '00:20');
  await desk.getByRole('tab', { name: /^Doctor Queues/u }).click();
  await expect(desk.getByRole('article', { name: 'Esha Pillai' })).toBeVisible();
  expect(asked.map(withoutIds)).toEqual(['POST /api/queues/:id/approve']);
});

test('calling a patient in and completing the visit need one HTTP request each, and update console and desk without further requests [CONST-1, EV-4, EV-9]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Vishakha Clinic', 'Dr. Ila Basu');
  await line(place, await makePatient(server.origin, 'Jaya Nair'));
  await line(place, await makePatient(server.origin, 'Kunal Shah'));
  const room = await newBrowser(place.admin);
  await room.clock.install();
  const doctors = await openStaffPage(room, `/doctor/console/${place.doctor.id}`);
  const reception = await newBrowser(place.admin);
  // A fixed clock keeps the loaded data fresh. Otherwise, on a busy machine, a row that appears
  // later would fetch its data again.
  await reception.clock.setFixedTime(Date.now());
  const desk = await openDesk(reception, '&tab=queue');
  await expect(desk.getByRole('article', { name: 'Kunal Shah' })).toBeVisible();
  const callIn = doctors.getByRole('button', { name: /^Call In/u });
  await expect(callIn).toBeVisible();
  const [byConsole, byDesk] = [await listAsked(doctors), await listAsked(desk)];

  await callIn.click();
  await expect(doctors.getByRole('heading', { name: 'Current Patient' })).toBeVisible();
  const inside = desk.getByRole('article', { name: 'Jaya Nair' });
  await expect(inside.getByRole('button', { name: /^Complete/u }).first()).toBeVisible();
  await passTime(doctors, '00:10');
  await doctors.getByRole('button', { name: 'Complete Consultation' }).click();
  await expect(doctors.getByText('The visit of Jaya Nair is completed.')).toBeVisible();
  await expect(inside).toHaveCount(0);
  await passTime(doctors, '00:10');
  await expect(desk.getByRole('article', { name: 'Kunal Shah' })).toBeVisible();

  const requests = byConsole.filter(notDerived);
  const writes = requests.filter((each) => !each.startsWith('GET'));
  expect(writes.map(withoutIds)).toEqual(['PUT /api/queues/:id', 'PUT /api/queues/:id']);
  // The console shows more about the current patient than the line's data contain. It requests each
  // of these parts once.
  const ofPatients = requests.filter((each) => each.startsWith('GET'));
  const known = [
    'GET /api/hospital/patients/:id/profile',
    'GET /api/hospital/patients/:id/visits',
    'GET /api/hospital/reports',
    'GET /api/visits/:id/insights',
    'GET /api/queues/:id/hand-offs',
    'GET /api/queues/:id/follow-up',
  ];
  for (const each of ofPatients) expect(known).toContain(withoutIds(each));
  expect(ofPatients).toEqual([...new Set(ofPatients)]);
  expect(byDesk.filter(notDerived)).toEqual([]);
});

/**
 * Whether a request is for other data than the server computes from a whole line or day. The
 * response to a single change cannot contain such computed data.
 */
function notDerived(asked: string): boolean {
  return !/^GET \/api\/(?:hospital\/doctors(?:\/:id\/queue)?|doctors\/:id|hospitals\/:id\/queues\/(?:counts|waiting))$/u.test(
    withoutIds(asked),
  );
}

function withoutIds(asked: string): string {
  return asked.replaceAll(/\?.*$/gu, '').replaceAll(/[0-9a-f-]{36}/gu, ':id');
}

/**
 * Lists the API requests that the page makes from now on, as `GET /api/…`. First waits until the
 * requests made on loading are answered.
 */
async function listAsked(page: Page): Promise<string[]> {
  // Once the live connection is open, the page fetches what it may have missed.
  await expect(page.getByText('Live Updates').first()).toBeVisible();
  await allAnswered(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    // The page reports session activity on a timer, whatever the user does, so these requests are
    // left out.
    if (!/^\/api\/(?!auth\/)/u.test(pathname)) return;
    // Each device sends its language once, three seconds after its first page.
    if (pathname === '/api/profile/language') return;
    asked.push(`${request.method()} ${pathname}${search}`);
  });
  return asked;
}

test('a patient who leaves disappears from the desk at once [QST-7, EV-6] @gate', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Rohini Clinic', 'Dr. Zoya Ali');
  const patient = await makePatient(server.origin, 'Bhavna Shah');
  await line(place, patient);
  const desk = await openDesk(await newBrowser(place.admin), '&tab=queue');
  await expect(desk.getByRole('article', { name: 'Bhavna Shah' })).toBeVisible();
  const phone = await (await newBrowser(patient)).newPage();
  await phone.goto('/patient/queue');
  await phone.getByRole('button', { name: 'Leave the queue' }).click();
  const asked = phone.getByText('Are you sure you want to leave the queue?');
  await expect(asked).toBeVisible();
  await phone.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(phone.getByText('No Active Queue', { exact: true })).toBeVisible();
  await expect(desk.getByRole('article', { name: 'Bhavna Shah' })).toHaveCount(0);
});

test('eight tabs of one person share one live connection, even after the connected tab closes, and signing out ends it [EV-9, EV-11, AUTH-2]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Mrigashira Clinic', 'Dr. Nandini Pal');
  const context = await newBrowser(place.admin);
  const live = countStreams(context);
  // The tab that is opened first holds the live connection for all tabs.
  const first = await openDesk(context);
  await expect(first.getByText('Live Updates')).toBeVisible();
  const desks = [first];
  while (desks.length < 8) desks.push(await openDesk(context));
  await ask(await makePatient(server.origin, 'Omkar Jain'), place.doctor.id);
  for (const desk of desks) await expectCard(desk, 'Omkar Jain');
  for (const desk of desks) await expect(desk.getByText('Live Updates')).toBeVisible();
  expect(live(), 'asked for and open').toEqual({ asked: 1, open: 1 });

  await desks.shift()?.close();
  await ask(await makePatient(server.origin, 'Parul Naik'), place.doctor.id);
  for (const desk of desks) await expectCard(desk, 'Parul Naik');
  expect(live(), 'one more was asked for').toEqual({ asked: 2, open: 1 });

  const [desk, another] = desks;
  await desk?.getByRole('button', { name: 'Logout' }).click();
  await expect.poll(() => another?.url()).toBe(`${server.origin}/`);
  await expect.poll(() => live().open).toBe(0);
});

test('if the browser suspends the tab that has the live connection, the other tabs still get events, and the suspended tab catches up later [EV-8, EV-9]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Uttara Clinic', 'Dr. Qadir Ansari');
  const context = await newBrowser(place.admin);
  const live = countStreams(context);
  const asleep = await openDesk(context);
  await expect(asleep.getByText('Live Updates')).toBeVisible();
  const seen = await openDesk(context);
  await expect(seen.getByText('Live Updates')).toBeVisible();
  expect(live().asked).toBe(1);

  const wire = await context.newCDPSession(asleep);
  await wire.send('Page.setWebLifecycleState', { state: 'frozen' });
  await seen.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => live().asked).toBe(2);
  await ask(await makePatient(server.origin, 'Rekha Soni'), place.doctor.id);
  await expectCard(seen, 'Rekha Soni');

  await wire.send('Page.setWebLifecycleState', { state: 'active' });
  await expectCard(asleep, 'Rekha Soni');
  await expect(asleep.getByText('Live Updates')).toBeVisible();
  await expect.poll(() => live()).toEqual({ asked: 2, open: 1 });
});

async function expectCard(desk: Page, name: string): Promise<void> {
  await expect(desk.getByRole('article', { name })).toBeVisible();
}

function openDesk(context: BrowserContext, more = ''): Promise<Page> {
  return openStaffPage(context, `/hospital/dashboard?view=queue${more}`);
}

/**
 * Opens a staff page and waits for the number of open alerts. The page requests this number a
 * moment after it has loaded.
 */
async function openStaffPage(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  const counts = page.waitForResponse(/\/api\/hospital\/assessments\/watch$/u);
  await page.goto(path);
  await counts;
  return page;
}
