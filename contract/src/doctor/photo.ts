/** A doctor's photo, for patients and colleagues to know the doctor by [ENT-4]. */
import { z } from 'zod';
import { colleague } from './doctor.ts';
import { endpoint } from '../endpoint.ts';
import { idParams } from '../fields.ts';

export const photoTypes = ['image/png', 'image/jpeg'] as const;
export type PhotoType = (typeof photoTypes)[number];
/** Of a photo as it is kept; pages make theirs smaller before they send it. */
export const photoMaxBytes = 512 * 1024;
/** Either side, in pixels. */
export const photoMaxSide = 1024;
/** Whatever is larger is told so with the limits of a photo up to here, in bytes. */
const readMaxBytes = 10 * 1024 * 1024;

/** Where a photo is read; its id is random and another one with each photo. */
const photoPath = '/photos/:id';

/** A photo's address as an `img` names it. */
export function photoUrl(id: string): string {
  return `/api${photoPath.replace(':id', id)}`;
}

const reply = z.object({ doctor: colleague });
const planning = ['doctor', 'hospital_admin'] as const;

export const setDoctorPhoto = endpoint({
  method: 'PUT',
  path: '/hospital/doctors/:id/photo',
  summary:
    "Put a photo in place of a doctor's: the body is the picture; metadata is taken out. A doctor only the own",
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
  summary:
    "Take a doctor's photo away; its address answers nothing any more. A doctor only the own",
  rows: ['ENT-4', 'DOC-4', 'ADM-2'],
  access: planning,
  params: idParams,
  reply,
  problems: ['forbidden', 'not_found', 'doctor_deactivated'],
});

export const getPhoto = endpoint({
  method: 'GET',
  path: photoPath,
  summary: 'Get a photo, which never changes under its address',
  rows: ['ENT-4'],
  access: 'public',
  params: idParams,
  download: photoTypes,
  reply: z.unknown(),
  problems: ['not_found'],
});
