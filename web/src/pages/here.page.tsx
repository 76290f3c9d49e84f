import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'wouter';
import { usePageTitle } from '../app/page-title.ts';
import { Here } from '../features/arrival/here.tsx';
import { useMessages } from '../i18n/language.tsx';

/** What the code at a hospital's door opens [ARR-5]. */
export function Page(): ReactNode {
  const { arrival } = useMessages('arrival');
  const { hospitalId = '' } = useParams();
  const [search] = useSearchParams();
  usePageTitle(arrival.hereTitle);
  return <Here hospitalId={hospitalId} code={search.get('code') ?? ''} />;
}
