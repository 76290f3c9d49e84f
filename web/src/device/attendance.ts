/**
 * Whether a person is using this page. The code that records interactions is loaded for staff only.
 */

/** The storage key by which tabs share their last activity. */
export const activityKey = 'baari_active_at';

let judge = (): boolean => true;

/** Whether a request made now counts as use of the session. */
export function isAttended(): boolean {
  return judge();
}

export function judgeAttendance(by: () => boolean): void {
  judge = by;
}
