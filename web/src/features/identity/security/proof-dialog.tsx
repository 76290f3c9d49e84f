import type { ProofKind } from '@baari/contract/account/identity.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { identityCall } from '../../../api/identity.ts';
import { type OwnSecurity, securityQuery } from '../../../api/queries/security-query.ts';
import { TryAgain } from '../../../api/problems/try-again.tsx';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { LoadingRegion, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { PasskeyPress } from '../sign-in/passkey-press.tsx';
import { hasPasskeys } from '../sign-in/passkeys.ts';
import { type Trouble, troubleOf } from '../trouble.ts';
import { TroubleNotice } from '../trouble-notice.tsx';
import { ProofForm } from './proof-form.tsx';
import { SentCodeForm } from './sent-code-form.tsx';

/**
 * The dialog that asks the account's owner to prove their identity again. It reports whether that
 * succeeded [SEC-17].
 */
export function ProofDialog({
  open,
  onDone,
}: {
  open: boolean;
  onDone: (isProved: boolean) => void;
}): ReactNode {
  const t = useMessages('security');
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onDone(false);
      }}
      title={t.security.proveTitle}
      description={t.security.proveLead}
      size="small"
    >
      <OwnEscape onEscape={() => onDone(false)}>
        <Ways onProved={() => onDone(true)} />
      </OwnEscape>
    </Dialog>
  );
}

/** Handles the Escape key in this dialog, so that the dialog below does not close too. */
function OwnEscape({
  onEscape,
  children,
}: {
  onEscape: () => void;
  children: ReactNode;
}): ReactNode {
  const inside = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const window = inside.current?.closest('[role="dialog"]');
    const hear = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key !== 'Escape') return;
      event.stopPropagation();
      onEscape();
    };
    window?.addEventListener('keydown', hear);
    return () => window?.removeEventListener('keydown', hear);
  }, [onEscape]);
  return <div ref={inside}>{children}</div>;
}

function Ways({ onProved }: { onProved: () => void }): ReactNode {
  const t = useMessages('security');
  const problemText = useProblemText();
  const security = useQuery(securityQuery());
  if (security.data) return <WayList security={security.data} onProved={onProved} />;
  if (security.isPending) {
    return (
      <LoadingRegion label={t.common.loading}>
        <Skeleton className="h-10 w-full" />
      </LoadingRegion>
    );
  }
  return (
    <Notice tone="danger" action={<TryAgain query={security} part />}>
      {problemText(security.error)}
    </Notice>
  );
}

function WayList({
  security: { provesBy, codesGoTo },
  onProved,
}: {
  security: OwnSecurity;
  onProved: () => void;
}): ReactNode {
  const t = useMessages('security');
  const has = (way: ProofKind) => provesBy.includes(way);
  const canUsePasskey = has('passkey') && hasPasskeys();
  const isNothingLeft =
    !has('password') && !has('second_factor') && !canUsePasskey && codesGoTo === null;
  return (
    <div className="flex flex-col gap-4">
      {canUsePasskey && <ByPasskey onProved={onProved} />}
      {has('password') && (
        <ProofForm
          asks={{ password: true, code: false }}
          submitLabel={t.security.prove}
          onProved={async ({ password = '' }) => {
            await identityCall('prove', { by: 'password', password });
            onProved();
          }}
        />
      )}
      {has('second_factor') && (
        <ProofForm
          asks={{ password: false, code: true }}
          submitLabel={t.security.prove}
          onProved={async ({ code }) => {
            await identityCall('prove', { by: 'second_factor', code });
            onProved();
          }}
        />
      )}
      {has('code') && codesGoTo !== null && (
        <ByCode contact={codesGoTo.value} onProved={onProved} />
      )}
      {isNothingLeft && <Notice tone="warning">{t.security.proveNothing}</Notice>}
    </div>
  );
}

function ByPasskey({ onProved }: { onProved: () => void }): ReactNode {
  const t = useMessages('security');
  return (
    <PasskeyPress
      label={t.security.proveByPasskey}
      busyLabel={t.common.processing}
      declined={t.security.proveFailed}
      failed={t.security.proveFailed}
      onAnswer={async (response) => {
        await identityCall('prove', { by: 'passkey', response });
        onProved();
      }}
    />
  );
}

/**
 * For an account without a password and second factor: the owner proves their identity with a code
 * sent to the verified email or phone.
 */
function ByCode({ contact, onProved }: { contact: string; onProved: () => void }): ReactNode {
  const t = useMessages('security');
  const problemText = useProblemText();
  const [confirmation, setConfirmation] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();

  async function send(): Promise<void> {
    setBusy(true);
    setTrouble(undefined);
    try {
      const sent = await identityCall('sendProofCode', {});
      setConfirmation(sent.confirmation);
    } catch (failure) {
      setTrouble(troubleOf(failure, problemText(failure)));
    } finally {
      setBusy(false);
    }
  }

  if (confirmation !== undefined) {
    return (
      <SentCodeForm
        contact={contact}
        submitLabel={t.security.prove}
        onCode={async (code) => {
          await identityCall('prove', { by: 'code', code, confirmation });
          onProved();
        }}
      />
    );
  }
  return (
    <>
      <TroubleNotice trouble={trouble} />
      <Button
        variant="primary"
        wide
        busy={isBusy}
        busyLabel={t.common.processing}
        onClick={() => void send()}
      >
        {t.security.proveBySending(contact)}
      </Button>
    </>
  );
}
