import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type StaffRole, staffRoles } from '@baari/contract/constants.ts';
import { treatmentDays } from '@baari/contract/visit/report-access.ts';
import type { ReportVisibility } from '@baari/contract/visit/report.ts';
import type { PersonActor, StaffMember } from '../platform/actor.ts';
import { noTie, visibilityOf, type Tie, treats } from './reports.access.ts';

const now = new Date('2026-11-22T10:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

test('a doctor counts as treating a patient who is expected, or who was seen within a year [SEC-25]', () => {
  assert.equal(treats(noTie, now), false);
  assert.equal(treats({ ...noTie, isExpected: true }, now), true);
  assert.equal(treats({ ...noTie, lastSeenAt: daysAgo(treatmentDays - 1) }, now), true);
  assert.equal(treats({ ...noTie, lastSeenAt: daysAgo(treatmentDays) }, now), false);
});

const person = {
  userId: 'somebody',
  sessionId: '',
  name: '',
  email: null,
  emailVerified: false,
  phone: null,
  tokenExpiresAt: 0,
  mustSetUpTwoFactor: false,
  provedAt: now,
  idleMinutes: null,
  isAtSeveral: false,
};
const report = { hospitalId: 'here', doctorId: 'writer', accountId: 'patient' };

function staff(role: StaffRole, given: Partial<StaffMember> = {}): StaffMember {
  const doctorId = role === 'doctor' ? 'colleague' : null;
  return { ...person, role, hospitalId: 'here', doctorId, ...given };
}

function patientActor(userId: string): PersonActor {
  return { ...person, userId, role: 'patient', hospitalId: null, doctorId: null };
}

const ties: Record<string, Tie> = {
  none: noTie,
  expected: { ...noTie, isExpected: true },
  seen: { ...noTie, lastSeenAt: daysAgo(30) },
  'seen long ago': { ...noTie, lastSeenAt: daysAgo(730) },
  'an emergency': { ...noTie, emergencyUntil: inMinutes(1) },
  'an emergency that is over': { ...noTie, emergencyUntil: now },
};
const opens: Record<StaffRole, readonly string[]> = {
  doctor: ['expected', 'seen', 'an emergency'],
  // Administrators treat no patients, so only emergency access opens a report to them.
  hospital_admin: ['an emergency'],
  receptionist: [],
};

for (const role of staffRoles) {
  test(`how much a ${role} sees of a report depends only on whether they treat the patient, and on the hospital’s setting [SEC-25, RPT-1]`, () => {
    for (let choice = 0; choice < 8; choice += 1) {
      const readers = {
        doctors: (choice & 1) > 0,
        receptionists: (choice & 2) > 0,
        administrators: (choice & 4) > 0,
      };
      const isNamed = {
        doctor: readers.doctors,
        receptionist: readers.receptionists,
        hospital_admin: readers.administrators,
      }[role];
      const withheld: ReportVisibility = role === 'receptionist' ? 'existence' : 'emergency';
      for (const [name, tie] of Object.entries(ties)) {
        const facts = { readers, tie };
        const expected: ReportVisibility =
          isNamed || opens[role].includes(name) ? 'whole' : withheld;
        assert.equal(visibilityOf(staff(role), report, facts, now), expected, `${name}, ${choice}`);
        const elsewhere = staff(role, { hospitalId: 'elsewhere', doctorId: 'writer' });
        assert.equal(visibilityOf(elsewhere, report, facts, now), null, 'another hospital');
      }
    }
  });
}

test('a report can always be read by its author and by the one patient whom it is about [SEC-25, RPT-1]', () => {
  const facts = {
    readers: { doctors: false, receptionists: false, administrators: false },
    tie: noTie,
  };
  assert.equal(visibilityOf(staff('doctor', { doctorId: 'writer' }), report, facts, now), 'whole');
  assert.equal(visibilityOf(patientActor('patient'), report, facts, now), 'whole');
  assert.equal(visibilityOf(patientActor('stranger'), report, facts, now), null);
  const ofWalkIn = { ...report, accountId: null };
  assert.equal(visibilityOf(patientActor('stranger'), ofWalkIn, facts, now), null);
});
