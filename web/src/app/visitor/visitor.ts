import { createContext, use } from 'react';

/** A signed-in visitor of the public pages. */
export interface Visitor {
  readonly displayName: string;
  /** The target of 'Dashboard', which depends on the visitor's role. */
  readonly dashboardPath: string;
  readonly logOut: () => void;
}

/** The signed-in visitor; null if nobody is signed in. */
export const VisitorContext = createContext<Visitor | null>(null);

export function useVisitor(): Visitor | null {
  return use(VisitorContext);
}
