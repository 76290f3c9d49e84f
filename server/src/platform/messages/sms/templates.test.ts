/** Which registered text a message uses, and what the server refuses at its start. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import { smsKindNames, smsKinds, textWith } from './sms-kinds.ts';
import { readRegistered, type TemplatesFile, templatesFile, wordingOf } from './templates.ts';

const site = 'https://baari.example.org';

function fileIn(...known: readonly Language[]): TemplatesFile {
  return templatesFile.parse({
    entityId: '1101',
    header: 'BAARIX',
    templates: Object.fromEntries(
      smsKindNames.map((kind) => [
        kind,
        Object.fromEntries(
          known.map((language) => [
            language,
            { id: `${kind}-${language}`, text: wordingOf(kind, language, site) },
          ]),
        ),
      ]),
    ),
  });
}

function registeredIn(...known: readonly Language[]) {
  return readWith(fileIn(...known));
}

function readWith(file: TemplatesFile) {
  const read = readRegistered(file, site);
  assert.ok(!('problems' in read));
  return read;
}

test('a message is sent in the reader’s language if its text is registered, else in the first registered language of the stated order [MSG-2]', () => {
  const registered = readWith({ ...fileIn('ta', 'hi'), fallback: ['hi'] });
  assert.equal(registered.find('called', 'ta').language, 'ta');
  assert.deepEqual(registered.find('called', 'bn'), {
    language: 'hi',
    registration: { entityId: '1101', header: 'BAARIX', templateId: 'called-hi' },
  });
  assert.equal(registeredIn('ta').find('code', 'es').language, 'ta');
  assert.ok(registered.requiredIn('91'));
  assert.ok(!registered.requiredIn('372'));
});

test('a file is refused that lacks a kind, and the refusal names the kind [MSG-2]', () => {
  const file = fileIn('en');
  const { called: _left, ...templates } = file.templates;
  const read = readRegistered({ ...file, templates }, site);
  assert.ok('problems' in read);
  assert.equal(read.problems.length, 1);
  assert.match(read.problems[0] ?? '', /^called: /u);
});

test('a file is refused if one word or one variable differs from Baari’s text, and a run of spaces does not matter [MSG-2]', () => {
  const file = fileIn('en', 'hi');
  const changed = (text: string) => {
    const called = { ...file.templates.called, hi: { id: '1', text } };
    return readRegistered({ ...file, templates: { ...file.templates, called } }, site);
  };
  const own = wordingOf('called', 'hi', site);
  assert.ok(!('problems' in changed(` ${own.replace(' ', '  ')} `)));
  for (const text of [`${own}!`, own.replace('{#var#}', ''), own.replace('{#var#}', 'Dr. Rao')]) {
    const read = changed(text);
    assert.ok('problems' in read);
    assert.deepEqual(
      read.problems.map((problem) => problem.split(':')[0]),
      ['called.hi'],
    );
  }
});

test('another address of the site makes registered texts with a link wrong, and no other [MSG-2]', () => {
  const read = readRegistered(fileIn('en'), 'https://other.example.org');
  assert.ok('problems' in read);
  const named = read.problems.map((problem) => problem.split('.')[0]);
  const linked = smsKindNames.filter((kind) => smsKinds[kind].some((name) => name === 'site'));
  assert.deepEqual(named, linked);
});

test('every variable of a kind appears in its text in every language [MSG-1]', () => {
  for (const language of languages) {
    for (const kind of smsKindNames) {
      const text = textWith(kind, language, (name) => `[${name}]`);
      for (const name of smsKinds[kind])
        assert.ok(text.includes(`[${name}]`), `${language} ${text}`);
    }
  }
});
