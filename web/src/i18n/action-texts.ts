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
  /**
   * The label of the action's button if the patient is on hold after a missed call. For an action
   * that switches a field, the label while the field is on.
   */
  readonly again?: string;
  readonly busy?: string;
  /** What the action does, for a colleague who does not know its name yet. */
  readonly hint?: string;
  /** The action's label in the list of keyboard shortcuts. */
  readonly key?: string;
  readonly failed: string;
  readonly done: (patient: string, place: number) => string;
  /**
   * The message that replaces `done` when the action has switched a field of the queue entry off.
   */
  readonly undone?: (patient: string) => string;
  readonly confirm?: Confirmation;
}

interface Confirmation {
  readonly title: (patient: string) => string;
  readonly question: string;
  /**
   * A reminder that is added to the action's confirmation question if the patient has not missed a
   * call yet.
   */
  readonly beforeAnyCall?: string;
}

type Needed<Name extends DeskActionName> =
  | 'label'
  | 'failed'
  | 'done'
  | (Name extends KeyedActionName ? 'key' : never)
  | (Name extends SwitchName ? 'again' | 'undone' : never)
  | (Name extends AskedActionName<'confirmation'> ? 'confirm' : never);

/** The texts of each desk action. The code does not compile when a text is missing. */
type ActionTexts = {
  readonly [Name in DeskActionName]: AnyActionTexts & Required<Pick<AnyActionTexts, Needed<Name>>>;
};

/** The texts of each desk action, in the language of the messages `queueDesk`. */
export function actionTexts({ actions }: Messages['queueDesk']): ActionTexts {
  return actions;
}
