/** A doctor's photo. */
export const photos = {
  add: 'Add a photo',
  change: 'Change photo',
  remove: 'Remove photo',
  choose: 'Photo',
  hint: 'Patients and colleagues see it beside the name. The middle of the picture is used.',
  sending: 'Sending…',
  changed: 'The photo is shown now',
  removed: 'The photo is removed',
  unreadable: 'This file could not be read as a picture. Choose a photo, such as a JPEG or PNG.',
  failed: 'The photo could not be changed',
};

export type Photos = typeof photos;
