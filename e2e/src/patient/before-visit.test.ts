/**
 * Tests of the questions before a visit: on the patient's phone, with an interruption, and as staff
 * read the answers.
 */
import { bookAppointment, getDoctorSlots } from '@baari/contract/visit/appointment.ts';
import { type Answer, answerAssessment, getAssessment } from '@baari/contract/visit/assessment.ts';
import { requestPlace, startConsultation } from '@baari/contract/queue/queue.ts';
import type { Page } from '@playwright/test';
import { type Account, call } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectSound, expectSoundBriefly } from '../support/looks.ts';
import { ask, line, makePatient, makePlace } from '../support/people.ts';
import { windowOn } from '../support/windows.ts';

async function answerWords(page: Page, words: string): Promise<void> {
  await page.getByLabel('Your answer').fill(words);
  await page.getByRole('button', { name: 'Next' }).click();
}

test('a patient reports an emergency sign on the phone, reopens the questions at the same step, and the doctor reads a six-line summary [ASSESS-1, ASSESS-2, ASSESS-3, LAND-3] @gate', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Palash Clinic', 'Dr. Ira Menon');
  const patient = await makePatient(server.origin, 'Asha Rao');
  const { id } = await line(place, patient);
  const pocket = await newBrowser(patient);
  let phone = await pocket.newPage();
  await phone.setViewportSize({ width: 360, height: 740 });
  await phone.goto('/patient/queue');
  await phone.getByRole('link', { name: 'Before your visit' }).click();
  await expect(phone.getByText('does not decide how urgent you are')).toBeVisible();
  await expect(phone.getByRole('link', { name: 'Call 112' }).first()).toHaveAttribute(
    'href',
    'tel:112',
  );
  await expectSound(phone);
  // No question has a preselected answer.
  await phone.getByRole('button', { name: 'Next' }).click();
  await expect(phone.getByText('Answer, or skip this question.')).toBeVisible();
  await phone
    .getByRole('group', { name: 'Chest pain or pressure now' })
    .getByRole('radio', { name: 'Yes' })
    .check();
  await phone.getByRole('button', { name: 'No to all the others' }).click();
  await phone.getByRole('button', { name: 'Next' }).click();
  await expect(phone.getByRole('alert').filter({ hasText: 'Call for help now' })).toBeVisible();
  await expect(
    phone.getByRole('heading', { name: 'What is the matter, in your own words?' }),
  ).toBeFocused();
  await answerWords(phone, 'A cough at night');
  await expect(phone.getByRole('heading', { name: 'When did it begin?' })).toBeVisible();

  await phone.close();
  phone = await pocket.newPage();
  await phone.setViewportSize({ width: 360, height: 740 });
  await phone.goto('/patient/queue');
  await phone.getByRole('link', { name: 'Before your visit' }).click();
  await expect(phone.getByRole('heading', { name: 'When did it begin?' })).toBeVisible();
  await phone.getByRole('button', { name: 'Back' }).click();
  await expect(phone.getByLabel('Your answer')).toHaveValue('A cough at night');
  await answerWords(phone, 'A cough every night');
  await phone.getByRole('radio', { name: 'A few weeks ago' }).check();
  await expectSoundBriefly(phone);
  await phone.getByRole('button', { name: 'Next' }).click();
  await expect(
    phone.getByRole('heading', { name: 'Did it begin suddenly or slowly?' }),
  ).toBeVisible();
  for (const heading of [
    'Did it begin suddenly or slowly?',
    'How is it now, compared with the beginning?',
  ]) {
    await expect(phone.getByRole('heading', { name: heading })).toBeVisible();
    await phone.getByRole('button', { name: 'Skip', exact: true }).click();
  }
  await expect(phone.getByRole('heading', { name: /How bad is it at its worst/u })).toBeVisible();
  await phone.getByRole('button', { name: 'Next' }).click();
  await expect(phone.getByText('Answer, or skip this question.')).toBeVisible();
  await phone.getByRole('radio', { name: '7', exact: true }).check();
  await phone.getByRole('button', { name: 'Next' }).click();
  await expect(phone.getByRole('heading', { name: 'What makes it better?' })).toBeVisible();
  await phone.getByRole('button', { name: 'Skip the rest' }).click();
  await expect(phone.getByRole('heading', { name: 'Thank you' })).toBeVisible();

  await call(place.admin, startConsultation, { id });
  const console = await (await newBrowser(place.admin)).newPage();
  await console.goto(`/doctor/console/${place.doctor.id}`);
  const answers = console.getByRole('region', { name: 'Answers before the visit' });
  await expect(answers.getByRole('term')).toHaveText([
    'In the patient’s words',
    'Onset and duration',
    'Course and severity',
    'Emergency signs',
    'Allergies, medicines, pregnancy, conditions',
    'Since the last visit',
  ]);
  await expect(answers).toContainText('A cough every night');
  await expect(answers).toContainText('A few weeks ago');
  await expect(answers).toContainText('7 of 10');
  await expect(answers).toContainText('Yes: Chest pain or pressure now');
  await expect(answers).toContainText('No: ');
  await expect(
    console.getByRole('alert').filter({ hasText: 'reported an emergency sign' }),
  ).toContainText('Asha Rao');
  await expectSoundBriefly(console);
  // An answer that the patient changes while the doctor reads appears live.
  await call(patient, answerAssessment, {
    id,
    body: { answers: [{ question: 'matter', answer: { kind: 'text', text: 'And a fever' } }] },
  });
  await expect(answers).toContainText('And a fever');
  // If the patient changes yes to no for an emergency sign, staff still see the earlier yes.
  const no: Answer = { kind: 'signs', yes: [], no: ['chest-pain', 'breathing'] };
  await call(patient, answerAssessment, {
    id,
    body: { answers: [{ question: 'signs', answer: no }] },
  });
  await expect(answers).toContainText(
    'The patient said yes, then changed the answer: Chest pain or pressure now',
  );
  await expect(answers).not.toContainText('Yes: Chest pain or pressure now');
});

test('an emergency sign shows the patient whom to call, leaves the request unchanged, and stays on every desk until staff have seen it [ASSESS-2]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Semal Clinic', 'Dr. Om Pillai');
  const patient = await makePatient(server.origin, 'Ravi Sen');
  const { id } = await ask(patient, place.doctor.id);
  const phone = await (await newBrowser(patient)).newPage();
  await phone.goto(`/patient/visits/${id}/questions`);
  await phone
    .getByRole('group', { name: 'Chest pain or pressure now' })
    .getByRole('radio', { name: 'Yes' })
    .check();
  await phone.getByRole('button', { name: 'No to all the others' }).click();
  await phone.getByRole('button', { name: 'Next' }).click();
  const help = phone.getByRole('alert').filter({ hasText: 'Call for help now' });
  await expect(help.getByRole('link', { name: 'Call 108' })).toBeVisible();
  await expectSoundBriefly(phone);
  await phone.goto('/patient/queue');
  await expect(phone.getByRole('button', { name: /Leave|Cancel|Withdraw/u }).first()).toBeVisible();

  const desk = await (await newBrowser(place.admin)).newPage();
  await desk.goto('/hospital/dashboard?view=queue');
  const band = desk.getByRole('alert').filter({ hasText: 'reported an emergency sign' });
  await expect(band).toContainText('Ravi Sen');
  await expect(band).toContainText('Chest pain or pressure now');
  await expectSoundBriefly(desk);
  await band.getByRole('button', { name: 'I have seen it' }).click();
  await expect(band).toBeHidden();
});

test('the desk sees which patients answered the questions before the visit, opens these answers, and enters answers from paper [ASSESS-3, ASSESS-4, STAFF-4]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Kachnar Clinic', 'Dr. Lata Jain');
  const patient = await makePatient(server.origin, 'Mohan Das');
  const { id } = await line(place, patient);
  await call(patient, answerAssessment, {
    id,
    body: {
      answers: [{ question: 'matter', answer: { kind: 'text', text: '<b>Knee</b> hurts' } }],
    },
  });
  const desk = await (await newBrowser(place.admin)).newPage();
  await desk.goto('/hospital/dashboard?view=queue&tab=queue');
  await desk.getByRole('button', { name: 'Answers started: What Mohan Das answered' }).click();
  const dialog = windowOn(desk);
  await expect(dialog).toContainText('<b>Knee</b> hurts');
  await expect(dialog).toContainText('Answered by the patient');
  await dialog.getByRole('link', { name: 'Type in answers from paper' }).click();
  await desk.getByRole('button', { name: 'No to all the others' }).click();
  await desk.getByRole('button', { name: 'Next' }).click();
  await desk.getByRole('radio', { name: 'Today' }).check();
  await desk.getByRole('button', { name: 'Next' }).click();
  await expect(
    desk.getByRole('heading', { name: 'Did it begin suddenly or slowly?' }),
  ).toBeVisible();
  await expectSoundBriefly(desk);
  await desk.reload();
  const answers = desk.getByRole('region', { name: 'Answers before the visit' });
  await expect(answers).toContainText('Typed in by the desk');
  await expect(answers).toContainText('No to all emergency signs that were asked');
});

test('the desk shows that a patient has answered the questions before the visit, for a request without symptoms and for a booking [ASSESS-3, LAND-2]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Sagwan Clinic', 'Dr. Anu Roy');
  const patient = await makePatient(server.origin, 'Tara Sethi');
  const body = { doctorId: place.doctor.id };
  const { queue } = await call(patient, requestPlace, { body });
  await answerAll(patient, queue.id);
  const desk = await (await newBrowser(place.admin)).newPage();
  await desk.goto('/hospital/dashboard?view=queue');
  await desk
    .getByRole('article', { name: 'Tara Sethi' })
    .getByRole('button', { name: 'Assessment ready: What Tara Sethi answered' })
    .click();
  await expect(windowOn(desk)).toContainText('No to all emergency signs that were asked');
  // The questions that the patient skipped are listed together in one line of text.
  await expect(windowOn(desk).getByText('Since · Began: skipped')).toBeVisible();

  const { today } = await call(place.admin, getDoctorSlots, { id: place.doctor.id });
  const date = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
  const other = await makePatient(server.origin, 'Uday Naik');
  const wish = { doctorId: place.doctor.id, date, time: '10:00' as const };
  const { appointment } = await call(other, bookAppointment, { body: wish });
  const phone = await (await newBrowser(other)).newPage();
  await phone.goto('/patient/queue');
  // The page My Queue shows a link to the questions beside the appointment too.
  await phone
    .getByRole('region', { name: 'My Appointments' })
    .getByRole('link', { name: 'Before your visit' })
    .click();
  await phone.getByRole('button', { name: 'Next' }).waitFor();
  await answerAll(other, appointment.id, ['chest-pain']);
  await desk.goto(`/hospital/dashboard?view=appointments&date=${date}`);
  await expect(
    desk.getByRole('button', { name: 'Emergency signs: What Uday Naik answered' }),
  ).toBeVisible();
  await desk.getByRole('link', { name: 'Questions Uday Naik' }).click();
  await expect(desk.getByText('Uday Naik · Type in answers from paper')).toBeVisible();
});

/**
 * Answers the patient's questions: no to every emergency sign except those in `yes`. Skips the
 * other questions.
 */
async function answerAll(patient: Account, id: string, yes: string[] = []): Promise<void> {
  const { assessment } = await call(patient, getAssessment, { id });
  const signs = assessment.questions[0]?.options.map((sign) => sign.id) ?? [];
  const no = signs.filter((sign) => !yes.includes(sign));
  let answers: { question: string; answer: Answer }[] = [
    { question: 'signs', answer: { kind: 'signs', yes, no } },
  ];
  for (;;) {
    const { assessment: after } = await call(patient, answerAssessment, { id, body: { answers } });
    if (after.state === 'ready') return;
    const said = new Set(after.answers.map(({ question }) => question));
    answers = after.questions
      .filter((question) => !said.has(question.id))
      .map((question) => ({ question: question.id, answer: { kind: 'skipped' } }));
  }
}
