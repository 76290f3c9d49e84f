/** Whether somebody is at this page; what finds it out is fetched for staff only. */

/** Under which tabs tell each other when they were last touched. */
export const activityKey = 'baari_active_at';

let judge = (): boolean => true;

/** Whether what the page asks now is a use of the session. */
export function isAttended(): boolean {
  return judge();
}

export function judgeAttendance(by: () => boolean): void {
  judge = by;
}
