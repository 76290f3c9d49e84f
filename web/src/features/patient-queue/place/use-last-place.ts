import type { Language } from '@baari/contract/languages.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { useEffect } from 'react';
import { forgetLastPlace, keepLastPlace } from '../../../device/last-place.ts';
import { keepShell } from '../../../device/service-worker.ts';
import { useLanguage } from '../../../i18n/language.tsx';
import { isHere, useUser } from '../../../session/session.ts';
import { byUrgencyToAct } from './my-place.ts';

/** The worker asks for what is there already as well: not at every change. */
const shellEveryMs = 60_000;
let shellAskedAt = Number.NEGATIVE_INFINITY;
/** In which it was asked for. */
let shellLanguage: Language | undefined;

/**
 * Keeps where the patient stands, to be read without a network, with the page that shows it; forgets
 * it when the wait is over; of several the one who is called first. `entries` undefined: nothing is known yet.
 */
export function useKeepLastPlace(
  entries: readonly PatientEntry[] | undefined,
  readAt: number,
): void {
  const { language } = useLanguage();
  const ownId = useUser()?.id;
  useEffect(() => {
    // What came just before the sign-out is drawn just after it.
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
