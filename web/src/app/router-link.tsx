import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { AnchorProps } from '../ui/link.tsx';

/** Navigates to pages of this application without a reload; any other address is a plain link. */
export function RouterLink({ href, children, ...props }: AnchorProps): ReactNode {
  const isOurs = /^(\/(?!\/)|\?)/.test(href) && !/^\/(?:(?:api|dev)\/|help\b)/.test(href);
  const opensHere = props.target === undefined && props.download === undefined;
  if (isOurs && opensHere) {
    return (
      <Link href={href} {...props}>
        {children}
      </Link>
    );
  }
  return (
    <a href={href} {...props}>
      {children}
    </a>
  );
}
