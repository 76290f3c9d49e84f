/** The effects of a doctor's settings [DOC-3, CONST-4]. */
import { defaultBreakMinutes } from '@baari/contract/constants.ts';
import type { DoctorSettings } from '@baari/contract/doctor/doctor-settings.ts';
import type { Presence } from '../presence/doctor-status.rules.ts';

/**
 * The settings of a doctor who has chosen no settings: the last status is kept, there are no
 * automatic breaks, and notifications appear on the screen.
 */
export const defaultSettings: DoctorSettings = {
  defaultStatus: null,
  breakAfter: null,
  breakMinutes: defaultBreakMinutes,
  tellRequests: true,
  tellCheckIns: true,
  tellByMail: false,
};

const minuteMs = 60_000;

/**
 * The automatic break after the consultation just completed; undefined if none is due, or the
 * doctor accepts no patients anyway.
 */
export function breakDue(
  settings: Pick<DoctorSettings, 'breakAfter' | 'breakMinutes'>,
  presence: Presence,
  completedSinceBreak: number,
  now: Date,
): Presence | undefined {
  if (settings.breakAfter === null || presence.status !== 'Available') return undefined;
  if (completedSinceBreak < settings.breakAfter) return undefined;
  return {
    status: 'Busy',
    breakUntil: new Date(now.getTime() + settings.breakMinutes * minuteMs),
  };
}
