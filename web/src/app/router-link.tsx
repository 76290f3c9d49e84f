import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AnchorProps } from '../ui/link.tsx';

/** Goes to pages of this application without loading it again; everything else is a plain link. */
export function RouterLink({ href, children, ...props }: AnchorProps): ReactNode {
  const isOurs = /^(\/(?!\/)|#|\?)/.test(href) && !/^\/(api|dev)\//.test(href);
  if (isOurs && props.download === undefined) {
    return (
      <Link to={href} {...props}>
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
