import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { classNames } from '../../ui/class-names.ts';

export type Pane = 'pending' | 'queue';

export interface PaneContent {
  readonly label: string;
  readonly badge?: ReactNode;
  readonly content: ReactNode;
}

/**
 * Tabs that become panes side by side on a wide screen, where the selected tab gets the shortcuts.
 * On a narrower screen only the selected pane is visible [ADM-3].
 */
export function DeskPanes({
  label,
  pending,
  queue,
  chosen,
  onChoose,
  isQueueWide = false,
}: {
  label: string;
  pending: PaneContent;
  queue: PaneContent;
  chosen: Pane;
  onChoose: (pane: Pane) => void;
  /** Whether the queue takes all the width that the requests do not need. */
  isQueueWide?: boolean;
}): ReactNode {
  const id = useId();
  const columns = classNames(sideBySide, isQueueWide ? narrowPending : usualPending);
  const tabs = useRef<HTMLDivElement>(null);
  const panes = [
    { value: 'pending' as const, ...pending },
    { value: 'queue' as const, ...queue },
  ];

  function walk(event: KeyboardEvent): void {
    const other = chosen === 'pending' ? 'queue' : 'pending';
    const target = { ArrowLeft: other, ArrowRight: other, Home: 'pending', End: 'queue' } as const;
    if (!isKeyOf(event.key, target)) return;
    event.preventDefault();
    onChoose(target[event.key]);
    tabs.current?.querySelector<HTMLElement>(`[data-pane="${target[event.key]}"]`)?.focus();
  }

  return (
    <div className="flex flex-col gap-4">
      <div
        ref={tabs}
        role="tablist"
        aria-label={label}
        className={classNames('flex border-b border-line print:hidden', columns)}
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
      <div className={columns}>
        {panes.map(({ value, label: name, content }) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the event bubbles from controls inside
          <div
            key={value}
            role="tabpanel"
            id={`${id}-${value}-panel`}
            aria-labelledby={`${id}-${value}`}
            className={classNames('min-w-0', value !== chosen && 'max-xl:hidden')}
            onFocus={() => {
              if (value !== chosen) onChoose(value);
            }}
          >
            <h2 className="sr-only">{name}</h2>
            {content}
          </div>
        ))}
      </div>
    </div>
  );
}

const sideBySide = 'xl:grid xl:items-start xl:gap-8';
const usualPending = 'xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]';
const narrowPending = 'xl:grid-cols-[minmax(0,19rem)_minmax(0,1fr)]';

function isKeyOf<Keys extends object>(key: PropertyKey, keys: Keys): key is keyof Keys {
  return Object.hasOwn(keys, key);
}
