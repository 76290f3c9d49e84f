/** The texts of an action of the queue: catalogued under its name, and all there for each that the desk offers. */
import { keyed } from '@baari/contract/keyed.ts';
import {
  type AskedActionName,
  type DeskActionName,
  deskActionNames,
  type KeyedActionName,
  queueActions,
} from '@baari/contract/queue-actions.ts';

/** What can be said of any action; some have less. */
export interface AnyActionTexts {
  /** On its button. */
  readonly label: string;
  /** On its button for somebody on hold, where that is another word. */
  readonly again?: string;
  /** In the audit trail. */
  readonly trail: string;
  /** On its button while it is under way. */
  readonly busy?: string;
  /** In the list of keys. */
  readonly key?: string;
  readonly failed: string;
  readonly done: (patient: string, place: number) => string;
  /** What is asked before. */
  readonly confirm?: Confirmation;
}

interface Confirmation {
  readonly title: (patient: string) => string;
  readonly question: string;
  /** Added where no call has been missed yet. */
  readonly beforeAnyCall?: string;
}

type Needed<Name extends DeskActionName> =
  | 'label'
  | 'trail'
  | 'failed'
  | 'done'
  | (Name extends KeyedActionName ? 'key' : never)
  | (Name extends AskedActionName<'confirmation'> ? 'confirm' : never);

/** Does not compile when a text is missing. */
export type ActionTexts = {
  readonly [Name in DeskActionName]: AnyActionTexts & Required<Pick<AnyActionTexts, Needed<Name>>>;
};

/** How the audit trail calls what staff do, in the words of a language. */
export function trailTexts(
  texts: ActionTexts,
): Record<(typeof queueActions)[DeskActionName]['audited'], string> {
  return keyed(deskActionNames.map((name) => [queueActions[name].audited, texts[name].trail]));
}
