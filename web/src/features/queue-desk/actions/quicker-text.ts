import type { Messages } from '../../../i18n/areas.gen.ts';

type Texts = Pick<Messages['queueDesk'], 'quicker' | 'quickerOther'>;
type Quicker = (who: string, ago: string) => string;

/** The text of a colleague's action; a newer server may name one that this page does not know. */
export function quickerText({ quicker, quickerOther }: Texts, action: string): Quicker {
  const known: { readonly [action: string]: Quicker | undefined } = quicker;
  return known[action] ?? quickerOther;
}
