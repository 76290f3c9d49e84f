import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFilled, newDoctorForm, otherDepartment } from './new-doctor-form.ts';

const typed = {
  name: '  Dr. Asha Verma ',
  email: ' Asha@Example.org ',
  phone: '+91 98765 43210',
  specialty: 'Cardiology' as const,
  departmentChoice: 'Cardiology',
  newDepartment: '',
};

test('spaces around the typed data of a new doctor are removed before sending [VAL-3]', () => {
  assert.deepEqual(newDoctorForm.parse(typed), {
    name: 'Dr. Asha Verma',
    email: 'asha@example.org',
    phone: '+919876543210',
    specialty: 'Cardiology',
    department: 'Cardiology',
  });
});

test('after choosing “Other” as department, an administrator can type a department that only this hospital has [VAL-3]', () => {
  const other = { ...typed, departmentChoice: otherDepartment, newDepartment: ' Heart Centre ' };
  assert.equal(newDoctorForm.parse(other).department, 'Heart Centre');
  const blank = newDoctorForm.safeParse({ ...other, newDepartment: '  ' });
  assert.deepEqual(blank.error?.issues[0]?.path, ['newDepartment']);
});

test('the button to add a doctor stays disabled until all five fields contain more than spaces [VAL-3]', () => {
  assert.equal(isFilled(typed), true);
  for (const field of ['name', 'email', 'phone', 'specialty', 'departmentChoice'] as const) {
    assert.equal(isFilled({ ...typed, [field]: '  ' }), false, field);
  }
  const other = { ...typed, departmentChoice: otherDepartment };
  assert.equal(isFilled(other), false);
  assert.equal(isFilled({ ...other, newDepartment: 'Heart Centre' }), true);
});
