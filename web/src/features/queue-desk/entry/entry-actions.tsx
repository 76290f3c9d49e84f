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
import { LateShareButton } from '../../../shared/sharing/late-share.tsx';
import { LateVitalsButton } from '../../../shared/vitals/late-vitals.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { actionHintId } from '../actions/action-hints.tsx';
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
  /** The id of the element with the patient's name, which describes the buttons. */
  readonly describedBy: string;
}

/**
 * The buttons for a waiting patient, with labels if there is space. In a compact list item, `which`
 * selects the most frequent actions, or the others, which appear on expanding.
 */
export function RowActions({
  which = 'all',
  ...props
}: ActionsProps & { which?: 'all' | 'main' | 'others' }): ReactNode {
  const shown = useShownActions(props);
  const underway = useUnderway(props.entry.id);
  // A pending move does not disable the buttons, because several moves may be pending.
  const busy = underway !== undefined && !isMove(underway);
  const isMain = ({ look }: Shown) => look.inRow === 'primary';
  const some = shown.filter((each) => which === 'all' || isMain(each) === (which === 'main'));
  return (
    <div
      className={classNames(
        'flex items-center gap-x-0.5 gap-y-1 print:hidden',
        which === 'main' ? 'justify-end' : '-ms-1 flex-wrap',
      )}
    >
      {some.map((action) => (
        <RowAction key={action.name} {...props} {...action} busy={busy} />
      ))}
      {which === 'all' && <OnwardButtons {...props} busy={busy} isQuiet />}
      {which !== 'main' && (
        <LateVitalsButton
          entry={props.entry}
          size="small"
          variant="quiet"
          className={classNames('px-2', wordsInRow)}
          aria-describedby={props.describedBy}
        />
      )}
      {which !== 'main' && (
        <LateShareButton
          entry={props.entry}
          counts={which === 'others'}
          size="small"
          variant="quiet"
          className={classNames('px-2', wordsInRow)}
          aria-describedby={props.describedBy}
        />
      )}
      {which !== 'main' && <QuestionsLink {...props} />}
    </div>
  );
}

/**
 * In a narrow column only a button's icon is visible; the label is for screen readers and a
 * tooltip. On touch devices, which have no hover, the label is visible.
 */
const wordsInRow = '[&>span]:sr-only pointer-coarse:[&>span]:not-sr-only @lg:[&>span]:not-sr-only';

/**
 * CSS classes that show only a button's icon. On touch devices, which have no tooltip, the label is
 * visible too.
 */
export const briefLook = 'px-2 [&>span]:sr-only pointer-coarse:[&>span]:not-sr-only';

/**
 * The link to the questions before a visit. Staff can print the questions or enter the patient's
 * answers [ASSESS-4].
 */
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

/**
 * The buttons to forward the patient and to plan the visit, for hospitals with shared lines
 * [LINE-3].
 */
export function OnwardButtons({
  entry,
  describedBy,
  busy,
  isQuiet = false,
  isBrief = false,
}: Pick<ActionsProps, 'entry' | 'describedBy'> & {
  busy: boolean;
  isQuiet?: boolean;
  /** Whether the buttons show only icons. On touch devices they always have labels. */
  isBrief?: boolean;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const { sendOn, plan } = useOnward(entry);
  const look = {
    size: 'small',
    variant: isQuiet ? 'quiet' : 'secondary',
    className: isBrief ? briefLook : isQuiet ? classNames('px-2', wordsInRow) : '',
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
  const { label, icon: Icon, hint } = useWords(name, look, entry);
  const isQuiet = look.inRow === 'icon' || look.inRow === 'danger';
  return (
    <Button
      icon={<Icon aria-hidden="true" />}
      disabled={busy || offer === 'blocked'}
      data-action={name}
      aria-describedby={describedWith(describedBy, hint, name)}
      onClick={() => desk.press(name, entry)}
      size="small"
      variant={isQuiet ? 'quiet' : look.inRow === 'primary' ? 'primary' : 'secondary'}
      className={classNames(
        !isQuiet && 'me-1',
        isQuiet && 'px-2',
        isQuiet && wordsInRow,
        look.inRow === 'danger' && '[&_svg]:text-danger-ink',
      )}
      title={offer === 'blocked' ? queueDesk.startBlocked : (hint ?? label)}
    >
      {label}
    </Button>
  );
}

/** The buttons for a queue entry that is shown as a card. */
export function CardActions({
  main,
  which = 'all',
  isMainLoud = true,
  isBrief = false,
  size = 'medium',
  ...props
}: ActionsProps & {
  /** The most frequent action. Its button shows when the action is pending. */
  main: DeskActionName;
  /** Whether to show the button of the most frequent action, the other buttons, or all. */
  which?: 'all' | 'main' | 'others';
  isMainLoud?: boolean;
  /** Whether the buttons of the other actions show only icons, to save space. */
  isBrief?: boolean;
  size?: 'small' | 'medium';
}): ReactNode {
  const pressed = usePressed(props.entry.id);
  const underway = useUnderway(props.entry.id);
  const shown = useShownActions(props);
  const some = shown.filter(
    ({ name }) => which === 'all' || (name === main) === (which === 'main'),
  );
  return some.map((action) => (
    <CardAction
      key={action.name}
      {...props}
      {...action}
      size={size}
      isMain={action.name === main}
      isLoud={action.name === main && isMainLoud}
      isBrief={isBrief && action.look.inRow === 'icon'}
      underway={action.name === main ? pressed : underway}
    />
  ));
}

/** Memoised, so that the button does not render again when only the selected entry changes. */
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
  const { label, icon: Icon, busy, hint } = useWords(name, look, entry);
  const isBusy = underway !== undefined;
  return (
    <Button
      size={size}
      variant={isLoud ? 'primary' : 'secondary'}
      icon={<Icon aria-hidden="true" />}
      data-action={name}
      aria-describedby={describedWith(describedBy, hint, name)}
      title={hint ?? (isBrief ? label : undefined)}
      {...(isBrief ? { className: classNames('px-2 @lg:px-3', wordsInRow) } : {})}
      busy={isMain && isBusy}
      disabled={!isMain && isBusy}
      {...(busy !== undefined && underway === name ? { busyLabel: busy } : {})}
      onClick={() => desk.press(name, entry)}
    >
      {label}
    </Button>
  );
});

/** The ids of the elements that describe an action's button: the patient's name, and the hint. */
function describedWith(nameId: string, hint: string | undefined, name: DeskActionName): string {
  return hint === undefined ? nameId : `${nameId} ${actionHintId(name)}`;
}

function useWords(name: DeskActionName, look: ActionLook, entry: StaffEntry) {
  const { queueDesk } = useMessages('queueDesk');
  const texts: AnyActionTexts = actionTexts(queueDesk)[name];
  const action: QueueAction = queueActions[name];
  const isAgain = action.desk?.switches === undefined ? isAway(entry) : isOn(action, entry);
  return {
    label: (isAgain ? texts.again : undefined) ?? texts.label,
    busy: texts.busy,
    /** What the action does. The other label of an action, such as "Call again", has no hint. */
    hint: isAgain ? undefined : texts.hint,
    icon: (isAgain ? look.again : undefined) ?? look.icon,
  };
}

/** Returns the actions that this user may apply to the queue entry now. */
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
