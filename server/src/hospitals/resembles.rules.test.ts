/** Which hospitals could be mistaken for each other [SEC-20]. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Essentials, featuresOf, isAnotherName, likenesses } from './resembles.rules.ts';

const sanjeevani: Essentials = {
  name: 'Sanjeevani Hospital',
  phone: '+912025530114',
  email: 'care@sanjeevani.example',
  address: '14 Fergusson College Road, Shivajinagar',
  city: 'Pune',
  zipCode: '411004',
  latitude: 18.5236,
  longitude: 73.8412,
};
const elsewhere: Essentials = {
  name: 'Lakeside Clinic',
  phone: '+912942000009',
  email: 'desk@lakeside.example',
  address: '9 Lake Road',
  city: 'Udaipur',
  zipCode: '313001',
  latitude: null,
  longitude: null,
};

function alike(change: Partial<Essentials>, to: Essentials = sanjeevani) {
  return likenesses(featuresOf({ ...elsewhere, ...change }), featuresOf(to));
}

test('a hospital with a different name, phone, mail and location does not resemble any other hospital [SEC-20]', () => {
  assert.deepEqual(alike({}), []);
});

for (const [name, how] of [
  ['Sanjeevani Hospital', 'as it is'],
  ['  sanjeevani   HOSPITAL ', 'with other spaces and letter cases'],
  ['S a n j e e v a n i', 'spaced out'],
  ['SanjeevaniHospital', 'in one word'],
  ['Sanjee vani Clinic', 'split in two'],
  ['Sanjivani Hospital', 'with a short vowel'],
  ['Sanjeewani Hospitals', 'with w for v'],
  ['The Sanjeevani Multispeciality Hospital Pvt. Ltd.', 'among generic words'],
  ['Ѕаnjееvаnі Ноѕріtаl', 'in Cyrillic letters that look the same'],
  ['Санджеевани', 'as it sounds in Russian'],
  ['5anjeevani Hospital', 'with a digit for a letter'],
  ['Sanjeevanl Hospital', 'with l for i'],
  ['Şanjeevañi Hospital', 'with marks on its letters'],
  ['Ｓａｎｊｅｅｖａｎｉ', 'in wide letters'],
  ['Sanjee\u200bvani\u00ad Hospital', 'with invisible characters'],
  ['संजीवनी अस्पताल', 'in Hindi'],
  ['सञ्जीवनी हॉस्पिटल', 'in another Hindi spelling'],
  ['Sanjeevani Eye Hospital', 'with a department'],
  ['Sanjevani Hospital', 'with a letter left out'],
  ['Sanjivini Hospital', 'with another vowel'],
  ['Sanjeevani Hospital (Official)', 'that says it is the real one'],
  ['The New Sanjeevani Hospital, Main Branch', 'as a branch of it'],
  ['Sri Sanjeevani Online Booking', 'as its booking page'],
  ['সঞ্জীবনী হাসপাতাল', 'in Bengali'],
  ['சஞ்சீவனி மருத்துவமனை', 'in Tamil'],
  ['ಸಂಜೀವಿನಿ ಆಸ್ಪತ್ರೆ', 'in Kannada'],
  ['سنجیونی ہسپتال', 'in Urdu'],
  ['سنجیوانی اسپتال', 'in another Urdu spelling'],
  ['ہسپتال سنجیونی ناگپور', 'in Urdu with a town'],
  ['سانجيفاني مستشفى', 'in Arabic, which has no v'],
  ['مستشفى سنجيفاني', 'in Arabic, in the other word order'],
  ['سنجيڤاني', 'in Persian letters'],
  ['latipsoH inaveejnaS', 'written backwards'],
  ['\u202elatipsoH inaveejnaS', 'turned around by a mark'],
  ['یناویجنس', 'in Urdu, written backwards'],
  ['Sanjeevani Clinic Nagpur', 'followed by a town'],
  ['Sanjeevani South Mumbai', 'followed by a district'],
  ['Sanjeevani Heart Centre Delhi', 'with a speciality and a town'],
  ['संजीवनी क्लिनिक नागपुर', 'in Hindi with a town'],
  ['Sanjeevani Udaipur', 'with its own town'],
] as const) {
  test(`a hospital named Sanjeevani Hospital ${how} resembles the confirmed one in any town [SEC-20]`, () => {
    assert.deepEqual(alike({ name }), ['name'], name);
  });
}

test('a Hindi name is recognised in Latin letters too [SEC-20]', () => {
  const hindi = { ...sanjeevani, name: 'आरोग्य निकेतन' };
  assert.deepEqual(alike({ name: 'Arogya Niketan' }, hindi), ['name']);
  assert.deepEqual(alike({ name: 'Lakeside' }, hindi), []);
});

test('a name in Arabic letters is recognised in any script of the confirmed name [SEC-20]', () => {
  for (const [confirmed, name] of [
    ['Apollo Hospitals', 'اپولو ہسپتال'],
    ['Apollo Hospitals', 'مستشفى أبولو'],
    ['Fortis', 'فورتس'],
    ['Lakeside Clinic', 'لیک سائیڈ کلینک'],
    ['आरोग्य निकेतन', 'آروگیہ نکیتن'],
    ['سنجیوانی ہسپتال', 'سنجيوني'],
    ['سنجیوانی ہسپتال', 'Sanjeevani Clinic'],
    ['مستشفى الشفاء', 'الشفا'],
  ] as const) {
    assert.deepEqual(alike({ name }, { ...sanjeevani, name: confirmed }), ['name'], name);
  }
});

test('a shared town and speciality alone do not make two hospitals similar [SEC-20]', () => {
  for (const [confirmed, name] of [
    ['Delhi Heart Institute', 'Mumbai Heart Hospital'],
    ['Nagpur Clinic', 'Pune Hospital'],
    ['Pune Eye Hospital', 'Pune Dental Clinic'],
  ] as const) {
    assert.deepEqual(alike({ name }, { ...sanjeevani, name: confirmed }), [], name);
  }
});

for (const name of [
  'سنجے گاندھی ہسپتال',
  'نوجیون ہسپتال',
  'مستشفى السلام',
  'شفا ہسپتال',
  'Navjeevan Hospital',
  'Sanjay Gandhi Hospital',
  'Sankalp Hospital',
  'Jeevan Hospital',
  'City Hospital',
  'Hospital',
  'संजीव अस्पताल',
  'Arogya Niketan',
]) {
  test(`${name} is a different hospital from Sanjeevani, even in the same town [SEC-20]`, () => {
    assert.deepEqual(alike({ name }), []);
    assert.deepEqual(alike({ name, city: 'PUNE ' }), []);
  });
}

test('a name with additional words counts as the same name only in the same town [SEC-20]', () => {
  const name = 'New Sanjeevani Hospital of Greater Pune';
  assert.deepEqual(alike({ name }), []);
  assert.deepEqual(alike({ name, city: 'pune' }), ['name'], 'the same city');
  assert.deepEqual(alike({ name, zipCode: '411004' }), ['name'], 'the same ZIP code');
  const near = { latitude: 18.6, longitude: 73.9 };
  assert.deepEqual(alike({ name, ...near }), ['name'], 'ten kilometres away');
});

test('two hospitals with the same phone, mailbox or own domain count as similar [SEC-20]', () => {
  assert.deepEqual(alike({ phone: sanjeevani.phone }), ['phone']);
  assert.deepEqual(alike({ email: 'CARE@sanjeevani.example' }), ['email']);
  assert.deepEqual(alike({ email: 'other@sanjeevani.example' }), ['email']);
  assert.deepEqual(
    alike({ email: 'care@sanjeevanı.example' }),
    ['email'],
    'a domain that looks it',
  );
});

test('a phone number with the national prefix 0 counts as the same phone number [SEC-20]', () => {
  assert.deepEqual(alike({ phone: '+9102025530114' }), ['phone']);
  assert.deepEqual(alike({ phone: '+912025530115' }), [], 'another number');
});

test('a subdomain or parent of a hospital’s own domain counts as that domain [SEC-20]', () => {
  assert.deepEqual(alike({ email: 'desk@pune.sanjeevani.example' }), ['email']);
  const below = { ...sanjeevani, email: 'care@mail.sanjeevani.example' };
  assert.deepEqual(alike({ email: 'desk@sanjeevani.example' }, below), ['email']);
  assert.deepEqual(alike({ email: 'desk@notsanjeevani.example' }), []);
  const ofTheState = { ...sanjeevani, email: 'care@pune.nic.in' };
  assert.deepEqual(alike({ email: 'desk@udaipur.nic.in' }, ofTheState), []);
});

test('two hospitals with mailboxes at the same public provider do not resemble each other [SEC-20]', () => {
  const mailOf = (email: string) => ({ ...sanjeevani, email });
  assert.deepEqual(alike({ email: 'one@gmail.com' }, mailOf('two@gmail.com')), []);
  assert.deepEqual(alike({ email: 'one@gmail.com' }, mailOf('One@Gmail.com')), ['email']);
});

test('two hospitals in the same building, by coordinates or address, count as similar, and the next building does not [SEC-20]', () => {
  const { latitude, longitude, address, zipCode } = sanjeevani;
  assert.deepEqual(alike({ latitude, longitude }), ['place']);
  assert.deepEqual(alike({ latitude: 18.524, longitude: 73.8415 }), ['place'], 'sixty metres');
  assert.deepEqual(alike({ latitude: 18.5336, longitude: 73.8412 }), [], 'a kilometre');
  assert.deepEqual(alike({ address: address.toUpperCase(), zipCode }), ['place']);
  assert.deepEqual(alike({ address, zipCode: '560011' }), [], 'in another town');
  assert.deepEqual(alike({ address, zipCode: '411 004' }), ['place'], 'a ZIP code with a space');
  assert.deepEqual(alike({ address, zipCode: '411005', city: 'Pune' }), ['place'], 'a wrong one');
  const street = '14, Fergusson College Road';
  assert.deepEqual(alike({ address: street, zipCode }), ['place'], 'without its quarter');
  const main = { ...sanjeevani, address: 'Main Road' };
  const otherMain = { address: 'Main Road', city: 'Pune', zipCode: '411038' };
  assert.deepEqual(alike(otherMain, main), [], 'a Main Road of another quarter');
  assert.deepEqual(alike({ address: address.replace('14', '15'), zipCode }), [], 'next door');
});

test('a hospital name with corrected spelling counts as the same name, and another name does not [SEC-20]', () => {
  assert.equal(isAnotherName('Sanjeevani Hospital', 'Sanjivani Hospital, Pune'), false);
  assert.equal(isAnotherName('Sanjeevani Hospital', 'संजीवनी अस्पताल'), false);
  assert.equal(isAnotherName('Sanjeevani Hospital', 'Lakeside Hospital'), true);
});

const anyName = fc.oneof(
  fc.string({ maxLength: 120 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
);

test('any hospital name resembles itself whatever its spaces and letter case, and resemblance works in both directions [SEC-20]', () => {
  fc.assert(
    fc.property(anyName, anyName, (one, other) => {
      const [a, b] = [
        featuresOf({ ...sanjeevani, name: one }),
        featuresOf({ ...elsewhere, name: other }),
      ];
      assert.deepEqual(likenesses(a, b), likenesses(b, a));
      assert.equal(isAnotherName(one, one), false);
      assert.equal(isAnotherName(one, `  ${one} `), false);
    }),
  );
});
