import { CircleQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { HelpLink } from '../../navigation/help-link.tsx';
import { usePlace } from '../../navigation/navigation.tsx';
import { helpOfScreen } from '../../navigation/open-help.ts';

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
