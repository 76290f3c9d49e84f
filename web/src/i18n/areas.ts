import { common } from './en/common.ts';
import { ui } from './en/ui.ts';

interface Area<Texts> {
  readonly en: () => Promise<Texts>;
  readonly hi: () => Promise<Texts>;
}

function area<Texts>(en: () => Promise<Texts>, hi: () => Promise<NoInfer<Texts>>): Area<Texts> {
  return { en, hi };
}

/**
 * Every text of the product, cut into areas that load with the pages that show them.
 * A new area is one line here and a file in `en/` and `hi/`; `common` and `ui` are always there.
 */
export const areas = {
  common: area(
    async () => common,
    async () => (await import('./hi/common.ts')).common,
  ),
  ui: area(
    async () => ui,
    async () => (await import('./hi/ui.ts')).ui,
  ),
  landing: area(
    async () => (await import('./en/landing.ts')).landing,
    async () => (await import('./hi/landing.ts')).landing,
  ),
  site: area(
    async () => (await import('./en/site.ts')).site,
    async () => (await import('./hi/site.ts')).site,
  ),
  standing: area(
    async () => (await import('./en/standing.ts')).standing,
    async () => (await import('./hi/standing.ts')).standing,
  ),
  refusals: area(
    async () => (await import('./en/refusals.ts')).refusals,
    async () => (await import('./hi/refusals.ts')).refusals,
  ),
  medical: area(
    async () => (await import('./en/medical.ts')).medical,
    async () => (await import('./hi/medical.ts')).medical,
  ),
  browse: area(
    async () => (await import('./en/browse.ts')).browse,
    async () => (await import('./hi/browse.ts')).browse,
  ),
  saves: area(
    async () => (await import('./en/saves.ts')).saves,
    async () => (await import('./hi/saves.ts')).saves,
  ),
  photos: area(
    async () => (await import('./en/photos.ts')).photos,
    async () => (await import('./hi/photos.ts')).photos,
  ),
  patientQueue: area(
    async () => (await import('./en/patient-queue.ts')).patientQueue,
    async () => (await import('./hi/patient-queue.ts')).patientQueue,
  ),
  asking: area(
    async () => (await import('./en/asking.ts')).asking,
    async () => (await import('./hi/asking.ts')).asking,
  ),
  assessment: area(
    async () => (await import('./en/assessment.ts')).assessment,
    async () => (await import('./hi/assessment.ts')).assessment,
  ),
  visitKind: area(
    async () => (await import('./en/visit-kind.ts')).visitKind,
    async () => (await import('./hi/visit-kind.ts')).visitKind,
  ),
  later: area(
    async () => (await import('./en/later.ts')).later,
    async () => (await import('./hi/later.ts')).later,
  ),
  household: area(
    async () => (await import('./en/household.ts')).household,
    async () => (await import('./hi/household.ts')).household,
  ),
  people: area(
    async () => (await import('./en/people.ts')).people,
    async () => (await import('./hi/people.ts')).people,
  ),
  appointments: area(
    async () => (await import('./en/appointments.ts')).appointments,
    async () => (await import('./hi/appointments.ts')).appointments,
  ),
  deskBookings: area(
    async () => (await import('./en/desk-bookings.ts')).deskBookings,
    async () => (await import('./hi/desk-bookings.ts')).deskBookings,
  ),
  arrival: area(
    async () => (await import('./en/arrival.ts')).arrival,
    async () => (await import('./hi/arrival.ts')).arrival,
  ),
  receiving: area(
    async () => (await import('./en/receiving.ts')).receiving,
    async () => (await import('./hi/receiving.ts')).receiving,
  ),
  checkingIn: area(
    async () => (await import('./en/checking-in.ts')).checkingIn,
    async () => (await import('./hi/checking-in.ts')).checkingIn,
  ),
  screens: area(
    async () => (await import('./en/screens.ts')).screens,
    async () => (await import('./hi/screens.ts')).screens,
  ),
  lines: area(
    async () => (await import('./en/lines.ts')).lines,
    async () => (await import('./hi/lines.ts')).lines,
  ),
  counter: area(
    async () => (await import('./en/counter.ts')).counter,
    async () => (await import('./hi/counter.ts')).counter,
  ),
  journey: area(
    async () => (await import('./en/journey.ts')).journey,
    async () => (await import('./hi/journey.ts')).journey,
  ),
  notifications: area(
    async () => (await import('./en/notifications.ts')).notifications,
    async () => (await import('./hi/notifications.ts')).notifications,
  ),
  reports: area(
    async () => (await import('./en/reports.ts')).reports,
    async () => (await import('./hi/reports.ts')).reports,
  ),
  queueDesk: area(
    async () => (await import('./en/queue-desk.ts')).queueDesk,
    async () => (await import('./hi/queue-desk.ts')).queueDesk,
  ),
  dayEnd: area(
    async () => (await import('./en/day-end.ts')).dayEnd,
    async () => (await import('./hi/day-end.ts')).dayEnd,
  ),
  doctors: area(
    async () => (await import('./en/doctors.ts')).doctors,
    async () => (await import('./hi/doctors.ts')).doctors,
  ),
  rooms: area(
    async () => (await import('./en/rooms.ts')).rooms,
    async () => (await import('./hi/rooms.ts')).rooms,
  ),
  doctorWork: area(
    async () => (await import('./en/doctor-work.ts')).doctorWork,
    async () => (await import('./hi/doctor-work.ts')).doctorWork,
  ),
  doctorConsole: area(
    async () => (await import('./en/console.ts')).doctorConsole,
    async () => (await import('./hi/console.ts')).doctorConsole,
  ),
  identity: area(
    async () => (await import('./en/identity.ts')).identity,
    async () => (await import('./hi/identity.ts')).identity,
  ),
  profile: area(
    async () => (await import('./en/profile.ts')).profile,
    async () => (await import('./hi/profile.ts')).profile,
  ),
  hospitalCreation: area(
    async () => (await import('./en/hospital-creation.ts')).hospitalCreation,
    async () => (await import('./hi/hospital-creation.ts')).hospitalCreation,
  ),
  hospitalProfile: area(
    async () => (await import('./en/hospital-profile.ts')).hospitalProfile,
    async () => (await import('./hi/hospital-profile.ts')).hospitalProfile,
  ),
  team: area(
    async () => (await import('./en/team.ts')).team,
    async () => (await import('./hi/team.ts')).team,
  ),
  security: area(
    async () => (await import('./en/security.ts')).security,
    async () => (await import('./hi/security.ts')).security,
  ),
  administration: area(
    async () => (await import('./en/administration.ts')).administration,
    async () => (await import('./hi/administration.ts')).administration,
  ),
  replay: area(
    async () => (await import('./en/replay.ts')).replay,
    async () => (await import('./hi/replay.ts')).replay,
  ),
  audit: area(
    async () => (await import('./en/audit.ts')).audit,
    async () => (await import('./hi/audit.ts')).audit,
  ),
  access: area(
    async () => (await import('./en/access.ts')).access,
    async () => (await import('./hi/access.ts')).access,
  ),
  consent: area(
    async () => (await import('./en/consent.ts')).consent,
    async () => (await import('./hi/consent.ts')).consent,
  ),
  hospitalSwitch: area(
    async () => (await import('./en/hospital-switch.ts')).hospitalSwitch,
    async () => (await import('./hi/hospital-switch.ts')).hospitalSwitch,
  ),
  joining: area(
    async () => (await import('./en/joining.ts')).joining,
    async () => (await import('./hi/joining.ts')).joining,
  ),
};

export type AreaName = keyof typeof areas;
export type Messages = {
  readonly [Name in AreaName]: Awaited<ReturnType<(typeof areas)[Name]['en']>>;
};

/** The areas that need not be asked for. */
export const baseAreas = ['common', 'ui'] as const;
export type BaseArea = (typeof baseAreas)[number];

/** What is bundled: English is there before anything is fetched. */
export const bundled: Pick<Messages, BaseArea> = { common, ui };
