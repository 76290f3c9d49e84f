import { useEffect } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { nameTab } from './tab-title.ts';

/** Names the page in the browser's tab and history, and says in a sentence what it is about. */
export function usePageTitle(title: string, description?: string): void {
  const t = useMessages();
  const product = t.common.product;
  useEffect(() => {
    const isNamed = title.startsWith(product) || title.endsWith(product);
    nameTab(isNamed ? title : `${title} · ${product}`);
  }, [title, product]);
  useEffect(() => {
    if (description === undefined) return;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [description]);
}
