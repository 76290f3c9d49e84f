import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatsFor } from './format.ts';
import { chooseLanguage } from './languages.ts';

const english = formatsFor('en');
const hindi = formatsFor('hi');
const morning = '2026-03-12T05:10:00Z';

test("a time is shown in the hospital's time zone, wherever the reader is", () => {
  assert.match(english.time(morning, 'Asia/Kolkata'), /^10:40\sam$/);
  assert.match(english.time(morning, 'Europe/London'), /^5:10\sam$/);
});

test('a time on another day is shown with its date', () => {
  const nextDay = '2026-03-13T05:10:00Z';
  assert.match(english.timeOrDate(morning, morning, 'Asia/Kolkata'), /^10:40\sam$/);
  assert.match(english.timeOrDate(morning, nextDay, 'Asia/Kolkata'), /^12 Mar 2026, 10:40\sam$/);
});

test('in right-to-left text the parts of a time stay together, and its date has the comma of its script [ENT-9]', () => {
  const urdu = formatsFor('ur');
  const nextDay = '2026-03-13T05:10:00Z';
  assert.match(urdu.time(morning, 'Asia/Kolkata'), /^\u206810:40\sAM\u2069$/u);
  assert.match(
    urdu.timeOrDate(morning, nextDay, 'Asia/Kolkata'),
    /^12 \p{Script=Arabic}+، 2026، \u206810:40\sAM\u2069$/u,
  );
});

test('names in a list follow the order of the language, in every script [ENT-9]', () => {
  const [english, urdu] = [formatsFor('en'), formatsFor('ur')];
  assert.equal(english.list(['Asha', 'Ravi', 'Ira']), 'Asha, Ravi and Ira');
  assert.equal(urdu.list(['Asha', 'Ravi']), '\u2068Asha\u2069 اور \u2068Ravi\u2069');
});

test('the age of data is shown in the largest suitable unit, such as minutes or hours ago', () => {
  const at = (seconds: number) => new Date(Date.parse(morning) + seconds * 1000);
  assert.equal(english.relative(morning, at(20)), 'now');
  assert.equal(english.relative(morning, at(125)), '2 min ago');
  assert.equal(english.relative(morning, at(3 * 3600)), '3 hr ago');
  assert.equal(english.relative(morning, at(2 * 86_400)), '2 days ago');
  assert.equal(hindi.relative(morning, at(125)), '2 मि॰ पहले');
});

test('a wait whose earliest and latest minute are equal is shown as one number', () => {
  assert.equal(english.range(12, 18), '12–18');
  assert.equal(english.range(5, 5), '5');
});

test('large numbers are grouped as in India, with the same digits in both languages', () => {
  assert.equal(english.number(1_234_567), '12,34,567');
  assert.equal(hindi.number(1_234_567), '12,34,567');
});

test('a stored language is preferred to the browser’s, and English replaces an unsupported language', () => {
  assert.equal(chooseLanguage('hi', ['en-GB']), 'hi');
  assert.equal(chooseLanguage(null, ['fr-FR', 'hi-IN']), 'hi');
  assert.equal(chooseLanguage('klingon', ['fr-FR']), 'en');
});
