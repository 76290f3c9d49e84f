import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '../api/query-client.ts';
import { LanguageProvider } from '../i18n/language.tsx';
import type { Language } from '@baari/contract/languages.ts';

/** The context providers of the whole application. */
export function Providers({
  language,
  children,
}: {
  language: Language;
  children: ReactNode;
}): ReactNode {
  return (
    <QueryClientProvider client={queryClient}>
      <LanguageProvider initial={language}>{children}</LanguageProvider>
    </QueryClientProvider>
  );
}
