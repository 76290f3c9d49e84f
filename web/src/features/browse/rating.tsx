import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';

/**
 * A rating out of five. Without reviews, shows the default rating and says that there are no
 * reviews [CONST-4].
 */
export function Rating({ rating, count }: { rating: number; count: number }): ReactNode {
  const { browse: t } = useMessages('browse');
  const format = useFormat();
  return (
    <span className="inline-flex items-center gap-1 text-sm text-ink-soft">
      <Star aria-hidden="true" className={starLook(count)} />
      <span className="sr-only">{`${t.rating(format.number(rating))}${format.comma} `}</span>
      <span aria-hidden="true" className="font-medium text-ink tabular-nums">
        {format.number(rating)}
      </span>
      <span>{count === 0 ? `(${t.noReviews})` : `(${t.reviews(count)})`}</span>
    </span>
  );
}

function starLook(count: number): string {
  return count === 0 ? 'size-4 text-ink-soft' : 'size-4 fill-current text-primary-ink';
}
