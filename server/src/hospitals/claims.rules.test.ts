/**
 * Which hospital names claim to be this product, a state institution or this site, in every script.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '@baari/contract/languages.gen.ts';
import { claimsOf } from './claims.rules.ts';

test('a hospital named like Baari is hidden until the operator decides, also with another script, added spaces or reversed letters [SEC-20]', () => {
  for (const name of [
    'Baari',
    'BAARI Clinic',
    'B a a r i',
    'Baari.app',
    'The Baari',
    'BaariHealth',
    'Ваагі',
    'Bааri Care',
    'बारी अस्पताल',
    'বারি',
    'బారి',
    'பாரி மருத்துவமனை',
    'બારી',
    'باری کلینک',
    'مستشفى باري',
    'iraaB',
    '\u202eiraaB',
  ]) {
    assert.ok(claimsOf(name).includes('product'), name);
  }
});

test('a hospital with an official-sounding name is hidden until the operator decides, in each of the ten languages [SEC-20]', () => {
  const names: Record<(typeof languages)[number], readonly string[]> = {
    en: [
      'City Support',
      'Government General Hospital',
      'Health Ministry',
      '0fficial Clinic',
      'Helpline108',
    ],
    hi: ['सरकारी अस्पताल', 'स्वास्थ्य मंत्रालय', 'हेल्पलाइन'],
    bn: ['সরকারি হাসপাতাল', 'স্বাস্থ্য মন্ত্রণালয়'],
    mr: ['शासकीय रुग्णालय', 'अधिकृत केंद्र'],
    te: ['ప్రభుత్వ ఆసుపత్రి', 'హెల్ప్\u200cలైన్'],
    ta: ['அரசு மருத்துவமனை', 'அமைச்சகம்'],
    gu: ['સરકારી હોસ્પિટલ', 'હેલ્પલાઇન'],
    ur: ['سرکاری ہسپتال', 'وزارت صحت'],
    ar: ['المستشفى الحكومي', 'وزارة الصحة', 'الدعم الرسمي'],
    es: ['Soporte oficial', 'Ministerio de Salud'],
  };
  for (const language of languages) {
    for (const name of names[language]) assert.deepEqual(claimsOf(name), ['official'], name);
  }
  assert.deepEqual(claimsOf('Baari Official Support'), ['product', 'official']);
  assert.deepEqual(claimsOf('troppuS laiciffO'), ['official']);
});

test('an ordinary hospital name is accepted without the operator’s decision [SEC-20]', () => {
  for (const name of [
    'Sanjeevani Hospital',
    'Lakeside Clinic',
    'Dr. Rao MD Clinic',
    'Aarogya Niketan',
    'City General Hospital',
    'Barry Clinic',
    'Darbaari Hospital',
    'Bharati Hospital',
    'Mother and Child Care',
    'संजीवनी अस्पताल',
    'شفا ہسپتال',
    'مستشفى السلام',
    'மதர் கேர்',
    '',
  ]) {
    assert.deepEqual(claimsOf(name), [], name);
  }
});
