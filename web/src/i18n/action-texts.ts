/**
 * The texts of the queue's actions, keyed by action name; the types require all texts of each desk
 * action.
 */
import type {
  AskedActionName,
  DeskActionName,
  KeyedActionName,
  SwitchName,
} from '@baari/contract/queue/queue-actions.ts';
import type { Messages } from './areas.gen.ts';

/** The texts an action can have; some are optional. */
export interface AnyActionTexts {
  readonly label: string;
  /** The button's label for a patient on hold, or while the field that it switches is on. */
  readonly again?: string;
  readonly busy?: string;
  /** The label in the list of shortcuts. */
  readonly key?: string;
  readonly failed: string;
  readonly done: (patient: string, place: number) => string;
  /** Replaces `done` when the action has switched its field off. */
  readonly undone?: (patient: string) => string;
  readonly confirm?: Confirmation;
}

interface Confirmation {
  readonly title: (patient: string) => string;
  readonly question: string;
  /** Added if no call has been missed yet. */
  readonly beforeAnyCall?: string;
}

type Needed<Name extends DeskActionName> =
  | 'label'
  | 'failed'
  | 'done'
  | (Name extends KeyedActionName ? 'key' : never)
  | (Name extends SwitchName ? 'again' | 'undone' : never)
  | (Name extends AskedActionName<'confirmation'> ? 'confirm' : never);

/** Fails to compile when a text is missing. */
type ActionTexts = {
  readonly [Name in DeskActionName]: AnyActionTexts & Required<Pick<AnyActionTexts, Needed<Name>>>;
};

/** The texts of each desk action, in the language of `queueDesk`. */
export function actionTexts({ actions }: Messages['queueDesk']): ActionTexts {
  return actions;
}
