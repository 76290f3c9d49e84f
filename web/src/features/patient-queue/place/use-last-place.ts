import type { Language } from '@baari/contract/languages.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { useEffect } from 'react';
import { forgetLastPlace, keepLastPlace } from '../../../device/last-place.ts';
import { keepShell } from '../../../device/service-worker.ts';
import { useLanguage } from '../../../i18n/language.tsx';
import { isHere, useUser } from '../../../session/session.ts';
import { byUrgencyToAct } from './my-place.ts';

/**
 * The interval between requests to cache the page in ms, because the worker reloads cached files
 * too.
 */
const shellEveryMs = 60_000;
let shellAskedAt = Number.NEGATIVE_INFINITY;
/** The language of the last request. */
let shellLanguage: Language | undefined;

/**
 * Stores the last known place with the page that shows it, to be read offline. Deletes it when the
 * wait is over; of several it stores the one called first. `entries` undefined: not loaded yet.
 */
export function useKeepLastPlace(
  entries: readonly PatientEntry[] | undefined,
  readAt: number,
): void {
  const { language } = useLanguage();
  const ownId = useUser()?.id;
  useEffect(() => {
    // Data that arrived just before the sign-out renders just after it.
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
