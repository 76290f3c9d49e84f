import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import type { Trouble } from './trouble.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

/**
 * The error message above a form's button. After too many attempts it counts down until the next
 * attempt is allowed.
 */
export function TroubleNotice({ trouble }: { trouble: Trouble | undefined }): ReactNode {
  if (trouble === undefined) return null;
  const { message, retryAt } = trouble;
  return (
    <div className="flex flex-col gap-2">
      <Notice tone="danger">{message}</Notice>
      {retryAt !== undefined && <Countdown key={retryAt} at={retryAt} />}
    </div>
  );
}

/**
 * Shows the countdown outside the alert element. Inside, a screen reader would announce every
 * second.
 */
function Countdown({ at }: { at: number }): ReactNode {
  const t = useMessages('identity');
  const seconds = useSecondsLeft(at);
  return (
    <p role="timer" className="text-sm text-ink-soft tabular-nums">
      {seconds === 0
        ? t.identity.tryAgainNow
        : t.identity.tryAgainIn(Math.floor(seconds / 60), seconds % 60)}
    </p>
  );
}
