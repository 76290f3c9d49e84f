import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '@baari/contract/languages.gen.ts';
import { type ServerTexts, serverAreas } from './areas.gen.ts';
import { textsOf } from './texts.ts';

function isArea(name: string): name is keyof ServerTexts {
  return Object.hasOwn(serverAreas, name);
}

test('every text of the server exists in every language, with the same placeholders as in English [ENT-9]', () => {
  for (const area of Object.keys(serverAreas).filter(isArea)) {
    const english = Object.keys(textsOf(area, 'en'));
    assert.ok(english.length > 0, area);
    for (const language of languages) {
      assert.deepEqual(Object.keys(textsOf(area, language)).toSorted(), english.toSorted(), area);
    }
  }
});

test('two readers of different languages get the same message in their own languages [ENT-9]', () => {
  assert.equal(textsOf('ticket', 'en').state.waiting(22), 'You are 22nd in the queue');
  assert.equal(textsOf('ticket', 'hi').state.waiting(22), 'कतार में आपका नंबर 22 है');
  assert.equal(textsOf('letters', 'en').hello(''), 'Hello,', 'whose name is not known');
});

test('in an English mail a right-to-left name is displayed correctly, and so is a left-to-right name in an Urdu mail [ENT-9]', () => {
  assert.equal(textsOf('letters', 'en').hello('علی'), 'Hello \u2068علی\u2069,');
  assert.equal(textsOf('letters', 'en').hello('Asha'), 'Hello Asha,');
  assert.match(textsOf('letters', 'ur').hello('Asha'), /\u2068Asha\u2069/u);
});
