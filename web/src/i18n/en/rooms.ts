/** Where a doctor's patients go in [ROOM-1]. */
export const rooms = {
  room: 'Room',
  roomOf: (doctor: string) => `Room of ${doctor}`,
  noRoom: 'Set the room',
  roomLead:
    'Patients who are called read it, and the display reads it out: “Please go in to Room 4.”',
  roomHint: 'For example Room 4. Empty it if there is none.',
  roomSave: 'Save',
  roomSaving: 'Saving...',
  roomFailed: 'The room could not be saved',
};

export type Rooms = typeof rooms;
