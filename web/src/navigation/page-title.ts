import { useEffect } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { nameTab } from './tab-title.ts';

/** Sets the page's title, which the tab and the history show, and the page's meta description. */
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
