import type { ReactNode } from 'react';
import { HelpButton } from './help-button.tsx';
import { useSite } from '../site.ts';
import { useVisitor } from '../visitor/visitor.ts';
import { PublicShell } from './public-shell.tsx';

/** The layout of public pages, signed in or not. */
export function Layout({ children }: { children: ReactNode }): ReactNode {
  const visitor = useVisitor();
  const { contactEmail } = useSite();
  return (
    <PublicShell
      user={visitor}
      onLogout={() => visitor?.logOut()}
      contactEmail={contactEmail}
      help={visitor && <HelpButton className="max-sm:hidden" />}
    >
      {children}
    </PublicShell>
  );
}
