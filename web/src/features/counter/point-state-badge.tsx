import type { PointState } from '@baari/contract/lines/shared-line.ts';
import { CircleDot, CircleMinus, CirclePause } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Badge } from '../../ui/badge.tsx';

/** The state of the service point (open, paused or closed) as icon and word. */
export function PointStateBadge({ state }: { state: PointState }): ReactNode {
  const { counter: t } = useMessages('counter');
  const { tone, icon } = looks[state];
  return (
    <Badge tone={tone} icon={icon}>
      {t.states[state]}
    </Badge>
  );
}

const looks = {
  open: { tone: 'success', icon: CircleDot },
  paused: { tone: 'warning', icon: CirclePause },
  closed: { tone: 'neutral', icon: CircleMinus },
} as const;
