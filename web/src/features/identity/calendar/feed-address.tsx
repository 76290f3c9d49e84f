import { CalendarPlus, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';

/**
 * Shows the new address of a feed once, with a link that opens it in the calendar application of
 * the device [API-32].
 */
export function FeedAddress({ url }: { url: string }): ReactNode {
  const { calendarFeeds: t } = useMessages('calendarFeeds');
  const [copy, setCopy] = useState<'copied' | 'failed'>();
  async function copyUrl(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url);
      setCopy('copied');
    } catch {
      setCopy('failed');
    }
  }
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line p-3">
      <p role="status" className="text-[0.9375rem] text-ink">
        {t.ready}
      </p>
      <p className="rounded-control bg-sunken p-2 font-mono text-sm break-all text-ink select-all">
        <span className="sr-only">{`${t.address}: `}</span>
        <bdi dir="ltr">{url}</bdi>
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink
          variant="primary"
          size="small"
          icon={<CalendarPlus aria-hidden="true" />}
          href={url.replace(/^https?:/u, 'webcal:')}
        >
          {t.open}
        </ButtonLink>
        <Button size="small" icon={<Copy aria-hidden="true" />} onClick={() => void copyUrl()}>
          {copy === 'copied' ? t.copied : t.copy}
        </Button>
      </div>
      {copy === 'failed' && <Notice tone="danger">{t.copyFailed}</Notice>}
    </div>
  );
}
