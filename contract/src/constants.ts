/** Lists and limits that client and server share. Rows: CONST-1…4, ENT-5, WIZ-6…8, QST. */

/** A user's role; the default is patient [ENT-6, ROLE-6]. */
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

/** Statuses of an open entry. A patient may have one open entry at a time [QST-1, INV-2]. */
export const openStatuses = ['pending_approval', 'waiting', 'in_progress'] as const;
export type OpenStatus = (typeof openStatuses)[number];
/** Statuses that belong to a doctor's line: waiting, and with the doctor. */
export const lineStatuses = ['waiting', 'in_progress'] as const;
/** Statuses of entries that have not been called yet. */
export const statusesToCome = ['pending_approval', 'waiting'] as const;
/** Statuses of entries that ended without a visit. */
export const statusesWithoutVisit = ['rejected', 'cancelled', 'no_show'] as const;

/** Whether an entry has not ended yet. */
export function isOpenStatus(status: QueueStatus): status is OpenStatus {
  return openStatuses.some((open) => open === status);
}

/** How an arrival became known: the desk, the patient, the code at the door, or the kiosk. */
export const checkInWays = ['staff', 'patient', 'door', 'kiosk'] as const;
export type CheckInWay = (typeof checkInWays)[number];

export const urgencies = ['low', 'medium', 'high'] as const;
export type Urgency = (typeof urgencies)[number];
export const defaultUrgency: Urgency = 'medium';

/** The kind of visit: a new problem or a follow-up [QST-12]. */
export const visitKinds = ['new', 'follow_up'] as const;
export type VisitKind = (typeof visitKinds)[number];
/**
 * Who stated the kind of visit: the patient, the staff, or the record of a recent visit to this
 * doctor.
 */
export const visitKindSources = ['patient', 'staff', 'record'] as const;
export type VisitKindSource = (typeof visitKindSources)[number];

/** A doctor's status as shown; update requests send it in lower case [DST-1, API-21]. */
export const doctorStatuses = ['Available', 'Busy', 'Offline'] as const;
export type DoctorStatus = (typeof doctorStatuses)[number];
export const doctorStatusUpdates = ['available', 'busy', 'offline'] as const;

/**
 * The result of the operator's check of a hospital: confirmed, unconfirmed, or hidden from everyone
 * [SEC-20]. Lists show hospitals in this order.
 */
export const hospitalVerifications = ['confirmed', 'unconfirmed', 'hidden'] as const;
export type HospitalVerification = (typeof hospitalVerifications)[number];

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

/**
 * The operating hours that a new hospital starts with; administrators edit them in its profile [WIZ-6].
 */
export const defaultOperatingHours = {
  monday: workday,
  tuesday: workday,
  wednesday: workday,
  thursday: workday,
  friday: workday,
  saturday: { open: '09:00', close: '17:00', closed: false },
  sunday: { open: '10:00', close: '16:00', closed: true },
};

/** The latest end time that can be entered; it means midnight. */
export const lastMinute = '23:59';

const allDay = { open: '00:00', close: lastMinute, closed: false };

/** The operating hours of a hospital that never closes. */
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
 * Why a patient's place changed. `held`: a called patient was absent. `appointment`: a patient with
 * an earlier booked time arrived. `restored`: an ended entry was restored.
 */
export const placeReasons = [...moveReasons, 'held', 'appointment', 'restored'] as const;
export type PlaceReason = (typeof placeReasons)[number];

/** Why a request or an entry was closed before its turn; the patient reads it. */
export const closeReasons = ['day_ended', 'doctor_left'] as const;
export type CloseReason = (typeof closeReasons)[number];

/** Minutes that a patient who will be late can choose from [WAIT-1]. */
export const lateSteps = [10, 20, 30] as const;
export type LateStep = (typeof lateSteps)[number];
export const laterSteps = [1, 2, 3, 5] as const;
export type LaterStep = (typeof laterSteps)[number];
/** How many times in one visit a patient may report being late or let others go first, in total. */
export const mostDelays = 2;
/** What a patient may report about a visit that nobody has ended [QST-5, QST-6]. */
export const saidOverWords = ['seen', 'left'] as const;
export type SaidOverWord = (typeof saidOverWords)[number];
/** Seconds for which the desk offers to undo its last action. */
export const undoSeconds = 10;
/**
 * An entry restored within this many minutes of its end gets its exact place back. Patients behind
 * hardly rely on their new places so soon.
 */
export const slipMinutes = 10;
/** Minutes within which a day closed by hand can be reopened as a whole [DAY-1]. */
export const undoClosingMinutes = 10;

/** Target minutes from joining to the call, by urgency [waits: order and urgency]. */
export const dueMinutes = { high: 10, medium: 60, low: 120 } as const satisfies Record<
  Urgency,
  number
>;
/**
 * Staff must give a reason for a move by which later patients pass one patient more often than
 * this. They must also give one if a patient would then wait too long.
 */
export const mostPasses = 5;
export const longestWaitMinutes = 180;

/**
 * The kinds of entry events. Each event contains the entry as it was right after the event [EV-2].
 */
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

/** Offered appointment times on the hospital's own clock [PAT-8, APPT-1]. */
export const appointmentTimes = ['09:00', '10:00', '11:00', '14:00', '15:00', '16:00'] as const;
export type AppointmentTime = (typeof appointmentTimes)[number];
/** Length of an appointment in minutes. The whole appointment lies within the operating hours. */
export const appointmentMinutes = 30;
/** How many days ahead can be booked. */
export const bookingDaysAhead = 60;
/** The most upcoming bookings of one account, counted for all people of the account together. */
export const maxOpenBookings = 5;
/**
 * How many minutes before a booked time patients may check in: the range that a hospital can choose
 * from.
 */
export const checkInMinutes = { least: 0, most: 720, usual: 60 } as const;
/** A patient who arrives up to this many minutes after the booked time still counts as on time. */
export const lateGraceMinutes = 10;

/** `missed`: the day ended without a check-in. */
export const appointmentStatuses = ['booked', 'checked_in', 'cancelled', 'missed'] as const;
export type AppointmentStatus = (typeof appointmentStatuses)[number];
/** Statuses of a request to join a hospital's staff. */
export const joinRequestStatuses = ['pending', 'approved', 'rejected'] as const;
export type JoinRequestStatus = (typeof joinRequestStatuses)[number];

/** Who books, moves or cancels an appointment. */
export const bookingSides = ['patient', 'staff'] as const;
export type BookingSide = (typeof bookingSides)[number];

/**
 * The moments at which the patient's wait forecast is recorded: on request, on approval, at the
 * "leave now" message, and some minutes after approval.
 */
export const promiseMoments = [
  'asked',
  'joined',
  'leave_now',
  'after_30',
  'after_60',
  'after_120',
] as const;
/** State of the line when a forecast was recorded. */
export const promiseStates = ['not_begun', 'running', 'near_break', 'overdue', 'break'] as const;
/**
 * The state of a doctor's line, or of one patient's place in it. Only `closing` and `beyond_hours`
 * depend on the place. No wait is shown in the last six states.
 */
export const lineStates = [
  'not_open',
  'due',
  'due_back',
  'running',
  'break_ahead',
  'break_overdue',
  'on_break',
  'closing',
  'silent',
  'beyond_hours',
  'busy',
  'offline',
  'closed',
  'past_closing',
] as const;
export type LineStateName = (typeof lineStates)[number];
/**
 * The lowest number of people ahead in each group of patients. The groups are 0–1, 2–4, 5–9, and 10
 * or more.
 */
export const aheadGroups = [0, 2, 5, 10] as const;

/** Default travel time to the hospital in minutes, and the maximum. */
export const defaultTravelMinutes = 20;
export const maxTravelMinutes = 240;
export const travelChoices = [5, 10, 20, 30, 45, 60, 90] as const;

export const defaultTimeZone = 'Asia/Kolkata';
export const defaultHospitalType = 'General Hospital';
export const defaultDoctorName = 'Dr. Unknown';
export const defaultSpecialty = 'General Practice';
export const defaultDepartment = 'General';

/**
 * The rating shown until there are ratings, with the text "no reviews yet" [CONST-4, ENT-3, ENT-4].
 */
export const defaultRating = 4.5;
export const defaultExperienceYears = 5;
export const maxExperienceYears = 70;

/** Default length in minutes of a doctor's break after some consultations [CONST-4, DOC-3]. */
export const defaultBreakMinutes = 15;
export const minBreakMinutes = 5;
export const maxBreakMinutes = 120;
/** The most consultations that can be set between two breaks. */
export const maxBreakAfter = 50;

/** Most characters of the text about a doctor. */
export const maxAbout = 1500;
export const maxLanguages = 10;

export const passwordMinLength = 6;
export const passwordMaxLength = 128;

/**
 * Minutes for which a proof of identity stays valid for changes of an account's sign-in settings.
 */
export const proofMinutes = 5;

/** Idle minutes after which staff sessions end: the range an administrator can choose from. */
export const idleMinutes = { least: 15, most: 720, usual: 720 } as const;

/**
 * The specification's default lifetime of a token, in seconds; operators can configure another
 * [CONST-2].
 */
export const tokenRefreshSeconds = 3000;
export const consolePollMs = 30_000;
export const toastMs = { joined: 6000, default: 5000, exit: 300 } as const;
export const departmentsOnCard = 3;

/** Most characters of a room's name, which is read aloud and shown on a television. */
export const maxRoomName = 40;

/** Text limits, in characters; longer input is refused with 400 [VAL-6]. */
export const maxLength = { name: 120, line: 200, email: 254, note: 2000, symptoms: 2000 } as const;

/** Most rows of a page; a larger limit is refused [guarantees, security 10]. */
export const maxPageSize = 100;
export const defaultPageSize = 24;

/**
 * Most entries in one API response that lists a hospital's requests or lines. The response also
 * gives the total number [KEEP-9].
 */
export const queuePageSize = 200;
/**
 * Most entries of one doctor's line, or of today's completed entries, in one API response. The
 * counts include all entries.
 */
export const lineShown = 500;
export const completedShown = 100;
/** Most devices, upcoming appointments and similar items in one API response. */
export const listShown = 100;
/** The most departments a hospital can have. */
export const maxDepartments = 100;
/** The most screens a hospital can have. */
export const maxScreens = 100;
/** The most names offered as filters, such as doctors or people in the audit trail. */
export const namesShown = 500;
/** The longest analytics period, in days. */
export const longestPeriodDays = 366;

/**
 * The header by which a staff page names its hospital. The server refuses the call if the session
 * no longer acts for that hospital [ROLE-9].
 */
export const actingHospitalHeader = 'x-baari-hospital';

/**
 * Header of a 429 answer with `bot_check_required`. It contains a challenge for this request, as base64 of JSON. The
 * same request passes if it sends `{challenge, solution}` in this header, in the same encoding [SEC-7].
 */
export const botCheckHeader = 'x-baari-bot-check';

/** Prefix of every key in the browser's local storage [ENT-7, AUTH-2]. */
export const storageKeys = {
  auth: 'baari_auth',
  hospitalData: 'baari_hospital_data',
  patientData: 'baari_patient_data',
  queueData: 'baari_queue_data',
} as const;

/** The most shared lines of a hospital [LINE-6]. */
export const maxSharedLines = 60;

/** The note that is sent to the patient when staff press the approve button [ADM-6]. */
export const approvalNote = 'Approved by staff';
