import type { Formats } from '../../../../i18n/format.ts';
import type { Messages } from '../../../../i18n/areas.gen.ts';
import type { Advice } from '../my-place.ts';

/** What the patient should do now, in a few words such as "Leave home at 10:40" [PAT-11]. */
export function adviceTitle(
  advice: Advice,
  {
    t,
    format,
    now,
    zone,
  }: {
    readonly t: Messages['patientQueue'];
    readonly format: Formats;
    /** In ms since 1970. */
    readonly now: number;
    /** The hospital's time zone. */
    readonly zone: string;
  },
): string {
  if (advice.kind === 'stayUntil') {
    return t.advice.stayUntil.title(format.time(advice.leaveAt, zone));
  }
  if (advice.kind === 'goTo') return t.advice.goTo.title(advice.where);
  if (advice.kind !== 'shut') return t.advice[advice.kind].title;
  const { opensAt } = advice;
  return t.shut(opensAt === null ? undefined : format.coming(opensAt, now, zone));
}
