import type { Urgency } from '@baari/contract/constants.ts';
import { ChevronDown, ChevronsUp, Equal } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { Badge, type BadgeLook } from './badge.tsx';

/** A badge for the urgency LOW, MEDIUM or HIGH [ADM-6]. */
export function UrgencyBadge({
  urgency,
  isBrief = false,
}: {
  urgency: Urgency;
  /** Whether a container narrower than 42 rem shows the icon alone; screen readers get the word. */
  isBrief?: boolean;
}): ReactNode {
  const t = useMessages();
  const { tone, icon } = urgencyLooks[urgency];
  const word = t.ui.urgencies[urgency];
  return (
    <span title={t.ui.urgencyOf(word)}>
      <Badge tone={tone} icon={icon} className="tracking-wide">
        {isBrief ? (
          <span className="sr-only print:not-sr-only @2xl:not-sr-only">{word}</span>
        ) : (
          word
        )}
      </Badge>
    </span>
  );
}

const urgencyLooks: Record<Urgency, BadgeLook> = {
  low: { tone: 'success', icon: ChevronDown },
  medium: { tone: 'warning', icon: Equal },
  high: { tone: 'danger', icon: ChevronsUp },
};
