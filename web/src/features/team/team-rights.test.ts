import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StaffRole } from '@baari/contract/constants.ts';
import { joinableTitles, type TeamMember } from '@baari/contract/account/team.ts';
import { inOrder, otherRole, rightsOf } from './team-rights.ts';

describe('the rights of the team', () => {
  it('a person approved as a doctor gets the doctor’s role, one approved as an administrator gets that role, and anybody else becomes a receptionist [JOINH-2]', () => {
    assert.deepEqual(Object.fromEntries(joinableTitles.map((title) => [title, rightsOf(title)])), {
      doctor: 'doctor',
      nurse: 'receptionist',
      receptionist: 'receptionist',
      admin: 'hospital_admin',
      technician: 'receptionist',
      other: 'receptionist',
    });
  });

  it('a doctor’s role cannot be changed, but the roles of other staff can [JOINH-2]', () => {
    assert.equal(otherRole('doctor'), undefined);
    assert.equal(otherRole('receptionist'), 'hospital_admin');
    assert.equal(otherRole('hospital_admin'), 'receptionist');
  });

  it('the team lists administrators first, then doctors, each by name [JOINH-2]', () => {
    const members = [
      member('Zoya', 'receptionist'),
      member('Meera', 'doctor'),
      member('Omar', 'hospital_admin'),
      member('Anil', 'hospital_admin'),
    ];
    assert.deepEqual(
      inOrder(members).map(({ name }) => name),
      ['Anil', 'Omar', 'Meera', 'Zoya'],
    );
  });
});

function member(name: string, role: StaffRole): TeamMember {
  return {
    userId: name,
    name,
    email: null,
    role,
    title: null,
    doctorId: null,
    joinedAt: '2026-11-20T08:00:00.000Z',
  };
}
