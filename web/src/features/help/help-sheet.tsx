import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/dialog/dialog.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { readHelpPage } from './read-help-page.ts';
import './help-sheet.css';

/**
 * The help beside the screen. Links and the search inside it open their pages in the sheet, so that
 * the screen behind keeps its state.
 */
export function HelpSheet({
  address: wanted,
  open,
  onOpenChange,
}: {
  /** The page that the sheet opens with; null while it is closed. */
  address: string | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}): ReactNode {
  const { common, help } = useMessages('help');
  const [first, setFirst] = useState(wanted ?? '/help');
  const [address, setAddress] = useState(first);
  // While the sheet closes, it keeps its page, and the next opening begins with the wanted page.
  const [wasOpen, setWasOpen] = useState(open);
  if (wasOpen !== open) {
    setWasOpen(open);
    if (wanted !== null) {
      setFirst(wanted);
      setAddress(wanted);
    }
  }
  const { data, isError, refetch, isFetching } = useQuery({
    queryKey: ['help', address],
    queryFn: ({ signal }) => readHelpPage(address, signal),
    enabled: open,
    staleTime: Infinity,
    retry: false,
  });
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      title={common.help}
      footer={
        <a
          href={data?.address ?? address}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center rounded-control px-2 text-sm font-semibold text-primary-ink hover:underline"
        >
          {help.fullPage}
        </a>
      }
    >
      {data !== undefined && (
        <HelpText html={data.main} isFirst={address === first} onOpen={setAddress} />
      )}
      {data === undefined && isError && (
        <ErrorState
          title={help.failed}
          action={
            <Button busy={isFetching} onClick={() => void refetch()}>
              {common.tryAgain}
            </Button>
          }
        />
      )}
      {data === undefined && !isError && (
        <LoadingRegion label={common.loading} className="flex flex-col gap-3">
          <Skeleton className="h-7 w-2/3" />
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-40 w-full" />
        </LoadingRegion>
      )}
    </Drawer>
  );
}

/** The content of a page of help. The server made its HTML, so it holds no text of users. */
function HelpText({
  html,
  isFirst,
  onOpen,
}: {
  html: HTMLElement;
  /** Whether the sheet has just opened; on the following pages the focus goes to the title. */
  isFirst: boolean;
  onOpen: (address: string) => void;
}): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const content = html.cloneNode(true);
    box.current?.replaceChildren(...content.childNodes);
    box.current?.scrollIntoView({ block: 'start' });
    const title = box.current?.querySelector('h1');
    title?.setAttribute('tabindex', '-1');
    if (!isFirst) title?.focus();
  }, [html, isFirst]);

  const press = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    // A picture opens at its full size in a new tab.
    const isPicture = link?.target === '_blank';
    if (link === null || isPicture || !isPlain) return;
    event.preventDefault();
    const { pathname, search } = new URL(link.href);
    onOpen(pathname + search);
  });
  const ask = useEffectEvent((event: SubmitEvent) => {
    if (!(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    const asked = new URLSearchParams();
    for (const [name, value] of new FormData(event.target)) {
      if (typeof value === 'string') asked.set(name, value);
    }
    onOpen(`/help?${asked.toString()}`);
  });
  useEffect(() => {
    const here = box.current;
    const listener = (event: MouseEvent) => press(event);
    const asking = (event: SubmitEvent) => ask(event);
    here?.addEventListener('click', listener);
    here?.addEventListener('submit', asking);
    return () => {
      here?.removeEventListener('click', listener);
      here?.removeEventListener('submit', asking);
    };
  }, []);
  return <div ref={box} className="help-text" />;
}
