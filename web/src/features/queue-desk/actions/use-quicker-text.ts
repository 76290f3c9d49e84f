import type { LastChange } from '@baari/contract/queue/queue.ts';
import { useCallback } from 'react';
import { serverNow } from '../../../clock/clock.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { useUser } from '../../../session/session.ts';
import { quickerText } from './quicker-text.ts';

const minuteMs = 60_000;

/**
 * Returns a function that describes what a colleague did first, such as "Asha Rao approved this
 * request 3 s ago." [ERR-8].
 */
export function useQuickerText(): (change: LastChange) => string {
  const { queueDesk } = useMessages('queueDesk');
  const format = useFormat();
  const userId = useUser()?.id;
  return useCallback(
    ({ action, at, by }) => {
      const now = serverNow();
      const age = Math.max(0, now - Date.parse(at));
      const ago =
        age < minuteMs
          ? queueDesk.ago(Math.max(1, Math.round(age / 1000)))
          : format.relative(at, now);
      const colleague = by?.id === userId ? queueDesk.you : by?.name;
      return quickerText(queueDesk, action)(colleague ?? queueDesk.thePatient, ago);
    },
    [queueDesk, format, userId],
  );
}
