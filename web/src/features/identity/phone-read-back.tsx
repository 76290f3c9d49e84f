import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { PhoneText } from '../../ui/text/phone-text.ts';

/**
 * Shows the full phone number to which a code will be sent. Empty while the number is incomplete
 * [VERI-4].
 */
export function PhoneReadBack({ number }: { number: string | undefined }): ReactNode {
  const t = useMessages('identity');
  return (
    <p role="status" className="min-h-6 text-ink">
      {number !== undefined && (
        <>
          {`${t.identity.codeWillGoTo} `}
          <bdi dir="ltr" className="font-semibold whitespace-nowrap tabular-nums">
            <PhoneText number={number} />
          </bdi>
        </>
      )}
    </p>
  );
}
