import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'wouter';
import { usePageTitle } from '../../navigation/page-title.ts';
import { Here } from '../../features/patient-queue/here.tsx';
import { useMessages } from '../../i18n/language.tsx';

/** The page that opens when a patient scans the QR code at a hospital's door [ARR-5]. */
export function Page(): ReactNode {
  const { checkingIn } = useMessages('checkingIn');
  const { hospitalId = '' } = useParams();
  const [search] = useSearchParams();
  usePageTitle(checkingIn.hereTitle);
  return <Here hospitalId={hospitalId} code={search.get('code') ?? ''} />;
}
