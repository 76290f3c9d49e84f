import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { faultsOfHelp, type HelpToCheck, type WrittenPage, writtenHelp } from './help-pages.ts';

let help: HelpToCheck;

before(async () => {
  help = await writtenHelp();
});

/** The help with one more page in English and Hindi. */
function withPage(markdown: string): HelpToCheck {
  const page = { name: 'doctor/extra', markdown };
  const pages: WrittenPage[] = [
    ...help.pages,
    { ...page, language: 'en' },
    { ...page, language: 'hi' },
  ];
  return { ...help, pages, pictures: [...help.pictures, page.name] };
}

const steps = (...lines: string[]) =>
  `# A title\n\nA sentence.\n\n${lines.map((line, index) => `${index + 1}. ${line}`).join('\n')}\n`;

test('every screen has a page of help in English and Hindi, and every button and key it names exists', () => {
  assert.deepEqual(faultsOfHelp(help), []);
  const written = help.pages.filter(({ language }) => language === 'en');
  assert.ok(written.length >= 30 && help.screens.length > 40);
});

test('a screen without a page of help, and a page that exists only in English, fail the check', () => {
  const faults = faultsOfHelp({ ...help, screens: [...help.screens, '/new/screen'] });
  assert.deepEqual(faults, [
    'The screen /new/screen has no page of help: name one in help-screens.ts.',
  ]);
  const hindi = help.pages.filter(
    ({ name, language }) => !(name === 'doctor/a-break' && language === 'hi'),
  );
  assert.deepEqual(faultsOfHelp({ ...help, pages: hindi }), [
    'texts/hi/help/doctor/a-break.md is missing.',
  ]);
});

test('a refusal that names a missing page of help fails the check', () => {
  const explained = { ...help.helpOfRefusals, line_closed: { staff: 'reception/nothing' } };
  assert.deepEqual(faultsOfHelp({ ...help, helpOfRefusals: explained }), [
    'The page reception/nothing of the refusal line_closed does not exist.',
  ]);
});

test('a page of help without a row in the table of pictures, and a row without a page, fail the check', () => {
  const pictures = help.pictures.filter((name) => name !== 'doctor/a-break');
  assert.deepEqual(faultsOfHelp({ ...help, pictures: [...pictures, 'doctor/nothing'] }), [
    'The page doctor/a-break has no picture: add a row in e2e/src/help-pictures.',
    'The page doctor/nothing in e2e/src/help-pictures does not exist.',
  ]);
});

for (const [what, markdown, fault] of [
  ['with two steps', steps('One.', 'Two.'), 'it needs one numbered list'],
  ['with eight steps', steps('1', '2', '3', '4', '5', '6', '7', '8'), 'it needs one numbered list'],
  ['with HTML', steps('One.', 'Two <b>bold</b>.', 'Three.'), 'it has HTML'],
  ['naming a missing button', steps('{{doctors.nothing}}', '2', '3'), 'is no key, or no text'],
  ['naming a missing key', steps('{{key.nothing}}', '2', '3'), 'is no key, or no text'],
  ['naming a text with a number in it', steps('{{common.version}}', '2', '3'), 'is no key'],
  ['with a reference written wrongly', steps('{{ key.approve }}', '2', '3'), 'is not written as'],
  ['linking to a missing page', steps('[a](/help/doctor/none)', '2', '3'), 'leads nowhere'],
] as const) {
  test(`a page of help ${what} fails the check`, () => {
    const faults = faultsOfHelp(withPage(markdown));
    assert.equal(faults.length, 2, faults.join('\n'));
    for (const each of faults) assert.ok(each.includes(fault), each);
  });
}
