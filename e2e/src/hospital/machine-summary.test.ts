/**
 * Tests a language model's summary of a patient's answers. An administrator turns it on, the
 * patient agrees on the phone, and the doctor reads it below the answers.
 */
import { startConsultation } from '@baari/contract/queue/queue.ts';
import { startModelEndpoint } from '../../../server/src/testing/stand-ins/model-endpoint.ts';
import { call } from '../support/api.ts';
import { expect, test as base } from '../support/fixtures.ts';
import { expectSound, expectSoundBriefly } from '../support/looks.ts';
import { line, makePatient, makePlace, signIn } from '../support/people.ts';
import { delay, refuse } from '../support/routing.ts';
import { startServer } from '../support/server.ts';

const test = base.extend({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires this form of a fixture that needs nothing
    async ({}, provide) => {
      const model = await startModelEndpoint();
      const settings = { SUMMARY_URL: model.url, SUMMARY_MODEL: 'little-model' };
      const server = await startServer({ demo: false, settings });
      await provide(server);
      await server.stop();
      await model.close();
    },
    { scope: 'worker' },
  ],
});

const team = '/hospital/dashboard?view=team';
const setting = { method: 'GET', path: /^\/hospitals\/me\/summaries$/u };

test('an administrator turns automatic summaries on, a patient consents and later withdraws, and the doctor reads the summary below the patient’s answers [ASSESS-5, SEC-26, LAND-3] @gate', async ({
  page,
  context,
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Kadamba Clinic', 'Dr. Ira Menon');
  await signIn(context, place.admin);
  await page.goto(team);
  const section = page.getByRole('region', { name: 'Machine summary of answers' });
  await expect(section).toContainText('little-model');
  await section.getByRole('button', { name: 'Turn summaries on' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('127.0.0.1');
  await question.getByRole('button', { name: 'Turn summaries on' }).click();
  await expect(section.getByRole('button', { name: 'Turn summaries off' })).toBeVisible();
  await expectSound(page);

  const patient = await makePatient(server.origin, 'Asha Rao');
  const { id } = await line(place, patient);
  const phone = await (await newBrowser(patient)).newPage();
  await phone.setViewportSize({ width: 360, height: 740 });
  await phone.goto(`/patient/visits/${id}/questions`);
  await phone.getByRole('button', { name: 'No to all the others' }).click();
  await phone.getByRole('button', { name: 'Next' }).click();
  await phone.getByLabel('Your answer').fill('I have a cough at night. No fever.');
  await phone.getByRole('button', { name: 'Next' }).click();
  await phone.getByRole('button', { name: 'Skip the rest' }).click();
  const ask = phone.getByRole('region', { name: 'May a program sum up your answers?' });
  await expect(ask).toContainText('Kadamba Clinic');
  await expectSound(phone);
  await ask.getByRole('button', { name: 'Yes, sum them up' }).click();
  await expect(ask.getByRole('status')).toContainText(
    'Kadamba Clinic may use a program to sum up your answers',
  );

  await call(place.admin, startConsultation, { id });
  const desk = await (await newBrowser(place.admin)).newPage();
  await desk.goto(`/doctor/console/${place.doctor.id}`);
  const answers = desk.getByRole('region', { name: 'Answers before the visit' });
  const summary = answers.getByRole('region', { name: 'Machine summary, may be wrong' });
  // The server waits 20 s in case the patient corrects an answer, and looks for due summaries every
  // 5 s.
  await expect(summary).toContainText('cough at night. No fever.', { timeout: 60_000 });
  await expect(summary).toContainText('little-model');
  const terms = await answers.getByRole('term').last().boundingBox();
  const below = await summary.boundingBox();
  expect(terms && below && below.y > terms.y, 'the answers are shown above the summary').toBe(true);
  await expectSoundBriefly(desk);
  await expect(phone.getByText('Machine summary, may be wrong')).toHaveCount(0);

  await ask.getByRole('button', { name: 'Withdraw consent' }).click();
  await expect(ask.getByRole('status')).toContainText('No program sums up your answers');
  await desk.reload();
  await expect(answers.getByRole('term')).toHaveCount(6);
  await expect(summary).toHaveCount(0);
  await phone.goto('/patient/dashboard?view=profile');
  await expect(phone.getByLabel('A machine summary of my answers')).not.toBeChecked();
});

test('while the setting for summaries loads a placeholder is shown, and an error can be retried [ASSESS-5, ERR-1]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  const place = await makePlace(server.origin, 'Champa Clinic', 'Dr. Champa Rao');
  await signIn(context, place.admin);
  const release = await delay(page, setting);
  await page.goto(team);
  await expect(page.getByText('Loading the setting for summaries...')).toBeAttached();
  await release();
  await expect(page.getByRole('button', { name: 'Turn summaries on' })).toBeVisible();
  trouble.allow(/^403 GET \/api\/hospitals\/me\/summaries$/u);
  await refuse(page, setting, 'forbidden');
  await page.reload();
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await again.click();
  await expect(page.getByRole('button', { name: 'Turn summaries on' })).toBeVisible();
});
