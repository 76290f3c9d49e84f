import { placeOf } from '@baari/contract/text/commas.ts';
import type { Hospital } from '@baari/contract/hospital/hospital.ts';

type Located = Pick<
  Hospital,
  'name' | 'address' | 'location' | 'zip_code' | 'latitude' | 'longitude'
>;

/** The hospital's postal address in one line. */
export function addressOf({ address, location, zip_code }: Located): string {
  return placeOf([address, location, zip_code]);
}

/** The address of a map that shows the hospital. */
export function mapLink(hospital: Located): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(target(hospital))}`;
}

/** The address of a map that shows the way to the hospital. */
export function directionsLink(hospital: Located): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(target(hospital))}`;
}

/** The hospital's coordinates; its name and address if they are unknown. */
function target(hospital: Located): string {
  const { name, latitude, longitude } = hospital;
  return latitude === null || longitude === null
    ? `${name}, ${addressOf(hospital)}`
    : `${latitude},${longitude}`;
}
