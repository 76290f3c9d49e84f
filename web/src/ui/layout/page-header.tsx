import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Link } from '../link.tsx';

/**
 * The header of a page, with a back link, action buttons, and the page's only `h1`, which gets the
 * focus after navigation.
 */
export function PageHeader({
  title,
  description,
  back,
  badge,
  actions,
  line,
}: {
  title: string;
  description?: ReactNode;
  back?: { readonly href: string; readonly label: string };
  badge?: ReactNode;
  actions?: ReactNode;
  /** One line below the title and the buttons, on a page whose content must begin high up. */
  line?: ReactNode;
}): ReactNode {
  const isLow = line !== undefined;
  return (
    <header className={classNames('flex flex-col', isLow ? 'mb-2 gap-0.5' : 'mb-5 gap-1 sm:mb-6')}>
      {back && (
        <Link
          href={back.href}
          className="-ms-1 inline-flex min-h-11 w-fit items-center gap-1.5 rounded-control px-1 text-sm font-semibold text-primary-ink hover:underline md:pointer-fine:min-h-8 print:hidden"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          {back.label}
        </Link>
      )}
      <div
        className={classNames(
          'flex flex-wrap items-center justify-between gap-x-4',
          isLow ? 'gap-y-2' : 'gap-y-3',
        )}
      >
        <div className="flex min-w-0 flex-col gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 tabIndex={-1} className="text-2xl font-bold tracking-tight text-ink">
              <bdi>{title}</bdi>
            </h1>
            {badge}
          </div>
          {description && <p className="text-[0.9375rem] text-ink-soft">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2 print:hidden">{actions}</div>}
      </div>
      {line}
    </header>
  );
}
