/** Tests of reading a pasted list of doctors. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ListWords, readDoctorList, writeDoctorList } from './doctor-list.ts';

const words: ListWords = {
  headings: {
    name: 'Full name',
    email: 'Email',
    phone: 'Phone',
    specialty: 'Specialty',
    department: 'Department',
    visitMinutes: 'Minutes for a visit',
  },
  specialtyName: (name) => (name === 'Cardiology' ? 'हृदय रोग' : name),
};

function read(text: string) {
  return readDoctorList(text, words);
}

test('a list of doctors is read from a spreadsheet’s rows with tabs and from a CSV file with headings in any order [VAL-3]', () => {
  const pasted = read(
    'Dr. Asha Rao\tasha@example.org\t98765 00021\tcardiology\tHeart Centre\t15\n' +
      'Dr. Ravi Nair\travi@example.org\t+919876500022\tENT\t\t',
  );
  assert.deepEqual(
    pasted.map(({ doctor }) => doctor),
    [
      {
        name: 'Dr. Asha Rao',
        email: 'asha@example.org',
        phone: pasted[0]?.doctor?.phone,
        specialty: 'Cardiology',
        department: 'Heart Centre',
        visitMinutes: 15,
      },
      {
        name: 'Dr. Ravi Nair',
        email: 'ravi@example.org',
        phone: '+919876500022',
        specialty: 'Other',
        department: 'ENT',
        visitMinutes: null,
      },
    ],
  );
  const [csv] = read(
    'Email;Full name;Specialty;Phone\r\nasha@example.org;"Rao; Asha";हृदय रोग;+919876500021\r\n',
  );
  assert.equal(csv?.doctor?.name, 'Rao; Asha');
  assert.equal(csv?.doctor?.specialty, 'Cardiology');
  assert.equal(csv?.doctor?.department, 'Cardiology');
});

test('each row of a list names what is wrong with it, and a repeated email address is found [VAL-3]', () => {
  const rows = read(
    'Dr. A,not an address,98765,Cardiology,,\n' +
      ',b@example.org,+919876500021,,,many\n' +
      'Dr. C,c@example.org,+919876500021,Cardiology,,\n' +
      'Dr. D,C@example.org,+919876500022,Cardiology,,',
  );
  assert.deepEqual(
    rows.map(({ faults, isTwice }) => [faults.map(({ column }) => column), isTwice]),
    [
      [['email', 'phone'], false],
      [['name', 'specialty', 'department', 'visitMinutes'], false],
      [[], false],
      [[], true],
    ],
  );
});

test('rows that were not added can be corrected and read again, and an empty text has no rows [VAL-3]', () => {
  const rows = read('"Rao, Asha",asha@example.org,98765,Cardiology,,10');
  assert.deepEqual(
    read(writeDoctorList(rows)).map(({ key }) => key),
    rows.map(({ key }) => key),
  );
  assert.deepEqual(read(' \n '), []);
});
