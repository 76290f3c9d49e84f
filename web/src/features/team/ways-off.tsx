import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { siteQuery } from '../../api/queries/site-query.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Card } from '../../ui/layout/card.tsx';

/**
 * Tells administrators which sign-in methods this installation does not offer, and why. Renders
 * nothing if all methods are offered [LOGIN-2].
 */
export function WaysOff(): ReactNode {
  const { team: t } = useMessages('team');
  const titleId = useId();
  const ways = useQuery(siteQuery()).data?.signIn;
  if (ways === undefined || (ways.google && ways.phone)) return null;
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3">
      <h2 id={titleId} className="text-lg font-semibold text-ink">
        {t.waysOff}
      </h2>
      <Card>
        <ul className="flex list-disc flex-col gap-1.5 ps-5 text-[0.9375rem] text-ink marker:text-dot">
          {!ways.google && <li>{t.googleOff}</li>}
          {!ways.phone && <li>{t.phoneOff}</li>}
        </ul>
      </Card>
    </section>
  );
}
