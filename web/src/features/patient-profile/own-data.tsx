import { exportOwnData, type Profile, requestErasure } from '@baari/contract/profile.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Download, ShieldCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { profileQuery } from '../../api/queries.ts';
import { useOneAtATime } from '../../api/use-one-at-a-time.ts';
import { useProblemText } from '../../api/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { defaultZone } from '../../i18n/format.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { dayOf } from './profile-form.ts';
import { saveFile } from './save-file.ts';
import { Section } from './section.tsx';

/** Signing in, and what a patient may ask about their own data [PROF-1]. */
export function OwnData({ profile }: { profile: Profile }): ReactNode {
  const { profile: t } = useMessages('profile');
  return (
    <Section title={t.account} className="print:hidden">
      <ul className="flex flex-col divide-y divide-line *:py-4 *:first:pt-0 *:last:pb-0">
        <li>
          <Line
            lead={t.securityLead}
            action={
              <ButtonLink href="/profile" icon={<ShieldCheck aria-hidden="true" />}>
                {t.security}
              </ButtonLink>
            }
          />
        </li>
        <li>
          <ExportLine />
        </li>
        <li>
          <ErasureLine requestedAt={profile.erasureRequestedAt} />
        </li>
      </ul>
    </Section>
  );
}

function ExportLine(): ReactNode {
  const { profile: t } = useMessages('profile');
  const problemText = useProblemText();
  const load = useOneAtATime({
    mutationFn: () => call(exportOwnData),
    onSuccess: (held) => {
      const name = t.fileName(dayOf(new Date(held.exportedAt)));
      saveFile(name, 'application/json', JSON.stringify(held, null, 2));
    },
  });
  return (
    <Line
      lead={t.downloadLead}
      action={
        <Button
          icon={<Download aria-hidden="true" />}
          busy={load.isPending}
          busyLabel={t.downloading}
          onClick={() => load.mutate()}
        >
          {t.download}
        </Button>
      }
      problem={load.isError ? problemText(load.error, t.downloadFailed) : undefined}
    />
  );
}

function ErasureLine({ requestedAt }: { requestedAt: string | null }): ReactNode {
  const { profile: t, common } = useMessages('profile');
  const format = useFormat();
  const problemText = useProblemText();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const ask = useWrite(requestErasure, {
    onSuccess: (reply) => {
      client.setQueryData(
        profileQuery().queryKey,
        (profile) => profile && { ...profile, erasureRequestedAt: reply.requestedAt },
      );
    },
  });
  const asked = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The button that had the focus is gone; what it did is read out.
    if (ask.isSuccess) asked.current?.focus();
  }, [ask.isSuccess]);
  if (requestedAt !== null) {
    return (
      <p ref={asked} tabIndex={-1} className="text-[0.9375rem] text-ink">
        {t.erasureAsked(format.exact(requestedAt, defaultZone))}
      </p>
    );
  }
  return (
    <>
      <Line
        lead={t.erasureLead}
        action={
          <Button busy={ask.isPending} onClick={() => setAsking(true)}>
            {t.erasure}
          </Button>
        }
        problem={ask.isError ? problemText(ask.error, t.erasureFailed) : undefined}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t.erasureTitle}
        description={t.erasureWarning}
        confirmLabel={t.erasureConfirm}
        cancelLabel={common.cancel}
        onConfirm={() => {
          setAsking(false);
          ask.mutate({});
        }}
      />
    </>
  );
}

function Line({
  lead,
  action,
  problem,
}: {
  lead: string;
  action: ReactNode;
  problem?: string | undefined;
}): ReactNode {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
        <p className="min-w-0 text-[0.9375rem] text-ink-soft">{lead}</p>
        <div className="shrink-0 max-sm:grid">{action}</div>
      </div>
      {problem && <Notice tone="danger">{problem}</Notice>}
    </div>
  );
}
