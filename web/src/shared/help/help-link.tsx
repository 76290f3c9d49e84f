import { CircleQuestionMark } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { usePlace } from '../../navigation/navigation.tsx';
import { helpOfScreen, openHelp } from './open-help.ts';

/**
 * A link to a page of help. A press opens it beside the screen, which keeps its state; the middle
 * mouse button opens the page itself.
 */
export function HelpLink({
  address,
  className,
  children,
  label,
  onOpen,
}: {
  address: string;
  className: string;
  children: ReactNode;
  /** Names a link that shows only an icon, for screen readers and as its tooltip. */
  label?: string;
  onOpen?: () => void;
}): ReactNode {
  function press(event: MouseEvent): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    onOpen?.();
    openHelp(address);
  }
  return (
    <a
      href={address}
      className={className}
      {...(label === undefined ? {} : { 'aria-label': label, title: label })}
      onClick={press}
    >
      {children}
    </a>
  );
}

/** The button in the frame of signed-in screens that opens the help of the screen. */
export function HelpButton({ className = '' }: { className?: string }): ReactNode {
  const { common } = useMessages();
  const { language } = useLanguage();
  const place = usePlace();
  return (
    <HelpLink
      address={helpOfScreen(place, language)}
      label={common.help}
      className={`print:hidden inline-grid size-11 shrink-0 place-items-center rounded-control text-ink-soft transition-colors hover:bg-sunken hover:text-ink md:pointer-fine:size-9 ${className}`}
    >
      <CircleQuestionMark aria-hidden="true" className="size-5" />
    </HelpLink>
  );
}

/** A link to a named page of help, in the language of the screen. */
export function useHelpAddress(topic: string): string {
  const { language } = useLanguage();
  return `/help/${topic}?lang=${language}`;
}
