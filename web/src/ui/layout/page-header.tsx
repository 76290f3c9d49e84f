import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../link.tsx';

/**
 * The header of a page: the only `h1`, which gets the focus after navigation, a back link, the
 * actions.
 */
export function PageHeader({
  title,
  description,
  back,
  badge,
  actions,
}: {
  title: string;
  description?: ReactNode;
  back?: { readonly href: string; readonly label: string };
  badge?: ReactNode;
  actions?: ReactNode;
}): ReactNode {
  return (
    <header className="mb-5 flex flex-col gap-1 sm:mb-6">
      {back && (
        <Link
          href={back.href}
          className="-ms-1 inline-flex min-h-11 w-fit items-center gap-1.5 rounded-control px-1 text-sm font-semibold text-primary-ink hover:underline md:pointer-fine:min-h-8 print:hidden"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          {back.label}
        </Link>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
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
    </header>
  );
}
