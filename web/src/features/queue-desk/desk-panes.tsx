import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { classNames } from '../../ui/class-names.ts';
import './desk.css';

export type Pane = 'pending' | 'queue';

export interface PaneContent {
  readonly label: string;
  readonly badge?: ReactNode;
  /**
   * A control that selects what this part of the page (pane) shows. On a wide screen it is beside
   * the tab.
   */
  readonly choice?: ReactNode;
  readonly content: ReactNode;
}

/**
 * On a wide screen, the tabs become panes side by side, and keyboard shortcuts act on the selected
 * pane. On a narrower screen, only the selected pane is visible [ADM-3].
 */
export function DeskPanes({
  label,
  pending,
  queue,
  chosen,
  onChoose,
  isQueueWide = false,
  doctorsNow,
}: {
  label: string;
  pending: PaneContent;
  queue: PaneContent;
  /**
   * The overview of the doctors. It is below the requests on a wide screen, and above the queue on
   * a narrower screen.
   */
  doctorsNow: ReactNode;
  chosen: Pane;
  onChoose: (pane: Pane) => void;
  /** Whether the queue takes all the page width that the requests do not need. */
  isQueueWide?: boolean;
}): ReactNode {
  const id = useId();
  const wide = isQueueWide && 'desk-wide';
  const first = { value: 'pending' as const, ...pending };
  const second = { value: 'queue' as const, ...queue };

  return (
    <div className="flex flex-col gap-3">
      <div className={classNames('desk-tabs flex flex-col gap-3', wide)}>
        <PaneTabs {...{ id, label, chosen, onChoose }} panes={[first, second]} />
        {queue.choice && (
          <div
            className={classNames(
              'desk-choice min-w-0 print:hidden',
              chosen !== 'queue' && 'max-xl:hidden',
            )}
          >
            {queue.choice}
          </div>
        )}
      </div>
      <div className={classNames('desk-panes flex flex-col gap-4', wide)}>
        {panel(first, '')}
        <div className={classNames('desk-doctors min-w-0', chosen !== 'queue' && 'max-xl:hidden')}>
          {doctorsNow}
        </div>
        {panel(second, 'desk-queue')}
      </div>
    </div>
  );

  function panel({ value, label: name, content }: PaneContent & { value: Pane }, place: string) {
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the event bubbles from controls inside
      <div
        role="tabpanel"
        id={`${id}-${value}-panel`}
        aria-labelledby={`${id}-${value}`}
        className={classNames('min-w-0', place, value !== chosen && 'max-xl:hidden')}
        onFocus={() => {
          if (value !== chosen) onChoose(value);
        }}
      >
        <h2 className="sr-only">{name}</h2>
        {content}
      </div>
    );
  }
}

/** The tabs, which the arrow keys move between. On a wide screen each tab is above its pane. */
function PaneTabs({
  id,
  label,
  panes,
  chosen,
  onChoose,
}: {
  id: string;
  label: string;
  panes: readonly (PaneContent & { readonly value: Pane })[];
  chosen: Pane;
  onChoose: (pane: Pane) => void;
}): ReactNode {
  const tabs = useRef<HTMLDivElement>(null);

  function walk(event: KeyboardEvent): void {
    const other = chosen === 'pending' ? 'queue' : 'pending';
    const target = { ArrowLeft: other, ArrowRight: other, Home: 'pending', End: 'queue' } as const;
    if (!isKeyOf(event.key, target)) return;
    event.preventDefault();
    onChoose(target[event.key]);
    tabs.current?.querySelector<HTMLElement>(`[data-pane="${target[event.key]}"]`)?.focus();
  }

  return (
    <div
      ref={tabs}
      role="tablist"
      aria-label={label}
      className="desk-tablist flex border-b border-line print:hidden"
    >
      {panes.map(({ value, label: name, badge }) => (
        <button
          key={value}
          type="button"
          role="tab"
          id={`${id}-${value}`}
          data-pane={value}
          aria-selected={value === chosen}
          aria-controls={`${id}-${value}-panel`}
          tabIndex={value === chosen ? 0 : -1}
          onClick={() => onChoose(value)}
          onKeyDown={walk}
          className="-mb-px flex min-h-11 flex-1 items-center justify-center gap-2 border-b-2 border-transparent px-2 py-1.5 text-[0.9375rem] leading-tight font-semibold text-ink-soft transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-primary aria-selected:text-primary-ink sm:flex-none xl:justify-start sm:whitespace-nowrap sm:px-3 xl:px-1 xl:text-base"
        >
          {name}
          {badge}
        </button>
      ))}
    </div>
  );
}

function isKeyOf<Keys extends object>(key: PropertyKey, keys: Keys): key is keyof Keys {
  return Object.hasOwn(keys, key);
}
