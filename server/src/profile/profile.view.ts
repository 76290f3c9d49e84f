/** A profile as its owner sees it [PROF-1]. */
import type { Profile } from '@baari/contract/patient/profile.ts';
import type { ProfileRow } from './profile.store.ts';

export function profileView(row: ProfileRow): Omit<Profile, 'version'> {
  const { address, insurance } = row;
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    erasureRequestedAt: row.erasure_requested_at?.toISOString() ?? null,
    phone: row.phone ?? '',
    dateOfBirth: row.date_of_birth ?? '',
    gender: row.gender ?? '',
    address: {
      line1: address.line1 ?? '',
      city: address.city ?? '',
      state: address.state ?? '',
      zip: address.zip ?? '',
      country: address.country ?? '',
    },
    emergencyContacts: row.emergency_contacts,
    insurance: {
      provider: insurance.provider ?? '',
      policyNumber: insurance.policyNumber ?? '',
      groupNumber: insurance.groupNumber ?? '',
    },
    preferences: {
      language: row.language,
      theme: row.theme,
      notifications: {
        email: row.notify_email ?? true,
        sms: row.notify_sms ?? false,
        push: row.notify_push ?? false,
      },
    },
  };
}
