import type { ReactNode } from 'react';
import { Card } from '../../ui/layout/card.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';

/** The narrow layout of account pages: a title, a card, and further links below. */
export function AccountCard({
  title,
  lead,
  back,
  children,
  footer,
}: {
  title: string;
  lead?: ReactNode;
  back?: { readonly href: string; readonly label: string };
  children: ReactNode;
  footer?: ReactNode;
}): ReactNode {
  return (
    <div className="mx-auto flex w-full max-w-md flex-col px-4 py-8 sm:py-14">
      <PageHeader title={title} description={lead} {...(back ? { back } : {})} />
      <Card padding="large">{children}</Card>
      {footer && (
        <div className="mt-5 flex flex-col items-center gap-1 text-center text-[0.9375rem] text-ink-soft">
          {footer}
        </div>
      )}
    </div>
  );
}
