import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

interface StateProps {
  title: string;
  /** One sentence to show below the title. */
  description?: ReactNode;
  /** One button or link below the text. */
  action?: ReactNode;
  /** The heading level of the title. Use 1 if this message is all that the page shows. */
  headingLevel?: 1 | 2 | 3;
  className?: string;
}

/** Says that there is nothing to show, although nothing failed. */
export function EmptyState({
  isDone = false,
  ...props
}: StateProps & {
  /** Whether all work is done. The illustration then shows a tick. */
  isDone?: boolean;
}): ReactNode {
  return <State {...props} drawing={<EmptyLine isDone={isDone} />} />;
}

/** Says that something failed. Screen readers announce the message at once. */
export function ErrorState(props: StateProps): ReactNode {
  return <State {...props} drawing={<BrokenLine />} role="alert" />;
}

function State({
  title,
  description,
  action,
  headingLevel = 2,
  className,
  drawing,
  role,
}: StateProps & { drawing: ReactNode; role?: 'alert' }): ReactNode {
  const Heading = `h${headingLevel}` as const;
  return (
    <div
      role={role}
      className={classNames(
        'flex flex-col items-center gap-2 rounded-card border border-dashed border-control-line/50 px-6 py-12 text-center',
        className,
      )}
    >
      {drawing}
      <Heading className="mt-3 text-lg font-semibold text-ink">{title}</Heading>
      {description && <p className="max-w-prose text-[0.9375rem] text-ink-soft">{description}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}

/** An illustration for an empty page: three empty dots and the large dot of the logo. */
function EmptyLine({ isDone }: { isDone: boolean }): ReactNode {
  return (
    <svg aria-hidden="true" viewBox="0 0 152 48" className="h-12 w-38" fill="none">
      <circle cx="14" cy="24" r="7" className="stroke-dot" strokeWidth="2" strokeDasharray="3 3" />
      <circle cx="44" cy="24" r="7" className="stroke-dot" strokeWidth="2" strokeDasharray="3 3" />
      <circle cx="84" cy="24" r="15" className="fill-primary-soft stroke-primary" strokeWidth="2" />
      {isDone && (
        <path
          d="M78 24.5l4.2 4.2 8-8.4"
          className="stroke-primary"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
      <circle cx="124" cy="24" r="7" className="stroke-dot" strokeWidth="2" strokeDasharray="3 3" />
    </svg>
  );
}

/** An illustration for errors: a row of dots, one of which has fallen out. */
function BrokenLine(): ReactNode {
  return (
    <svg aria-hidden="true" viewBox="0 0 152 48" className="h-12 w-38" fill="none">
      <circle cx="14" cy="20" r="7" className="fill-dot" />
      <circle cx="44" cy="20" r="7" className="fill-dot" />
      <path
        d="M62 20h10M96 20h10"
        className="stroke-danger"
        strokeWidth="2"
        strokeLinecap="round"
        strokeDasharray="1 5"
      />
      <circle cx="84" cy="33" r="13" className="fill-danger-soft stroke-danger" strokeWidth="2" />
      <path
        d="M84 27v7M84 38.4v.2"
        className="stroke-danger"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <circle cx="124" cy="20" r="7" className="fill-dot" />
    </svg>
  );
}
