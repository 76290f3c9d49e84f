import {
  endOtherSessions,
  endOwnSession,
  type OwnSession,
} from '@baari/contract/account/identity.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSubmit } from '../../../api/forms/use-submit.ts';
import { defaultZone } from '../../../i18n/format.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { useListed } from '../../../i18n/use-listed.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx';
import { goOnBeside } from '../../../ui/dialog/go-on-beside.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { RelativeTime } from '../../../ui/text/time.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { ownSecurityKey, sessionsQuery } from './security-queries.ts';
import { SecuritySection } from './security-section.tsx';

/**
 * The list of devices on which the user is signed in. Other devices can be signed out one by one,
 * or all at once.
 */
export function SessionsSection(): ReactNode {
  const t = useMessages('security');
  const sessions = useQuery(sessionsQuery());
  return (
    <SecuritySection
      id="sessions"
      title={t.security.sessions}
      query={sessions}
      skeleton={
        <>
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-4 w-1/2" />
        </>
      }
    >
      {(shown) => <SessionList sessions={shown} />}
    </SecuritySection>
  );
}

function SessionList({ sessions }: { sessions: readonly OwnSession[] }): ReactNode {
  const t = useMessages('security');
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const outcome = {
    failed: t.security.notEnded,
    onSettled: () => queries.invalidateQueries({ queryKey: ownSecurityKey }),
  };
  const endOne = useSubmit(endOwnSession, {
    ...outcome,
    onSuccess: () => toast({ type: 'success', title: t.security.ended }),
  });
  const endOthers = useSubmit(endOtherSessions, {
    ...outcome,
    onSuccess: () => {
      setAsking(false);
      toast({ type: 'success', title: t.security.othersEnded });
    },
  });
  const ending = endOne.isPending ? endOne.variables.params.id : undefined;
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {sessions.map((session) => (
          <SessionLine
            key={session.id}
            session={session}
            isEnding={ending === session.id}
            onEnd={() => endOne.mutate({ params: { id: session.id } })}
          />
        ))}
      </ul>
      {sessions.some((session) => !session.isCurrent) && (
        <Button wide onClick={() => setAsking(true)}>
          {t.security.endOthers}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t.security.endOthersTitle}
        description={t.security.endOthersLead}
        confirmLabel={t.security.endOthers}
        cancelLabel={t.common.cancel}
        busy={endOthers.isPending}
        busyLabel={t.common.processing}
        onConfirm={() => endOthers.mutate({ body: {} })}
      />
    </>
  );
}

function SessionLine({
  session,
  isEnding,
  onEnd,
}: {
  session: OwnSession;
  isEnding: boolean;
  onEnd: () => void;
}): ReactNode {
  const t = useMessages('security');
  const listed = useListed();
  const { browser, system, address, signedInAt, isCurrent } = session;
  const device = listed([browser, system].filter((part) => part !== null));
  const name = device === '' ? t.security.unknownDevice : device;
  return (
    <li ref={goOnBeside} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
      <MonitorSmartphone aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
      <div className="flex min-w-0 flex-1 flex-col text-[0.9375rem]">
        <p className="flex flex-wrap items-center gap-x-2 font-medium text-ink">
          {name}
          {isCurrent && <Badge tone="primary">{t.security.thisDevice}</Badge>}
        </p>
        <p className="text-sm text-ink-soft">
          <RelativeTime moment={signedInAt} zone={defaultZone} />
          {address !== null && (
            <>
              {' · '}
              <bdi dir="ltr">{address}</bdi>
            </>
          )}
        </p>
      </div>
      {!isCurrent && (
        <Button size="small" busy={isEnding} aria-label={t.security.endNamed(name)} onClick={onEnd}>
          {t.security.end}
        </Button>
      )}
    </li>
  );
}
