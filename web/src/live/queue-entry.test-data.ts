import type { PatientEntry, StaffEntry } from '@baari/contract/queue/queue.ts';

/** A queue entry for tests as staff receive it; by default a new request. */
export function queueEntry(given: Partial<StaffEntry> = {}): StaffEntry {
  const staffOnly = {
    notes: null,
    urgencyChange: null,
    dueAt: null,
    lastChange: null,
    delay: null,
    visitKind: null,
    needsInterpreter: false,
    notReachedAt: null,
  };
  const own = patientEntry();
  return {
    ...own,
    patient: { ...own.patient, isContactProved: true, isPhoneProved: true },
    ...staffOnly,
    ...given,
  };
}

/** A queue entry for tests as its patient receives it. */
export function patientEntry(given: Partial<PatientEntry> = {}): PatientEntry {
  return {
    id: 'e1',
    status: 'pending_approval',
    position: 0,
    joinedAt: '2026-03-12T05:00:00.000Z',
    approvedAt: null,
    startedAt: null,
    endedAt: null,
    line: null,
    estimatedWaitTime: 0,
    waitRange: null,
    call: null,
    symptoms: null,
    urgency: 'medium',
    rejectionReason: null,
    notes: null,
    cancelledBy: null,
    closed: null,
    severalStops: false,
    visitId: null,
    token: null,
    checkedInAt: null,
    checkedInBy: null,
    saidOver: null,
    hold: null,
    booking: null,
    moved: null,
    point: null,
    placeChanges: [],
    urgencyChange: null,
    patient: { id: 'p', name: 'Ravi', fullName: 'Ravi', email: null, phone: null, through: null },
    doctor: queueDoctor('d1'),
    hospital: {
      id: 'h1',
      name: 'City',
      timeZone: 'Asia/Kolkata',
      standing: 'confirmed',
      opening: null,
    },
    queueVersion: 0,
    ...given,
  };
}

/** The doctor of a queue entry for tests; the doctor's name is the id. */
export function queueDoctor(id: string, hospitalId = 'h1'): StaffEntry['doctor'] {
  return {
    id,
    name: id,
    specialty: 'Cardiology',
    department: 'Cardiology',
    status: 'Available',
    breakUntil: null,
    room: null,
    service: null,
    hospital: { id: hospitalId },
  };
}

const proved = { isContactProved: true, isPhoneProved: true };

/** The patient of a queue entry for tests, named after the queue entry. */
export function queuePatient(id: string): StaffEntry['patient'] {
  const contact = { email: null, phone: null, through: null, ...proved };
  return { id: `p-${id}`, name: id, fullName: id, ...contact };
}
