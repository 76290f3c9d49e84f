import { Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';

/** A secret with a button that copies it. */
export function CopiedSecret({
  text,
  copy,
  copied,
}: {
  text: string;
  /** The words of the button before and after the press. */
  copy: string;
  copied: string;
}): ReactNode {
  const [isCopied, setCopied] = useState(false);
  async function write(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Without clipboard permission, copying fails silently, because the user can select the text
      // by hand.
    }
  }
  return (
    <div className="flex flex-col gap-4">
      <p
        dir="ltr"
        className="rounded-control bg-sunken p-3 font-mono text-sm break-all text-ink select-all"
      >
        {text}
      </p>
      <Button icon={<Copy aria-hidden="true" />} onClick={() => void write()}>
        {isCopied ? copied : copy}
      </Button>
    </div>
  );
}
