import type { Messages } from '../../../i18n/areas.gen.ts';

type Texts = Pick<Messages['queueDesk'], 'quicker' | 'quickerOther'>;
type Quicker = (who: string, ago: string) => string;

/**
 * Returns the text about a colleague's action. For an action that this page does not know, the text
 * is general, because the server may be newer than the page.
 */
export function quickerText({ quicker, quickerOther }: Texts, action: string): Quicker {
  const known: { readonly [action: string]: Quicker | undefined } = quicker;
  return known[action] ?? quickerOther;
}
