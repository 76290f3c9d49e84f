/**
 * Turns consents into the form that their owner reads, and a profile into the form that a hospital
 * sees [SEC-26].
 */
import {
  consentChangesShown,
  type ConsentPurpose,
  consentPurposes,
  type HospitalConsents,
  type OwnEmergency,
  type SharedProfile,
} from '@baari/contract/patient/consent.ts';
import { isGiven } from './consent.rules.ts';
import type { ChangeRow, HospitalRow, OwnEmergencyRow, ShareableRow } from './consent.store.ts';

/**
 * The consents of one hospital as their owner reads them. `changes`: the decisions at this and
 * other hospitals, the latest first.
 */
export function consentsView(
  { id, name, sums_up: sumsUp }: HospitalRow,
  changes: readonly ChangeRow[],
): HospitalConsents {
  const own = changes.filter((row) => row.hospital_id === id);
  // Shows only consents whose purpose the hospital uses, or on which the patient has already
  // decided.
  const isNamed = (purpose: ConsentPurpose) =>
    purpose !== 'summaries' || sumsUp || own.some((row) => row.purpose === purpose);
  return {
    hospital: { id, name },
    consents: consentPurposes.filter(isNamed).map((purpose) => {
      const ofPurpose = own.filter((row) => row.purpose === purpose);
      return {
        purpose,
        isGiven: isGiven(purpose, ofPurpose[0]?.given),
        saidAt: ofPurpose[0]?.at.toISOString() ?? null,
        changes: ofPurpose
          .slice(0, consentChangesShown)
          .map(({ given, at }) => ({ isGiven: given, at: at.toISOString() })),
      };
    }),
  };
}

export function ownEmergencyView(row: OwnEmergencyRow): OwnEmergency {
  return {
    id: row.id,
    hospitalName: row.hospital_name,
    patientName: row.patient_name,
    role: row.role,
    kind: row.kind,
    reason: row.reason,
    openedAt: row.opened_at.toISOString(),
  };
}

/**
 * The profile that the patient shares with a hospital. Every field is listed here, so that a field
 * added to the profile is not shared automatically.
 */
export function sharedProfileView(row: ShareableRow): SharedProfile {
  const { insurance } = row;
  return {
    dateOfBirth: row.date_of_birth ?? '',
    gender: row.gender ?? '',
    emergencyContacts: (row.emergency_contacts ?? []).map(({ name, phone, relation }) => {
      return { name, phone, relation };
    }),
    insurance: {
      provider: insurance.provider ?? '',
      policyNumber: insurance.policyNumber ?? '',
      groupNumber: insurance.groupNumber ?? '',
    },
  };
}
