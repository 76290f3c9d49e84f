import { createContext, use } from 'react';

/** Who looks at the public pages, when somebody is signed in. */
export interface Visitor {
  readonly displayName: string;
  /** The page that 'Dashboard' opens: the one of the visitor's role. */
  readonly dashboardPath: string;
  readonly logOut: () => void;
}

/** null for somebody who is not signed in. */
export const VisitorContext = createContext<Visitor | null>(null);

export function useVisitor(): Visitor | null {
  return use(VisitorContext);
}
