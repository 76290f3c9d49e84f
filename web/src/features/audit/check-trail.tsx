import { type AuditCheck, startAuditCheck } from '@baari/contract/account/audit.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck, ShieldQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { auditCheckQuery } from '../../api/queries/administration-queries.ts';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useSubmit } from '../../api/forms/use-submit.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Progress } from '../../ui/chart/progress.tsx';

/**
 * Starts a check of the keyed hashes (HMAC) in the audit trail, and shows its progress and result.
 */
export function CheckTrail({ zone }: { zone: string }): ReactNode {
  const { audit: t } = useMessages('audit');
  const problemText = useProblemText();
  const client = useQueryClient();
  const { data, isError, error } = useQuery(auditCheckQuery());
  const check = data?.check ?? undefined;
  const isRunning = check?.state === 'running';

  const start = useSubmit(startAuditCheck, {
    onSuccess: (reply) => client.setQueryData(auditCheckQuery().queryKey, reply),
    failed: t.checkFailed,
    fallback: t.checkFailed,
  });
  return (
    <Card padding="small" tone="sunken" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-72 text-[0.9375rem] text-ink-soft">
        {isRunning && <Going check={check} />}
        <div role="status">{said()}</div>
      </div>
      <Button
        busy={start.isPending || isRunning}
        busyLabel={t.checking}
        onClick={() => start.mutate({})}
      >
        {t.check}
      </Button>
    </Card>
  );

  /**
   * The result of the check. While the check runs it is empty, so that a screen reader announces
   * only the result.
   */
  function said(): ReactNode {
    if (isRunning) return null;
    if (check !== undefined) return <Outcome check={check} zone={zone} />;
    if (isError) {
      return (
        <>
          <p className="font-semibold text-ink">{t.checkUnknown}</p>
          <p>{problemText(error)}</p>
        </>
      );
    }
    return <p>{t.checkLead}</p>;
  }
}

function Going({ check: { checked, total } }: { check: AuditCheck }): ReactNode {
  const { audit: t } = useMessages('audit');
  const format = useFormat();
  return (
    <div className="flex flex-col gap-1.5">
      <p>{t.checked(format.number(checked), format.number(total))}</p>
      <Progress label={t.checking} value={checked} max={total} />
    </div>
  );
}

const looks = {
  whole: { Icon: ShieldCheck, color: 'text-success-ink' },
  unknown: { Icon: ShieldQuestionMark, color: 'text-warning-ink' },
  broken: { Icon: ShieldAlert, color: 'text-danger-ink' },
} as const;

function Outcome({ check, zone }: { check: AuditCheck; zone: string }): ReactNode {
  const { audit: t } = useMessages('audit');
  const format = useFormat();
  const { broken, checked, unsealed, unknownKeys, lastSeal, finishedAt } = check;
  const { Icon, color } = looks[lookOf(check)];
  return (
    <div className="flex items-start gap-3">
      <Icon aria-hidden="true" className={`size-6 shrink-0 ${color}`} />
      <div className="flex min-w-0 flex-col gap-0.5">
        <p className="font-semibold text-ink">{headline()}</p>
        {broken !== null && <p className="text-sm">{t.whatToDo}</p>}
        {unknownKeys > 0 && <p className="text-sm">{t.unknownKeys(format.number(unknownKeys))}</p>}
        {unsealed > 0 && <p className="text-sm">{t.unsealed(format.number(unsealed))}</p>}
        {finishedAt !== null && (
          <p className="text-sm">
            {t.checkedAt(format.dayAndTime(format.date(finishedAt, zone), finishedAt, zone))}
          </p>
        )}
        {lastSeal !== '' && (
          <p className="text-xs break-all">
            {t.lastSeal} <code>{lastSeal}</code>
          </p>
        )}
      </div>
    </div>
  );

  function headline(): string {
    if (check.state === 'stopped') return t.stopped;
    if (broken !== null) {
      const row = broken.rowId === null ? t.someRow : t.row(String(broken.rowId));
      return t.broken[broken.what](row);
    }
    if (unknownKeys > 0) return t.notKnown;
    return t.whole(format.number(checked));
  }
}

function lookOf({ state, broken, unknownKeys }: AuditCheck): keyof typeof looks {
  if (state === 'stopped') return 'unknown';
  if (broken !== null) return 'broken';
  return unknownKeys > 0 ? 'unknown' : 'whole';
}
