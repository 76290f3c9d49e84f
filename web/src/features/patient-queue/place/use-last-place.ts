import type { Language } from '@baari/contract/languages.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { useEffect } from 'react';
import { forgetLastPlace, keepLastPlace } from '../../../device/last-place.ts';
import { keepShell } from '../../../device/service-worker.ts';
import { useLanguage } from '../../../i18n/language.tsx';
import { isHere, useUser } from '../../../session/session.ts';
import { byUrgencyToAct } from './my-place.ts';

/**
 * The minimum interval in ms between requests to cache the page. Each such request makes the
 * service worker reload the app's files.
 */
const shellEveryMs = 60_000;
let shellAskedAt = Number.NEGATIVE_INFINITY;
/** The language of the page when caching was last requested. */
let shellLanguage: Language | undefined;

/**
 * Stores the last known place in line, and the page that shows it, for offline use. Deletes the
 * stored place when the wait is over. With several places, the one whose patient is called in first
 * is stored. `entries` is undefined until loaded.
 */
export function useKeepLastPlace(
  entries: readonly PatientEntry[] | undefined,
  readAt: number,
): void {
  const { language } = useLanguage();
  const ownId = useUser()?.id;
  useEffect(() => {
    // Data that arrives just before the user signs out is rendered just after it. Such data must
    // not be stored.
    if (entries === undefined || !isHere()) return;
    const entry = entries
      .filter(({ status }) => status === 'waiting' || status === 'pending_approval')
      .toSorted(byUrgencyToAct)[0];
    if (entry === undefined) {
      forgetLastPlace();
      return;
    }
    keepLastPlace({
      place: entry.position,
      range: entry.waitRange && {
        lower: entry.waitRange.lower,
        upper: entry.waitRange.upper,
      },
      isOwn: entry.patient.id === ownId,
      doctor: entry.doctor.name,
      hospital: entry.hospital.name,
      token: entry.token,
      room: entry.doctor.room,
      at: readAt,
    });
    const now = performance.now();
    if (language === shellLanguage && now - shellAskedAt < shellEveryMs) return;
    shellAskedAt = now;
    shellLanguage = language;
    void keepShell(language);
  }, [entries, readAt, language, ownId]);
}
