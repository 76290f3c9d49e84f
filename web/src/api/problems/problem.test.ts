import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldMessages } from '@baari/contract/fields.ts';
import { common as english } from '../../i18n/en/common.gen.ts';
import { refusals as hindi } from '../../i18n/hi/refusals.gen.ts';
import { ApiProblem, isPassing, networkProblem, readProblem, readRetryAfter } from './problem.ts';
import { fieldText, problemText } from './problem-text.ts';

function answer(body: unknown, init: ResponseInit): Response {
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), init);
}

test('an error message on a page shows the error’s details if there are any, else its message, else its status number [ERR-1]', async () => {
  const full = { error: 'No.', details: 'Because of this.', code: 'forbidden' };
  assert.equal((await readProblem(answer(full, { status: 403 }))).message, 'Because of this.');
  const short = { error: 'No.', code: 'forbidden' };
  assert.equal((await readProblem(answer(short, { status: 403 }))).message, 'No.');
  const page = answer('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' });
  assert.equal((await readProblem(page)).message, 'HTTP 502: Bad Gateway');
  assert.equal((await readProblem(answer('', { status: 500 }))).message, 'HTTP 500');
});

test('a page describes a failure without a message in the page’s own words, and shows the message of any other failure [CONS-3, ERR-1, ERR-6]', async () => {
  for (const body of ['', '<h1>Bad gateway</h1>', '{}', { error: ' ' }, { details: [] }, 'null']) {
    const problem = await readProblem(answer(body, { status: 502 }));
    assert.equal(problemText(problem, undefined, english.networkFailed), undefined);
    assert.equal(problemText(problem, hindi, english.networkFailed), undefined);
  }
  const said = await readProblem(answer({ error: 'Busy.' }, { status: 503 }));
  assert.equal(problemText(said, undefined, english.networkFailed), 'Busy.');
  const coded = await readProblem(answer({ code: 'forbidden' }, { status: 403 }));
  assert.equal(problemText(coded, hindi, english.networkFailed), hindi.codes.forbidden);
});

test("a list of details is shown as 'param: msg' of its first item [ERR-1, API-18]", async () => {
  const body = {
    error: 'The request is not valid.',
    details: [
      { param: 'phone', msg: fieldMessages.phone },
      { param: 'city', msg: fieldMessages.required },
    ],
    code: 'invalid_request',
  };
  const problem = await readProblem(answer(body, { status: 400 }));
  assert.equal(problem.message, `phone: ${fieldMessages.phone}`);
  assert.equal(problemText(problem, hindi, english.networkFailed), `phone: ${hindi.fields.phone}`);
});

test('error details in an unknown format are ignored', async () => {
  const body = { error: 'No.', details: [{ where: 'here' }], code: 'forbidden' };
  const problem = await readProblem(answer(body, { status: 403 }));
  assert.equal(problem.message, 'No.');
  assert.equal(problem.details, undefined);
});

test('the reason for a refused request is shown translated in Hindi, and in the server’s own words in English [ERR-1]', () => {
  const problem = new ApiProblem({ status: 409, code: 'already_first', message: 'Already first!' });
  assert.equal(problemText(problem, undefined, english.networkFailed), 'Already first!');
  assert.equal(problemText(problem, hindi, english.networkFailed), hindi.codes.already_first);
  const unknown = new ApiProblem({ status: 418, code: 'teapot', message: 'Short and stout' });
  assert.equal(problemText(unknown, hindi, english.networkFailed), 'Short and stout');
  assert.equal(problemText(new Error('a bug'), undefined, english.networkFailed), undefined);
});

test('a lost connection has its own message in both languages [ERR-3]', () => {
  const problem = networkProblem(new TypeError('fetch failed'));
  assert.equal(
    problemText(problem, undefined, english.networkFailed),
    'Network error. Check your connection and try again.',
  );
  assert.equal(problemText(problem, hindi, 'नेटवर्क की समस्या।'), 'नेटवर्क की समस्या।');
});

test('a form’s own error message is translated, and an unknown message stays unchanged', () => {
  assert.equal(fieldText(fieldMessages.email, hindi), hindi.fields.email);
  assert.equal(fieldText('Something else', hindi), 'Something else');
});

test('the time to wait is understood as a number of seconds and as a date', () => {
  const now = Date.parse('2026-03-12T05:10:00Z');
  assert.equal(readRetryAfter('7', now), 7);
  assert.equal(readRetryAfter('Thu, 12 Mar 2026 05:10:30 GMT', now), 30);
  assert.equal(readRetryAfter('soon', now), undefined);
  assert.equal(readRetryAfter(null, now), undefined);
});

test('the page automatically repeats a failed request only if the reason may pass, such as a lost connection [CONST-1]', () => {
  const problem = (status: number, code = 'x') => new ApiProblem({ status, code, message: '' });
  assert.equal(isPassing(problem(0, 'network')), true);
  assert.equal(isPassing(problem(503)), true);
  assert.equal(isPassing(problem(409, 'idempotency_key_running')), true);
  assert.equal(isPassing(problem(409, 'already_first')), false);
  assert.equal(isPassing(problem(429)), false);
  assert.equal(isPassing(new Error('a bug')), false);
});
