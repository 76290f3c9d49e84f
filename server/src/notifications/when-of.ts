/** Times in messages, on the hospital's clock. */
import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';

/** A date and time such as Thursday, 12 March 2026 at 10:00 am IST, on the hospital's clock. */
export function whenOf(
  { starts_at, time_zone }: { readonly starts_at: Date; readonly time_zone: string },
  language: Language,
): string {
  return new Intl.DateTimeFormat(aboutLanguages[language].locale, {
    timeZone: time_zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(starts_at);
}

/** The time of day, such as 10:20 am IST, on the hospital's clock. */
export function clockOf(at: Date, timeZone: string, language: Language): string {
  return new Intl.DateTimeFormat(aboutLanguages[language].locale, {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at);
}
