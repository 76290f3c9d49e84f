/**
 * Writes a visit as a calendar file (RFC 5545). Importing the file again after a move updates the
 * same calendar event.
 */
import { addDays } from '../schedule/calendar.rules.ts';

/** From one moment to another, or the whole of a day, YYYY-MM-DD, for which no time is booked. */
type CalendarTime = { readonly startsAt: Date; readonly endsAt: Date } | { readonly day: string };

interface CalendarText {
  /** The id of the visit, the same in every version of the file. */
  readonly uid: string;
  /** The version of the file; rises with each change. */
  readonly sequence: number;
  readonly writtenAt: Date;
  readonly title: string;
  readonly place: string;
  readonly link: string;
}
export type CalendarVisit = CalendarText & CalendarTime;

/** Writes the file. Lines end in CRLF and have at most 75 bytes. */
export function calendarFile(visit: CalendarVisit): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Baari//Appointments//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escaped(visit.uid)}`,
    `SEQUENCE:${visit.sequence}`,
    `DTSTAMP:${utc(visit.writtenAt)}`,
    ...timesOf(visit),
    `SUMMARY:${escaped(visit.title)}`,
    `LOCATION:${escaped(visit.place)}`,
    `URL:${visit.link}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function timesOf(visit: CalendarTime): string[] {
  if ('startsAt' in visit) {
    return [`DTSTART:${utc(visit.startsAt)}`, `DTEND:${utc(visit.endsAt)}`, 'STATUS:CONFIRMED'];
  }
  const { day } = visit;
  return [
    `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
    `DTEND;VALUE=DATE:${addDays(day, 1).replaceAll('-', '')}`,
    'STATUS:TENTATIVE',
  ];
}

function utc(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replaceAll(/[:-]/gu, '')}Z`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/gu, String.raw`\$&`).replaceAll(/\r\n?|\n/gu, String.raw`\n`);
}

const lineBytes = 75;

/** Folds a long line into continuation lines that begin with a space, never within a character. */
function folded(line: string): string {
  let text = '';
  let used = 0;
  for (const character of line) {
    const bytes = bytesOf(character);
    if (used + bytes > lineBytes) {
      text += '\r\n ';
      used = 1;
    }
    text += character;
    used += bytes;
  }
  return text;
}

function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x8_00) return 2;
  return code < 0x1_00_00 ? 3 : 4;
}
