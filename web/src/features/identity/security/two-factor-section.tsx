import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { identityCall } from '../../../api/identity.ts';
import { type OwnSecurity, securityQuery } from '../../../api/queries/security-query.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { takeRenewedSession } from '../../../session/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecurityAct } from './security-act.tsx';
import { ownSecurityKey } from './security-queries.ts';
import { SecuritySection } from './security-section.tsx';
import { TwoFactorSetUp } from './two-factor-set-up.tsx';

/** The section for two-factor sign-in: set it up, get new recovery codes, or turn it off. */
export function TwoFactorSection(): ReactNode {
  const t = useMessages('security');
  const security = useQuery(securityQuery());
  return (
    <SecuritySection
      id="two-factor"
      title={t.security.twoFactor}
      query={security}
      skeleton={
        <>
          <Skeleton className="h-5 w-3/4" />
          <Skeleton className="h-10 w-40 max-w-full rounded-control" />
        </>
      }
    >
      {(shown) => <TwoFactor security={shown} />}
    </SecuritySection>
  );
}

type Step = 'set-up' | 'renew' | 'turn-off';

function TwoFactor({ security }: { security: OwnSecurity }): ReactNode {
  const t = useMessages('security');
  const queries = useQueryClient();
  const [step, setStep] = useState<Step>();
  const { isOn, isRequired } = security.twoFactor;
  const close = () => setStep(undefined);
  const refresh = () => void queries.invalidateQueries({ queryKey: ownSecurityKey });

  return (
    <>
      {isRequired && !isOn && (
        <Notice tone="warning" title={t.security.requiredTitle}>
          {t.security.required}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={isOn ? 'success' : 'neutral'} icon={isOn ? ShieldCheck : ShieldAlert}>
          {isOn ? t.security.isOn : t.security.isOff}
        </Badge>
      </div>
      <p className="text-[0.9375rem] text-ink-soft">{t.security.twoFactorLead}</p>
      <div className="flex flex-wrap gap-2">
        {isOn ? (
          <>
            <Button onClick={() => setStep('renew')}>{t.security.renewCodes}</Button>
            <Button onClick={() => setStep('turn-off')}>{t.security.turnOff}</Button>
          </>
        ) : (
          <Button onClick={() => setStep('set-up')}>{t.security.setUp}</Button>
        )}
      </div>
      <Dialog
        open={step !== undefined}
        onOpenChange={(isOpen) => {
          if (!isOpen) close();
        }}
        title={titleOf(step, t.security)}
        size="small"
      >
        {step === 'set-up' && <TwoFactorSetUp onOn={refresh} onDone={close} />}
        {step === 'renew' && <Renewal onDone={close} />}
        {step === 'turn-off' && (
          <div className="flex flex-col gap-4">
            {isRequired && <Notice tone="warning">{t.security.offThoughRequired}</Notice>}
            <SecurityAct
              label={t.security.turnOff}
              tone="danger"
              act={async () => {
                await identityCall('disableTwoFactor', {});
                await takeRenewedSession();
                refresh();
                close();
                toast({ type: 'success', title: t.security.turnedOff });
              }}
            />
          </div>
        )}
      </Dialog>
    </>
  );
}

function Renewal({ onDone }: { onDone: () => void }): ReactNode {
  const t = useMessages('security');
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-[0.9375rem] text-ink-soft">{t.security.renewLead}</p>
      <SecurityAct
        label={t.security.renewCodes}
        act={async () => {
          const { recoveryCodes } = await identityCall('renewRecoveryCodes', {});
          setCodes(recoveryCodes);
        }}
      />
    </div>
  );
}

function titleOf(
  step: Step | undefined,
  texts: { setUp: string; renewCodes: string; turnOff: string },
): string {
  if (step === 'renew') return texts.renewCodes;
  return step === 'turn-off' ? texts.turnOff : texts.setUp;
}
