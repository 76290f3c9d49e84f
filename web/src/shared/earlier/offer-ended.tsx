import { type ReactNode, useEffect, useRef } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import type { OfferEnd } from './shown-offers.ts';

const tones = { taken: 'success', declined: 'info', over: 'warning' } as const;

/**
 * Says how an offer ended. The text takes the keyboard focus if the pressed button has disappeared.
 */
export function OfferEnded({
  end,
  text,
  action,
}: {
  end: OfferEnd;
  /** The doctor and the time of the offer, in words. */
  text: string;
  action?: ReactNode;
}): ReactNode {
  const { earlier: t } = useMessages('earlier');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, []);
  const words = {
    taken: { title: t.taken },
    declined: { title: t.declined, more: t.declinedLead },
    over: { title: t.over, more: t.overLead },
  }[end];
  return (
    <div ref={place} role="status" tabIndex={-1} className="outline-none">
      <Notice tone={tones[end]} title={words.title} action={action}>
        <p className="tabular-nums">{text}</p>
        {'more' in words && <p>{words.more}</p>}
      </Notice>
    </div>
  );
}
