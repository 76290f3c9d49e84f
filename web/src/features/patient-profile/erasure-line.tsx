import { type Erasure, requestErasure, withdrawErasure } from '@baari/contract/patient/erasure.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { erasureQuery } from '../../api/queries/erasure-queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { defaultZone } from '../../i18n/format.ts';
import { useFormat, useLanguage, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { DataLine } from './data-line.tsx';

/**
 * Requests that the account be erased, shows what delays the erasure and which data must be kept,
 * and can cancel the request [PROF-1, SEC-14].
 */
export function ErasureLine(): ReactNode {
  const { profile: t } = useMessages('profile');
  const problemText = useProblemText();
  const { data, error, isFetching, refetch } = useQuery(erasureQuery());
  // The focused button disappears after a change, so the button that replaces it takes the focus.
  const [hasChanged, setChanged] = useState(false);
  const onChanged = () => setChanged(true);
  if (data !== undefined) {
    const Line = data.requestedAt === null ? Ask : Asked;
    return <Line erasure={data} takesFocus={hasChanged} onChanged={onChanged} />;
  }
  if (error === null) return <p className="text-[0.9375rem] text-ink-soft">{t.erasureLoading}</p>;
  return (
    <DataLine
      lead={t.erasureLead}
      action={<TryAgain query={{ isFetching, refetch }} part />}
      problem={problemText(error, t.erasureUnknown)}
    />
  );
}

interface LineProps {
  erasure: Erasure;
  takesFocus: boolean;
  onChanged: () => void;
}

function Ask({ erasure, takesFocus, onChanged }: LineProps): ReactNode {
  const { profile: t, common } = useMessages('profile');
  const { language } = useLanguage();
  const problemText = useProblemText();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const ask = useWrite(requestErasure, {
    onSuccess: (reply) => {
      onChanged();
      client.setQueryData(erasureQuery().queryKey, { ...erasure, ...reply });
    },
  });
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <>
      <DataLine
        lead={t.erasureLead}
        action={
          <Button ref={button} busy={ask.isPending} onClick={() => setAsking(true)}>
            {t.erasure}
          </Button>
        }
        problem={ask.isError ? problemText(ask.error, t.erasureFailed) : undefined}
      />
      <Kept erasure={erasure} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t.erasureTitle}
        description={t.erasureWarning}
        confirmLabel={t.erasureConfirm}
        cancelLabel={common.cancel}
        onConfirm={() => {
          setAsking(false);
          ask.mutate({ body: { language } });
        }}
      />
    </>
  );
}

function Asked({ erasure, takesFocus, onChanged }: LineProps): ReactNode {
  const { profile: t } = useMessages('profile');
  const format = useFormat();
  const problemText = useProblemText();
  const client = useQueryClient();
  const withdraw = useWrite(withdrawErasure, {
    onSuccess: (reply) => {
      onChanged();
      client.setQueryData(erasureQuery().queryKey, reply.erasure);
    },
  });
  const asked = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takesFocus) asked.current?.focus();
  }, [takesFocus]);
  const { requestedAt, dueAt, waitsFor } = erasure;
  if (requestedAt === null || dueAt === null) return null;
  return (
    <>
      <p ref={asked} tabIndex={-1} className="mb-2 text-[0.9375rem] text-ink">
        {t.erasureAsked(format.exact(requestedAt, defaultZone), format.exact(dueAt, defaultZone))}
      </p>
      <DataLine
        lead={waitsFor === null ? t.erasureUntilThen : t.erasureWaits[waitsFor]}
        action={
          <Button busy={withdraw.isPending} onClick={() => withdraw.mutate({})}>
            {t.erasureWithdraw}
          </Button>
        }
        problem={
          withdraw.isError ? problemText(withdraw.error, t.erasureWithdrawFailed) : undefined
        }
      />
      <Kept erasure={erasure} />
    </>
  );
}

/**
 * Lists the reports that hospitals must keep after the erasure, and until when. If there are none,
 * says so.
 */
function Kept({ erasure: { keeps } }: { erasure: Erasure }): ReactNode {
  const { profile: t } = useMessages('profile');
  const format = useFormat();
  if (keeps.length === 0) return <p className="mt-2 text-sm text-ink-soft">{t.erasureKeepsNone}</p>;
  return (
    <div className="mt-2 text-sm text-ink-soft">
      <p>{t.erasureKeeps}</p>
      <ul className="list-disc ps-5">
        {keeps.map(({ hospital, reports, until }) => (
          <li key={`${hospital} ${until}`}>
            {t.erasureKept(hospital, reports, format.date(until, defaultZone))}
          </li>
        ))}
      </ul>
    </div>
  );
}
