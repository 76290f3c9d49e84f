import { isAway } from '@baari/contract/queue/line.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import {
  type DeskActionName,
  type QueueAction,
  queueActions,
} from '@baari/contract/queue/queue-actions.ts';
import { ClipboardPen, Forward, Route } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { actionTexts, type AnyActionTexts } from '../../../i18n/action-texts.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { useUser } from '../../../session/session.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { type ActionLook, actionLooks } from '../actions/action-looks.ts';
import { useDesk, useOnward } from '../desk.tsx';
import { type Around, isOn, mayDo, type Offer, offerOf } from '../actions/desk-access.ts';
import { usePressed, useUnderway } from '../actions/desk-changes.store.ts';
import { isMove } from '../actions/desk-changes.ts';

interface Shown {
  readonly name: DeskActionName;
  readonly look: ActionLook;
  readonly offer: Offer;
}

interface ActionsProps {
  readonly entry: StaffEntry;
  readonly around: Around;
  /** The id of the patient's name. */
  readonly describedBy: string;
}

/**
 * The actions on a waiting entry, with labels where there is space; `isMainOnly`: only the most
 * frequent ones.
 */
export function RowActions({
  isMainOnly = false,
  ...props
}: ActionsProps & { isMainOnly?: boolean }): ReactNode {
  const shown = useShownActions(props);
  const underway = useUnderway(props.entry.id);
  // Several moves may be pending.
  const busy = underway !== undefined && !isMove(underway);
  const some = isMainOnly ? shown.filter(({ look }) => look.inRow === 'primary') : shown;
  return (
    <div
      className={classNames(
        'flex items-center gap-x-0.5 gap-y-1 print:hidden',
        isMainOnly ? 'justify-end' : '-ms-1 flex-wrap',
      )}
    >
      {some.map((action) => (
        <RowAction key={action.name} {...props} {...action} busy={busy} />
      ))}
      {!isMainOnly && <OnwardButtons {...props} busy={busy} isQuiet />}
      {!isMainOnly && <QuestionsLink {...props} />}
    </div>
  );
}

/**
 * In a narrow column only the icon is visible; its label is for screen readers and a tooltip. On
 * touch devices, which have no hover, the label is visible.
 */
const wordsInRow = '[&>span]:sr-only pointer-coarse:[&>span]:not-sr-only @lg:[&>span]:not-sr-only';

/** The link to the questions before the visit: print them, or enter answers [ASSESS-4]. */
function QuestionsLink({ entry, describedBy }: ActionsProps): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  return (
    <ButtonLink
      size="small"
      variant="quiet"
      className={classNames('px-2', wordsInRow)}
      icon={<ClipboardPen aria-hidden="true" />}
      title={queueDesk.questions}
      aria-describedby={describedBy}
      href={`/staff/visits/${entry.id}/questions`}
    >
      {queueDesk.questions}
    </ButtonLink>
  );
}

/** The buttons to send on and to plan the visit, for hospitals with shared lines [LINE-3]. */
export function OnwardButtons({
  entry,
  describedBy,
  busy,
  isQuiet = false,
}: Pick<ActionsProps, 'entry' | 'describedBy'> & {
  busy: boolean;
  isQuiet?: boolean;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const { sendOn, plan } = useOnward(entry);
  const look = {
    size: 'small',
    variant: isQuiet ? 'quiet' : 'secondary',
    className: isQuiet ? classNames('px-2', wordsInRow) : '',
    'aria-describedby': describedBy,
    disabled: busy,
  } as const;
  return (
    <>
      {sendOn && (
        <Button
          {...look}
          icon={<Forward aria-hidden="true" />}
          title={queueDesk.sendOn}
          onClick={sendOn}
        >
          {queueDesk.sendOn}
        </Button>
      )}
      {plan && (
        <Button
          {...look}
          icon={<Route aria-hidden="true" />}
          title={queueDesk.visit}
          onClick={plan}
        >
          {queueDesk.visit}
        </Button>
      )}
    </>
  );
}

function RowAction({
  entry,
  describedBy,
  name,
  look,
  offer,
  busy,
}: ActionsProps & Shown & { busy: boolean }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const desk = useDesk();
  const { label, icon: Icon } = useWords(name, look, entry);
  const isQuiet = look.inRow === 'icon' || look.inRow === 'danger';
  return (
    <Button
      icon={<Icon aria-hidden="true" />}
      disabled={busy || offer === 'blocked'}
      data-action={name}
      aria-describedby={describedBy}
      onClick={() => desk.press(name, entry)}
      size="small"
      variant={isQuiet ? 'quiet' : look.inRow === 'primary' ? 'primary' : 'secondary'}
      className={classNames(
        !isQuiet && 'me-1',
        isQuiet && 'px-2',
        isQuiet && wordsInRow,
        look.inRow === 'danger' && '[&_svg]:text-danger-ink',
      )}
      title={offer === 'blocked' ? queueDesk.startBlocked : label}
    >
      {label}
    </Button>
  );
}

/** The actions on an entry with its own card. */
export function CardActions({
  main,
  isMainLoud = true,
  isBrief = false,
  size = 'medium',
  ...props
}: ActionsProps & {
  /** The most frequent action, whose button shows a busy state. */
  main: DeskActionName;
  isMainLoud?: boolean;
  /** Whether the other actions are icons only, for little space. */
  isBrief?: boolean;
  size?: 'small' | 'medium';
}): ReactNode {
  const pressed = usePressed(props.entry.id);
  const underway = useUnderway(props.entry.id);
  return useShownActions(props).map((action) => (
    <CardAction
      key={action.name}
      {...props}
      {...action}
      size={size}
      isMain={action.name === main}
      isLoud={action.name === main && isMainLoud}
      isBrief={isBrief && action.name !== main}
      underway={action.name === main ? pressed : underway}
    />
  ));
}

/**
 * Memoised, so that it re-renders only for a change of its own look, not for a change of the
 * selection.
 */
const CardAction = memo(function CardAction({
  entry,
  describedBy,
  name,
  look,
  size,
  isMain,
  isLoud,
  isBrief,
  underway,
}: ActionsProps &
  Shown & {
    size: 'small' | 'medium';
    isMain: boolean;
    isLoud: boolean;
    isBrief: boolean;
    underway: DeskActionName | undefined;
  }): ReactNode {
  const desk = useDesk();
  const { label, icon: Icon, busy } = useWords(name, look, entry);
  const isBusy = underway !== undefined;
  return (
    <Button
      size={size}
      variant={isLoud ? 'primary' : 'secondary'}
      icon={<Icon aria-hidden="true" />}
      data-action={name}
      aria-describedby={describedBy}
      title={isBrief ? label : undefined}
      {...(isBrief ? { className: 'px-2 [&>span]:sr-only @lg:px-3 @lg:[&>span]:not-sr-only' } : {})}
      busy={isMain && isBusy}
      disabled={!isMain && isBusy}
      {...(busy !== undefined && underway === name ? { busyLabel: busy } : {})}
      onClick={() => desk.press(name, entry)}
    >
      {label}
    </Button>
  );
});

function useWords(name: DeskActionName, look: ActionLook, entry: StaffEntry) {
  const { queueDesk } = useMessages('queueDesk');
  const texts: AnyActionTexts = actionTexts(queueDesk)[name];
  const action: QueueAction = queueActions[name];
  const isAgain = action.desk?.switches === undefined ? isAway(entry) : isOn(action, entry);
  return {
    label: (isAgain ? texts.again : undefined) ?? texts.label,
    busy: texts.busy,
    icon: (isAgain ? look.again : undefined) ?? look.icon,
  };
}

/** The actions that this user may apply to the entry now. */
function useShownActions({ entry, around }: ActionsProps): Shown[] {
  const user = useUser();
  return (Object.keys(actionLooks) as (keyof typeof actionLooks)[]).flatMap((name): Shown[] => {
    const look = actionLooks[name];
    if (look === undefined || !mayDo(name, entry.doctor.id, user)) return [];
    const offer = offerOf(name, entry, around);
    const isShown = offer !== 'none' && look.isIdle?.(entry, around) !== true;
    return isShown ? [{ name, look, offer }] : [];
  });
}
