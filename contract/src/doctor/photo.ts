/** A doctor's photo, by which patients and colleagues recognise the doctor [ENT-4]. */
import { z } from 'zod';
import { colleague } from './doctor.ts';
import { endpoint } from '../endpoint.ts';
import { idParams } from '../fields.ts';

export const photoTypes = ['image/png', 'image/jpeg'] as const;
export type PhotoType = (typeof photoTypes)[number];
/** The largest stored photo; pages shrink a photo before they send it. */
export const photoMaxBytes = 512 * 1024;
/** The largest width and height of a photo, in pixels. */
export const photoMaxSide = 1024;
/**
 * The largest body that the server reads, in bytes. It is above the photo limit, so that the refusal of a larger photo
 * can state the limits.
 */
const readMaxBytes = 10 * 1024 * 1024;

/** The address of a photo; each photo has a new random id. */
const photoPath = '/photos/:id';

/** A photo's address for the `src` of an `img`. */
export function photoUrl(id: string): string {
  return `/api${photoPath.replace(':id', id)}`;
}

const reply = z.object({ doctor: colleague });
const planning = ['doctor', 'hospital_admin'] as const;

export const setDoctorPhoto = endpoint({
  method: 'PUT',
  path: '/hospital/doctors/:id/photo',
  summary:
    "Replace a doctor's photo: the body is the picture, and its metadata is removed; doctors only their own",
  rows: ['ENT-4', 'DOC-4', 'ADM-2'],
  access: planning,
  params: idParams,
  upload: { types: photoTypes, maxBytes: readMaxBytes },
  reply,
  problems: [
    'forbidden',
    'not_found',
    'doctor_deactivated',
    'file_type_refused',
    'file_too_large',
    'photo_too_large',
  ],
});

export const removeDoctorPhoto = endpoint({
  method: 'DELETE',
  path: '/hospital/doctors/:id/photo',
  summary: "Remove a doctor's photo; its address stops working. Doctors only their own",
  rows: ['ENT-4', 'DOC-4', 'ADM-2'],
  access: planning,
  params: idParams,
  reply,
  problems: ['forbidden', 'not_found', 'doctor_deactivated'],
});

export const getPhoto = endpoint({
  method: 'GET',
  path: photoPath,
  summary: 'Get a photo; the photo at one address never changes',
  rows: ['ENT-4'],
  access: 'public',
  params: idParams,
  download: photoTypes,
  reply: z.unknown(),
  problems: ['not_found'],
});
