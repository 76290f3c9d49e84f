import { textPageNames } from '@baari/contract/hospital/site.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePlace } from '../../navigation/navigation.tsx';
import { textPageQuery } from '../../api/queries/text-page-query.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { TextPage } from '../../features/site/text-page.tsx';
import { useLanguage, useMessages } from '../../i18n/language.tsx';

/** The text page for the paths /about, /terms and /privacy [ROUTE-26]. */
export function Page(): ReactNode {
  const t = useMessages();
  const { language } = useLanguage();
  const { pathname } = usePlace();
  const name = textPageNames.find((known) => pathname.startsWith(`/${known}`)) ?? 'about';
  const { data: page } = useQuery(textPageQuery(name, language));
  const title = t.common[name];
  usePageTitle(page?.title ?? title, page?.description);
  return <TextPage key={name} name={name} title={title} />;
}
