/** The titles of the events in a calendar feed, in the feed's language [API-32]. */
import type { Language } from '@baari/contract/languages.ts';
import { nameIn } from '@baari/contract/lines/line-names.ts';
import { placeOf } from '@baari/contract/text/commas.ts';
import type { CalendarVisit } from '../appointments/calendar-file.rules.ts';
import { harmless } from '../platform/harmless.rules.ts';
import { textsOf } from '../texts/texts.ts';
import type { OpenedFeedRow, ShownAppointmentRow } from './calendar-feeds.store.ts';

/** The name under which a calendar application lists the feed. */
export function feedName({ content, hospital_name, language }: OpenedFeedRow): string {
  const { names } = textsOf('calendarFeed', language);
  return content === 'own' ? names.own : names[content](harmless(hospital_name ?? ''));
}

/** The event of an appointment. The same id as in the file that the patient got by mail. */
export function feedEvent(
  row: ShownAppointmentRow,
  feed: OpenedFeedRow,
  publicUrl: string,
): CalendarVisit {
  const { language, content } = feed;
  const line = harmless(nameIn(row.doctor_name, row.line_names ?? {}, language));
  const isCancelled = row.status === 'cancelled';
  return {
    uid: `${row.id}@baari`,
    // A calendar accepts a change only with a higher number.
    sequence: row.moves + (isCancelled ? 1 : 0),
    startsAt: row.starts_at,
    endsAt: new Date(row.starts_at.getTime() + row.minutes * 60_000),
    writtenAt: row.changed_at,
    title: content === 'own' ? ownTitle(row, line, language) : staffTitle(row, line, feed),
    place: harmless(
      content === 'own' ? placeOf([row.hospital_name, row.hospital_address]) : row.hospital_name,
    ),
    link: `${publicUrl}${content === 'own' ? '/patient/queue' : '/'}`,
    isCancelled,
  };
}

function ownTitle(row: ShownAppointmentRow, line: string, language: Language): string {
  const { eventTitle, eventTitleOfLine } = textsOf('appointmentNews', language);
  const titleOf = row.service === null ? eventTitle : eventTitleOfLine;
  const isOwner = row.patient_id === row.account_id;
  return titleOf(line, isOwner ? undefined : harmless(row.patient_name));
}

/**
 * What staff read: the line's name in the hospital's feed, the token once there is one, the
 * patient's name if the hospital wants names in calendars, and the kind of visit.
 */
function staffTitle(row: ShownAppointmentRow, line: string, feed: OpenedFeedRow): string {
  const { appointment, kinds } = textsOf('calendarFeed', feed.language);
  const who = [
    ...(row.token === null ? [] : [row.token]),
    ...(feed.names_patients === true ? [harmless(row.patient_name)] : []),
  ];
  return [
    ...(feed.content === 'hospital' ? [line] : []),
    ...(who.length === 0 ? [appointment] : who),
    ...(row.visit_kind === null ? [] : [kinds[row.visit_kind]]),
  ].join(' · ');
}
