/** One sentence for each action whose name alone does not say what happens. */
import { type DeskActionName, deskActionNames } from '@baari/contract/queue/queue-actions.ts';
import type { ReactNode } from 'react';
import { actionTexts, type AnyActionTexts } from '../../../i18n/action-texts.ts';
import { useMessages } from '../../../i18n/language.tsx';

/** Returns the id of the element with an action's sentence, for aria-describedby. */
export function actionHintId(name: DeskActionName): string {
  return `desk-hint-${name}`;
}

/**
 * The sentences as hidden elements, once for all rows: the buttons of every row refer to them, and
 * screen readers read them after the button's name.
 */
export function ActionHints(): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  return (
    <div hidden>
      {deskActionNames.map((name) => {
        const { hint }: AnyActionTexts = actionTexts(queueDesk)[name];
        return (
          hint !== undefined && (
            <span key={name} id={actionHintId(name)}>
              {hint}
            </span>
          )
        );
      })}
    </div>
  );
}
