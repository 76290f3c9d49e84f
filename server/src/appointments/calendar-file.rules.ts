/**
 * Writes visits as calendar files (RFC 5545): one visit to import, or a feed of visits that a
 * calendar application reads again by itself. Importing a file again after a move updates the same
 * calendar event.
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
  /** Whether the visit was cancelled; a feed says so, because calendars keep what they once read. */
  readonly isCancelled?: boolean;
}
export type CalendarVisit = CalendarText & CalendarTime;

/** Writes the file of one visit. Lines end in CRLF and have at most 75 bytes. */
export function calendarFile(visit: CalendarVisit): string {
  return written(['METHOD:PUBLISH', ...eventOf(visit)]);
}

/** How long a calendar application waits before it reads a feed again (RFC 7986). */
const readAgainAfter = 'PT15M';

/** Writes a feed with these visits. It is the same text as long as the visits are the same. */
export function calendarFeed(name: string, visits: readonly CalendarVisit[]): string {
  return written([
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${readAgainAfter}`,
    `X-PUBLISHED-TTL:${readAgainAfter}`,
    ...visits.flatMap(eventOf),
  ]);
}

function written(content: readonly string[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Baari//Appointments//EN',
    'CALSCALE:GREGORIAN',
    ...content,
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventOf(visit: CalendarVisit): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(visit.uid)}`,
    `SEQUENCE:${visit.sequence}`,
    `DTSTAMP:${utc(visit.writtenAt)}`,
    `LAST-MODIFIED:${utc(visit.writtenAt)}`,
    ...timesOf(visit),
    `SUMMARY:${escaped(visit.title)}`,
    `LOCATION:${escaped(visit.place)}`,
    `URL:${visit.link}`,
    'END:VEVENT',
  ];
}

function timesOf(visit: CalendarVisit): string[] {
  const statusOf = (status: string) => (visit.isCancelled === true ? 'CANCELLED' : status);
  if ('startsAt' in visit) {
    return [
      `DTSTART:${utc(visit.startsAt)}`,
      `DTEND:${utc(visit.endsAt)}`,
      `STATUS:${statusOf('CONFIRMED')}`,
    ];
  }
  const { day } = visit;
  return [
    `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
    `DTEND;VALUE=DATE:${addDays(day, 1).replaceAll('-', '')}`,
    `STATUS:${statusOf('TENTATIVE')}`,
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
