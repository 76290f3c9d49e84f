/**
 * The picture of each help page. `npm run check` fails if a page of help has no row here.
 */
import type { HelpRole } from '../../../server/src/site/help/help-pages.ts';
import { administratorPictures } from './administrator-pictures.ts';
import { doctorPictures } from './doctor-pictures.ts';
import { patientPictures } from './patient-pictures.ts';
import type { PicturesOfRole } from './picture.ts';
import { receptionPictures } from './reception-pictures.ts';

export const helpPictures: Readonly<Record<HelpRole, PicturesOfRole>> = {
  patient: patientPictures,
  reception: receptionPictures,
  doctor: doctorPictures,
  administrator: administratorPictures,
};
