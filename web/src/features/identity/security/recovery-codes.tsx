import { Copy, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { toast } from '../../../ui/feedback/toast.ts';

const fileName = 'baari-recovery-codes.txt';

/**
 * Shows the account's recovery codes. They are shown only once, because no API call returns them
 * again.
 */
export function RecoveryCodes({
  codes,
  onDone,
}: {
  codes: readonly string[];
  onDone: () => void;
}): ReactNode {
  const t = useMessages('security');
  const text = codes.join('\n');

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      toast({ type: 'success', title: t.security.copied });
    } catch (failure) {
      console.warn('The codes could not be copied', failure);
      toast({ type: 'error', title: t.security.notCopied });
    }
  }

  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warning">{t.security.codesOnce}</Notice>
      <ul
        aria-label={t.security.recoveryCodes}
        className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-control bg-sunken p-4 font-mono text-[0.9375rem] text-ink"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>
          {t.security.copy}
        </Button>
        <Button icon={<Download aria-hidden="true" />} onClick={() => download(text)}>
          {t.security.download}
        </Button>
      </div>
      <Button variant="primary" wide onClick={onDone}>
        {t.security.codesKept}
      </Button>
    </div>
  );
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
