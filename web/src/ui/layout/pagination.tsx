import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { classNames } from '../class-names.ts';
import { Link } from '../link.tsx';
import { pagesAround } from './pages-around.ts';

/** Links to the pages of a long list. Renders nothing if the list has only one page. */
export function Pagination({
  page,
  pageCount,
  hrefFor,
}: {
  page: number;
  pageCount: number;
  hrefFor: (page: number) => string;
}): ReactNode {
  const t = useMessages();
  if (pageCount <= 1) return null;
  return (
    <nav aria-label={t.ui.pages} className="flex items-center justify-center gap-1 print:hidden">
      <Step
        label={t.ui.previousPage}
        href={page > 1 ? hrefFor(page - 1) : null}
        icon={<ChevronLeft aria-hidden="true" className="size-5" />}
      />
      {pagesAround(page, pageCount).map((shown) => (
        <Link
          key={shown}
          href={hrefFor(shown)}
          aria-label={t.ui.page(shown)}
          aria-current={shown === page ? 'page' : undefined}
          className={classNames(
            cellLook,
            'aria-[current]:bg-primary-soft aria-[current]:text-primary-ink',
          )}
        >
          {shown}
        </Link>
      ))}
      <Step
        label={t.ui.nextPage}
        href={page < pageCount ? hrefFor(page + 1) : null}
        icon={<ChevronRight aria-hidden="true" className="size-5" />}
      />
    </nav>
  );
}

function Step({
  label,
  href,
  icon,
}: {
  label: string;
  href: string | null;
  icon: ReactNode;
}): ReactNode {
  if (href === null) return <span className={classNames(cellLook, 'opacity-35')}>{icon}</span>;
  return (
    <Link href={href} aria-label={label} className={cellLook}>
      {icon}
    </Link>
  );
}

const cellLook =
  'grid size-11 place-items-center rounded-control text-sm font-semibold text-ink-soft tabular-nums transition-colors hover:bg-sunken md:pointer-fine:size-9';
