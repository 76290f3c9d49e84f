/** The public view of a hospital [ENT-3]. */
import { placeOf } from '@baari/contract/text/commas.ts';
import { defaultHospitalType } from '@baari/contract/constants.ts';
import type { Hospital, OwnVerification } from '@baari/contract/hospital/hospital.ts';
import { offeredLanguages } from '@baari/contract/languages.ts';
import { openingAt } from './opening.rules.ts';
import { averageRating } from './average-rating.rules.ts';
import type { HospitalRow } from './hospitals.store.ts';

export function hospitalView(row: HospitalRow, now: Date): Hospital {
  return {
    id: row.id,
    name: row.name,
    type: row.type || defaultHospitalType,
    address: row.address,
    city: row.city,
    state: row.state,
    zip_code: row.zip_code,
    phone: row.phone,
    email: row.email,
    website: row.website,
    departments: row.departments,
    operating_hours: row.operating_hours,
    timeZone: row.time_zone,
    location: placeOf([row.city, row.state]),
    latitude: row.latitude,
    longitude: row.longitude,
    rating: averageRating({ sum: row.rating_sum, count: row.rating_count }),
    ratingCount: row.rating_count,
    doctorCount: row.doctor_count,
    availableDoctorCount: row.available_doctor_count,
    patientCount: row.patient_count,
    status: row.available_doctor_count > 0 ? 'available' : 'unavailable',
    openNow: row.open_now,
    opening: openingAt(row.operating_hours, row.time_zone, now),
    takesRequestsShut: row.takes_requests_shut,
    checkInMinutes: row.check_in_minutes,
    languages: offeredLanguages(row.languages),
    showsKeptTimes: row.shows_kept_times,
    standing: row.standing,
    distanceKm: row.distance_km === null ? null : Math.round(row.distance_km * 10) / 10,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at?.toISOString() ?? null,
  };
}

/** The staff's view of their hospital's verification [SEC-20]. */
export function ownVerificationView(row: HospitalRow): OwnVerification {
  return { state: stateOf(row), closeReason: row.close_reason };
}

function stateOf(row: HospitalRow): OwnVerification['state'] {
  if (row.closed_at !== null) return 'closed';
  if (row.held_at !== null) return 'held';
  // A practice hospital is hidden on purpose, so its staff read no warning.
  if (row.confirmed_at !== null || row.practice_of !== null) return 'confirmed';
  return row.standing === 'hidden' ? 'waiting' : 'unconfirmed';
}
