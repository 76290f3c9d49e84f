/**
 * Phone numbers and email addresses as list items, each with an icon and a link that is large
 * enough to tap.
 */
import { Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { TextLink } from '../../ui/link.tsx';
import { PhoneText } from '../../ui/text/phone-text.ts';
import { UnprovedPhone } from './through-line.tsx';

const line = 'flex min-w-0 items-center gap-1.5';
const link = 'inline-flex min-h-11 items-center md:pointer-fine:min-h-6';
const picture = 'size-4 shrink-0 text-ink-soft';

/**
 * A phone number. `missing` is the text shown if there is no number. `isProved` says whether the
 * patient's number is confirmed.
 */
export function PhoneLine({
  number,
  missing,
  isProved,
}: {
  number: string | null;
  missing?: string;
  isProved?: boolean;
}): ReactNode {
  return (
    <li className={classNames(line, 'flex-wrap')}>
      <Phone aria-hidden="true" className={picture} />
      {number ? (
        <>
          <TextLink href={`tel:${number}`} className={classNames(link, 'tabular-nums')}>
            <PhoneText number={number} />
          </TextLink>
          <UnprovedPhone isProved={isProved} />
        </>
      ) : (
        <span className="text-ink-soft">{missing}</span>
      )}
    </li>
  );
}

/** An email address. `missing` is the text shown if there is no address. */
export function MailLine({
  address,
  missing,
}: {
  address: string | null;
  missing?: string;
}): ReactNode {
  return (
    <li className={line}>
      <Mail aria-hidden="true" className={picture} />
      {address ? (
        <TextLink href={`mailto:${address}`} className={classNames(link, 'min-w-0 break-all')}>
          {address}
        </TextLink>
      ) : (
        <span className="text-ink-soft">{missing}</span>
      )}
    </li>
  );
}
