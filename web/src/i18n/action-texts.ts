/** The texts of an action of the queue: catalogued under its name, and all there for each that the desk offers. */
import type {
  AskedActionName,
  DeskActionName,
  KeyedActionName,
} from '@baari/contract/queue/queue-actions.ts';
import type { Messages } from './areas.gen.ts';

/** What can be said of any action; some have less. */
export interface AnyActionTexts {
  /** On its button. */
  readonly label: string;
  /** On its button for somebody on hold, or where what it switches is on, if that is another word. */
  readonly again?: string;
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
  | 'failed'
  | 'done'
  | (Name extends KeyedActionName ? 'key' : never)
  | (Name extends AskedActionName<'confirmation'> ? 'confirm' : never);

/** Does not compile when a text is missing. */
type ActionTexts = {
  readonly [Name in DeskActionName]: AnyActionTexts & Required<Pick<AnyActionTexts, Needed<Name>>>;
};

/** Those of each action that the desk offers, in the language of `queueDesk`. */
export function actionTexts({ actions }: Messages['queueDesk']): ActionTexts {
  return actions;
}
