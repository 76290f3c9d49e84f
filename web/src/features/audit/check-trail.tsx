import { type AuditCheck, checkAudit } from '@baari/contract/audit.ts';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/client.ts';
import { useProblemText } from '../../api/use-problem-text.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';

/** Checks the seals of the trail when asked, and says what came of it. */
export function CheckTrail(): ReactNode {
  const { audit: t } = useMessages('audit');
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<AuditCheck>();

  async function check(): Promise<void> {
    setBusy(true);
    try {
      setOutcome(await call(checkAudit, {}));
    } catch (failure) {
      const title = t.checkFailed;
      toast({ type: 'error', title, message: problemText(failure, title) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Card padding="small" tone="sunken" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div role="status" className="min-w-0 flex-1 basis-72 text-[0.9375rem] text-ink-soft">
        {outcome ? <Outcome outcome={outcome} /> : <p>{t.checkLead}</p>}
      </div>
      <Button busy={busy} busyLabel={t.checking} onClick={() => void check()}>
        {t.check}
      </Button>
    </Card>
  );
}

function Outcome({ outcome }: { outcome: AuditCheck }): ReactNode {
  const { audit: t } = useMessages('audit');
  const format = useFormat();
  const { firstBroken, checked, unsealed, lastSeal } = outcome;
  const isWhole = firstBroken === null;
  const Icon = isWhole ? ShieldCheck : ShieldAlert;
  return (
    <div className="flex items-start gap-3">
      <Icon
        aria-hidden="true"
        className={isWhole ? 'size-6 shrink-0 text-success-ink' : 'size-6 shrink-0 text-danger-ink'}
      />
      <div className="flex min-w-0 flex-col gap-0.5">
        <p className="font-semibold text-ink">
          {isWhole ? t.whole(format.number(checked)) : t.broken(String(firstBroken))}
        </p>
        {unsealed > 0 && <p className="text-sm">{t.unsealed(format.number(unsealed))}</p>}
        {lastSeal !== '' && (
          <p className="text-xs break-all">
            {t.lastSeal} <code>{lastSeal}</code>
          </p>
        )}
      </div>
    </div>
  );
}
