import { isAskState } from '@baari/contract/queue/announced-wait.ts';
import { sharedLineText } from '@baari/contract/lines/shared-line-text.ts';
import type { AnnouncedLine } from '@baari/contract/queue/wait.ts';
import { noBreak } from '@baari/contract/text/no-break.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { stateTime } from './state-time.ts';

/**
 * Says that nobody is being called in now, or that the hospital may close before the patient is
 * called in. Undefined in other states of the line.
 */
export default function AskText({
  line,
  zone,
}: {
  line: AnnouncedLine;
  /** The hospital's time zone. */
  zone: string;
}): string | undefined {
  const { lineState: t } = useMessages('lineState');
  const format = useFormat();
  const now = useNow();
  if (!isAskState(line.state)) return undefined;
  const at = stateTime(line, now, zone, format);
  const words = sharedLineText({ state: line.state, at, service: null }, t);
  return words && noBreak(words);
}
