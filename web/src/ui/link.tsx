import { type ComponentProps, type ComponentType, createContext, type ReactNode, use } from 'react';
import { classNames } from './class-names.ts';

export interface AnchorProps extends ComponentProps<'a'> {
  href: string;
}

const LinkContext = createContext<ComponentType<AnchorProps> | null>(null);

/** Sets the component that renders links, so that the design system does not depend on a router. */
export function LinkProvider({
  component,
  children,
}: {
  component: ComponentType<AnchorProps>;
  children: ReactNode;
}): ReactNode {
  return <LinkContext value={component}>{children}</LinkContext>;
}

/** An unstyled link. It is a real `<a href>`, so that the middle mouse button opens a new tab. */
export function Link(props: AnchorProps): ReactNode {
  const Anchor = use(LinkContext) ?? PlainAnchor;
  return <Anchor {...props} />;
}

/** A link inside a text. */
export function TextLink({ className, ...props }: AnchorProps): ReactNode {
  return (
    <Link
      className={classNames(
        'rounded-[4px] font-medium text-primary-ink underline decoration-primary-ink/40 underline-offset-3 transition-colors hover:decoration-current',
        className,
      )}
      {...props}
    />
  );
}

function PlainAnchor({ children, ...props }: AnchorProps): ReactNode {
  return <a {...props}>{children}</a>;
}
