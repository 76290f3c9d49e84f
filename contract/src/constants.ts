/** Lists and limits that client and server share. Rows: CONST-1…4, ENT-5, WIZ-6…8, QST. */

/** Who someone is; the default is patient [ENT-6, ROLE-6]. */
export const roles = ['patient', 'doctor', 'receptionist', 'hospital_admin'] as const;
export type Role = (typeof roles)[number];

/** The roles that work for a hospital. */
export const staffRoles = ['doctor', 'receptionist', 'hospital_admin'] as const;
export type StaffRole = (typeof staffRoles)[number];

export const queueStatuses = [
  'pending_approval',
  'waiting',
  'in_progress',
  'completed',
  'cancelled',
  'no_show',
  'rejected',
] as const;
export type QueueStatus = (typeof queueStatuses)[number];

/** The statuses of which a patient may hold one entry at a time [QST-1, INV-2]. */
export const openStatuses = ['pending_approval', 'waiting', 'in_progress'] as const;
export type OpenStatus = (typeof openStatuses)[number];
/** Those of a doctor's line: who waits, and who is with the doctor. */
export const lineStatuses = ['waiting', 'in_progress'] as const;
/** Those that are still to be called in. */
export const statusesToCome = ['pending_approval', 'waiting'] as const;
/** Those that have ended without a visit. */
export const statusesWithoutVisit = ['rejected', 'cancelled', 'no_show'] as const;

/** Whether an entry has not ended yet. */
export function isOpenStatus(status: QueueStatus): status is OpenStatus {
  return openStatuses.some((open) => open === status);
}

/** How somebody was seen to have arrived: by the desk, their own word, the code at the door, the kiosk. */
export const checkInWays = ['staff', 'patient', 'door', 'kiosk'] as const;
export type CheckInWay = (typeof checkInWays)[number];

export const urgencies = ['low', 'medium', 'high'] as const;
export type Urgency = (typeof urgencies)[number];
export const defaultUrgency: Urgency = 'medium';

/** What somebody comes for: something new, or to follow up what was begun [QST-12]. */
export const visitKinds = ['new', 'follow_up'] as const;
export type VisitKind = (typeof visitKinds)[number];
/** Who said so: the patient, the staff, or the record, which knows a visit to this doctor not long ago. */
export const visitKindSources = ['patient', 'staff', 'record'] as const;
export type VisitKindSource = (typeof visitKindSources)[number];

/** A doctor's status as shown; the update sends it in lower case [DST-1, API-21]. */
export const doctorStatuses = ['Available', 'Busy', 'Offline'] as const;
export type DoctorStatus = (typeof doctorStatuses)[number];
export const doctorStatusUpdates = ['available', 'busy', 'offline'] as const;

/**
 * How a hospital stands with the installation's operator: confirmed, not yet, or shown to nobody
 * [SEC-20]. In the order of a list.
 */
export const hospitalStandings = ['confirmed', 'unconfirmed', 'hidden'] as const;
export type HospitalStanding = (typeof hospitalStandings)[number];

export const hospitalTypes = [
  'general',
  'specialty',
  'clinic',
  'urgent-care',
  'private',
  'public',
] as const;
export type HospitalType = (typeof hospitalTypes)[number];

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof weekdays)[number];

const workday = { open: '08:00', close: '18:00', closed: false };

/** The hours a new hospital starts with; its profile edits them [WIZ-6]. */
export const defaultOperatingHours = {
  monday: workday,
  tuesday: workday,
  wednesday: workday,
  thursday: workday,
  friday: workday,
  saturday: { open: '09:00', close: '17:00', closed: false },
  sunday: { open: '10:00', close: '16:00', closed: true },
};

/** The last time that can be written as an end: hours and breaks that end then go on until midnight. */
export const lastMinute = '23:59';

const allDay = { open: '00:00', close: lastMinute, closed: false };

/** The hours of a place that never closes. */
export const roundTheClock = {
  monday: allDay,
  tuesday: allDay,
  wednesday: allDay,
  thursday: allDay,
  friday: allDay,
  saturday: allDay,
  sunday: allDay,
};

/** Why staff change the order of a line; `desk` where no reason is given [INV-12]. */
export const moveReasons = ['urgent', 'returned', 'doctor', 'patient', 'desk'] as const;
export type MoveReason = (typeof moveReasons)[number];
/**
 * Why a patient stands elsewhere; `held`: somebody was called and was not there, `appointment`: somebody
 * came whose booked time is sooner; `restored`: what had ended a place was taken back.
 */
export const placeReasons = [...moveReasons, 'held', 'appointment', 'restored'] as const;
export type PlaceReason = (typeof placeReasons)[number];

/** Why a request or a place is closed before its turn; its patient reads it. */
export const closeReasons = ['day_ended', 'doctor_left'] as const;
export type CloseReason = (typeof closeReasons)[number];

/** Minutes that a patient may say to be late by, and how many may be let go first [WAIT-1]. */
export const lateSteps = [10, 20, 30] as const;
export type LateStep = (typeof lateSteps)[number];
export const laterSteps = [1, 2, 3, 5] as const;
export type LaterStep = (typeof laterSteps)[number];
/** How often in one visit a patient may go later, by either. */
export const mostDelays = 2;
/** What a patient may say to the desk about a visit that nobody has ended [QST-5, QST-6]. */
export const saidOverWords = ['seen', 'left'] as const;
export type SaidOverWord = (typeof saidOverWords)[number];
/** For so long the desk offers to take back what it just did, seconds. */
export const undoSeconds = 10;
/** For so long after its end a place is given back as it was, minutes: nobody has counted on it yet. */
export const slipMinutes = 10;
/** Minutes for which a day that the desk closed by hand can be opened again whole [DAY-1]. */
export const undoClosingMinutes = 10;

/** From joining, in minutes, the desk should have called a patient in [waits: order and urgency]. */
export const dueMinutes = { high: 10, medium: 60, low: 120 } as const satisfies Record<
  Urgency,
  number
>;
/** A move by which someone is passed more often, or waits longer in all, asks for a reason. */
export const mostPasses = 5;
export const longestWaitMinutes = 180;

/** What happened to an entry; each frame carries the entry as it was right after [EV-2]. */
export const entryEventTypes = [
  'queue_requested',
  'queue_joined',
  'queue_approved',
  'queue_rejected',
  'queue_updated',
  'queue_left',
  'position_changed',
] as const;
export type EntryEventType = (typeof entryEventTypes)[number];

/** When a doctor can be booked, on the hospital's own clock [PAT-8, APPT-1]. */
export const appointmentTimes = ['09:00', '10:00', '11:00', '14:00', '15:00', '16:00'] as const;
export type AppointmentTime = (typeof appointmentTimes)[number];
/** Minutes set aside for one; the whole of it lies within the operating hours. */
export const appointmentMinutes = 30;
/** How far ahead can be booked. */
export const bookingDaysAhead = 60;
/** Bookings to come that the people of one account may hold. */
export const maxOpenBookings = 5;
/** How long before a booked time patients may say that they are here: what a hospital may set, minutes. */
export const checkInMinutes = { least: 0, most: 720, usual: 60 } as const;
/** Whoever comes so much after a booked time still comes on time, minutes. */
export const lateGraceMinutes = 10;

/** `missed`: the day went by without a check-in. */
export const appointmentStatuses = ['booked', 'checked_in', 'cancelled', 'missed'] as const;
export type AppointmentStatus = (typeof appointmentStatuses)[number];
/** Of somebody who asks to join a hospital's staff. */
export const joinRequestStatuses = ['pending', 'approved', 'rejected'] as const;
export type JoinRequestStatus = (typeof joinRequestStatuses)[number];

/** Who books, moves or cancels one. */
export const bookingSides = ['patient', 'staff'] as const;
export type BookingSide = (typeof bookingSides)[number];

/** When a wait is told and goes on record: on asking, on being let in, at "leave now", and minutes after being let in. */
export const promiseMoments = [
  'asked',
  'joined',
  'leave_now',
  'after_30',
  'after_60',
  'after_120',
] as const;
/** How the state of the line is looked up at that time. */
export const promiseStates = ['not_begun', 'running', 'near_break', 'overdue', 'break'] as const;
/** What a doctor's line is doing; in the last four no wait is told. */
export const lineStates = [
  'not_open',
  'due',
  'due_back',
  'running',
  'break_ahead',
  'break_overdue',
  'on_break',
  'busy',
  'offline',
  'closed',
  'past_closing',
] as const;
export type LineStateName = (typeof lineStates)[number];
/** Fewest people ahead in each group of waits that is looked at alone: 0–1, 2–4, 5–9, 10 and more. */
export const aheadGroups = [0, 2, 5, 10] as const;

/** Minutes to the hospital: until somebody says otherwise, and at most. */
export const defaultTravelMinutes = 20;
export const maxTravelMinutes = 240;
export const travelChoices = [5, 10, 20, 30, 45, 60, 90] as const;

export const defaultTimeZone = 'Asia/Kolkata';
export const defaultHospitalType = 'General Hospital';
export const defaultDoctorName = 'Dr. Unknown';
export const defaultSpecialty = 'General Practice';
export const defaultDepartment = 'General';

/** Shown until there are ratings, with the words "no reviews yet" [CONST-4, ENT-3, ENT-4]. */
export const defaultRating = 4.5;
export const defaultExperienceYears = 5;
export const maxExperienceYears = 70;

/** A doctor's break after some consultations, minutes [CONST-4, DOC-3]. */
export const defaultBreakMinutes = 15;
export const minBreakMinutes = 5;
export const maxBreakMinutes = 120;
/** After how many consultations it may come at most. */
export const maxBreakAfter = 50;

/** What a doctor's own page may hold. */
export const maxAbout = 1500;
export const maxLanguages = 10;

export const passwordMinLength = 6;
export const passwordMaxLength = 128;

/** How long an answer to "is it you?" counts before something that protects an account is changed. */
export const proofMinutes = 5;

/** After how long without use sessions of a hospital's staff end: what an administrator may set. */
export const idleMinutes = { least: 15, most: 720, usual: 720 } as const;

/** Years, months and the rest are configuration; these are the specification's [CONST-2]. */
export const tokenRefreshSeconds = 3000;
export const consolePollMs = 30_000;
export const toastMs = { joined: 6000, default: 5000, exit: 300 } as const;
export const departmentsOnCard = 3;

/** The name of a doctor's room, characters: it is read out, and stands on a television. */
export const maxRoomName = 40;

/** Text limits, in characters; longer input is refused with 400 [VAL-6]. */
export const maxLength = { name: 120, line: 200, email: 254, note: 2000, symptoms: 2000 } as const;

/** Rows a page, at most; asking for more is refused [guarantees, security 10]. */
export const maxPageSize = 100;
export const defaultPageSize = 24;

/** Entries in one answer of a hospital's requests and lines, at most; the answer says how many there are [KEEP-9]. */
export const queuePageSize = 200;
/** Of one doctor's line, and of those completed today, at most; the counts are of all. */
export const lineShown = 500;
export const completedShown = 100;
/** Devices, appointments to come and the like in one answer, at most. */
export const listShown = 100;
/** Departments a hospital can have. */
export const maxDepartments = 100;
/** Screens that a hospital's links let in. */
export const maxScreens = 100;
/** Names to filter by: of doctors, of who is in the audit trail. */
export const namesShown = 500;
/** Days of a period of figures, at most. */
export const longestPeriodDays = 366;

/** For which hospital a page of staff asks; one that the session acts for no longer is refused [ROLE-9]. */
export const actingHospitalHeader = 'x-baari-hospital';

/**
 * Of a 429 with `bot_check_required`: a challenge as base64 of JSON, for this request alone. The same
 * request with `{challenge, solution}` in the same header and form is let through [SEC-7].
 */
export const botCheckHeader = 'x-baari-bot-check';

/** Prefix of everything kept in the browser's local storage [ENT-7, AUTH-2]. */
export const storageKeys = {
  auth: 'baari_auth',
  hospitalData: 'baari_hospital_data',
  patientData: 'baari_patient_data',
  queueData: 'baari_queue_data',
} as const;

/** The note that the approve button sends [ADM-6]. */
export const approvalNote = 'Approved by staff';
