/** The patient's data that the desk sees to distinguish patients of the same name [DESK-7]. */
import { isGivenByDefault, getSharedProfile } from '@baari/contract/patient/consent.ts';
import type { StaffRole } from '@baari/contract/constants.ts';
import type { PatientFacts } from '@baari/contract/patient/patient.ts';
import { ageOf } from './alike.rules.ts';
import type { FactsRow } from './patients.store.ts';

/** How many digits of a phone are shown: enough to tell two phones apart, too few to call. */
const digitsShown = 4;

/** The view of a patient's facts; `today` is YYYY-MM-DD. */
export function patientFactsView(row: FactsRow, role: StaffRole, today: string): PatientFacts {
  const { last_visit: last, open_here: open } = row;
  const showsAgeAndSex = mayShowAgeAndSex(row, role);
  const born = { dateOfBirth: row.date_of_birth, birthYear: row.birth_year };
  return {
    id: row.id,
    name: row.name,
    through: row.through,
    hasAccount: row.account_id !== null,
    age: showsAgeAndSex ? ageOf(born, today) : null,
    gender: showsAgeAndSex ? row.gender : null,
    phoneEnd: row.phone === null ? null : row.phone.slice(-digitsShown),
    lastVisit: last === null ? null : { day: last.day, doctorName: last.doctorName },
    open:
      open === null
        ? null
        : { status: open.status, token: open.token, doctorName: open.doctorName },
  };
}

/**
 * Data entered by the desk are visible to it; an account's data only if shared, and to roles that
 * may read profiles.
 */
function mayShowAgeAndSex(row: FactsRow, role: StaffRole): boolean {
  if (row.account_id === null) return true;
  const mayRead = getSharedProfile.access.some((each) => each === role);
  return mayRead && (row.said_shared ?? isGivenByDefault.profile);
}
