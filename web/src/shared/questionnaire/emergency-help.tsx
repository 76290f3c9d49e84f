import { Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';
import { Notice } from '../../ui/feedback/notice.tsx';

/**
 * Tells a person with an emergency sign to call for help now, with the emergency numbers. In the
 * hospital, the person should first inform the staff [ASSESS-2].
 */
export function EmergencyHelp({
  numbers,
  isHere,
  canCall = true,
  children,
}: {
  numbers: readonly string[];
  isHere: boolean;
  /** Whether the device can make phone calls. False on a hospital's tablet. */
  canCall?: boolean;
  /** Text that names the person who needs help. */
  children?: ReactNode;
}): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const listed = useListed();
  return (
    <Notice
      tone="danger"
      title={isHere ? t.flaggedAtKiosk : t.flagged}
      action={canCall ? <CallButtons numbers={numbers} /> : undefined}
    >
      {children}
      {isHere ? t.flaggedAtKioskText(listed(numbers)) : t.flaggedText}
    </Notice>
  );
}

/** A button for each emergency number, which phones the number. */
export function CallButtons({ numbers }: { numbers: readonly string[] }): ReactNode {
  const { assessment: t } = useMessages('assessment');
  return (
    <ul className="flex flex-wrap gap-2">
      {numbers.map((number) => (
        <li key={number}>
          <a
            href={`tel:${number}`}
            className="inline-flex min-h-12 items-center gap-2 rounded-control bg-danger px-5 font-semibold text-on-danger hover:bg-danger-hover"
          >
            <Phone aria-hidden="true" className="size-5" />
            {t.call(number)}
          </a>
        </li>
      ))}
    </ul>
  );
}
