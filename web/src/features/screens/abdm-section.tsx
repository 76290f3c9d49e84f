import {
  type AbdmCounter,
  type AbdmSettings,
  addAbdmCounter,
  removeAbdmCounter,
  saveAbdm,
} from '@baari/contract/hospital/abdm.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Printer, QrCode } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useSubmit } from '../../api/forms/use-submit.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { linesQuery } from '../../api/queries/line-queries.ts';
import { colleaguesQuery, ownHospitalQuery } from '../../api/queries/queries.ts';
import { siteQuery } from '../../api/queries/site-query.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { goOnBeside } from '../../ui/dialog/go-on-beside.ts';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { Select } from '../../ui/form/select.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { Card } from '../../ui/layout/card.tsx';
import { PrintSheet } from '../../ui/layout/print-sheet.tsx';
import { QrPicture } from '../../ui/qr-picture.tsx';
import { abdmQuery } from './abdm-query.ts';

/** ABDM settings and QR codes of counters; nothing where the operator has no ABDM [API-37]. */
export function AbdmSection(): ReactNode {
  const isOffered = useQuery(siteQuery()).data?.abdm === true;
  return isOffered ? <Section /> : null;
}

function Section(): ReactNode {
  const { abdm: t } = useMessages('abdm');
  const problemText = useProblemText();
  const query = useQuery(abdmQuery());
  return (
    <section aria-labelledby="abdm-title" className="flex flex-col gap-3">
      <h2 id="abdm-title" className="text-xl font-semibold text-ink">
        {t.title}
      </h2>
      <p className="text-ink-soft">{t.lead}</p>
      {query.isPending && (
        <LoadingRegion label={t.loading}>
          <Skeleton className="h-28 w-full rounded-card" />
        </LoadingRegion>
      )}
      {query.isError && !query.data && (
        <ErrorState
          headingLevel={3}
          title={t.failed}
          description={problemText(query.error, t.failed)}
          action={<TryAgain query={query} />}
        />
      )}
      {query.data && <Facility settings={query.data} key={query.data.hipId} />}
      {query.data && query.data.hipId !== null && <Counters counters={query.data.counters} />}
    </section>
  );
}

/** Puts the answer of a change into the cache. */
function useKeep(): (settings: AbdmSettings) => void {
  const client = useQueryClient();
  return (settings) => client.setQueryData(abdmQuery().queryKey, settings);
}

function Facility({ settings }: { settings: AbdmSettings }): ReactNode {
  const { abdm: t } = useMessages('abdm');
  const format = useFormat();
  const now = useNow();
  const keep = useKeep();
  const [hipId, setHipId] = useState(settings.hipId ?? '');
  const save = useSubmit(saveAbdm, {
    failed: t.saveFailed,
    onSuccess: (answer) => {
      keep(answer);
      toast({ type: 'success', title: t.saved });
    },
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (save.isPending) return;
    save.mutate({ body: { hipId: hipId.trim() === '' ? null : hipId.trim() } });
  }
  const calledAt = settings.lastCallbackAt === null ? null : Date.parse(settings.lastCallbackAt);
  return (
    <Card>
      <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
        <TextField
          label={t.hipId}
          hint={t.hipIdHint}
          dir="ltr"
          maxLength={60}
          autoComplete="off"
          value={hipId}
          onChange={(event) => setHipId(event.target.value)}
        />
        {settings.hipId !== null && (
          <p className="text-sm text-ink-soft">
            {calledAt === null
              ? t.noCallback
              : t.lastCallback(format.relative(calledAt, Math.max(now, calledAt)))}{' '}
            {t.proveHint}
          </p>
        )}
        <Button type="submit" className="self-start" busy={save.isPending}>
          {t.save}
        </Button>
      </form>
    </Card>
  );
}

function Counters({ counters }: { counters: readonly AbdmCounter[] }): ReactNode {
  const { abdm: t } = useMessages('abdm');
  const [printed, setPrinted] = useState<AbdmCounter>();
  return (
    <>
      <h3 className="mt-2 text-lg font-semibold text-ink">{t.countersTitle}</h3>
      <AddCounter />
      {counters.length === 0 && <EmptyState headingLevel={3} title={t.countersNone} />}
      <ul className="flex flex-col gap-3 empty:hidden">
        {counters.map((counter) => (
          <CounterRow key={counter.id} counter={counter} onPrint={() => setPrinted(counter)} />
        ))}
      </ul>
      {printed && <Poster counter={printed} onPrinted={() => setPrinted(undefined)} />}
    </>
  );
}

function AddCounter(): ReactNode {
  const { abdm: t } = useMessages('abdm');
  const keep = useKeep();
  const { data: doctors = [] } = useQuery(colleaguesQuery());
  const { data: lines = [] } = useQuery(linesQuery());
  const [lineId, setLineId] = useState('');
  const add = useSubmit(addAbdmCounter, {
    failed: t.addFailed,
    onSuccess: (answer) => {
      keep(answer);
      setLineId('');
      toast({ type: 'success', title: t.added });
    },
  });
  const options = [...lines, ...doctors].map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Select
        label={t.line}
        className="min-w-0 flex-1 basis-56"
        placeholder={t.chooseLine}
        value={lineId}
        options={options}
        onChange={(event) => setLineId(event.target.value)}
      />
      <Button
        icon={<QrCode aria-hidden="true" />}
        busy={add.isPending}
        disabled={lineId === ''}
        onClick={() => add.mutate({ body: { lineId } })}
      >
        {t.addCounter}
      </Button>
    </div>
  );
}

function CounterRow({
  counter,
  onPrint,
}: {
  counter: AbdmCounter;
  onPrint: () => void;
}): ReactNode {
  const { abdm: t, common } = useMessages('abdm');
  const keep = useKeep();
  const [isAsking, setAsking] = useState(false);
  const { id, lineName } = counter;
  const remove = useSubmit(removeAbdmCounter, {
    failed: t.removeFailed,
    onSuccess: (answer) => {
      keep(answer);
      toast({ type: 'success', title: t.removed });
    },
  });
  return (
    <Card as="li" ref={goOnBeside} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <QrPicture text={counter.url} label={t.qrOf(lineName)} className="m-0 size-20 shrink-0" />
      <div className="min-w-0 flex-1 basis-44">
        <p className="font-semibold wrap-anywhere text-ink">{lineName}</p>
        <p className="text-sm text-ink-soft">{t.code(counter.code)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          icon={<Printer aria-hidden="true" />}
          aria-label={t.printOf(lineName)}
          onClick={onPrint}
        >
          {t.print}
        </Button>
        <Button
          size="small"
          aria-label={t.removeOf(lineName)}
          busy={remove.isPending}
          onClick={() => setAsking(true)}
        >
          {t.remove}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t.removeTitle}
        description={t.removeText}
        confirmLabel={t.remove}
        cancelLabel={common.cancel}
        onConfirm={() => {
          setAsking(false);
          remove.mutate({ params: { id } });
        }}
      />
    </Card>
  );
}

/** Prints the poster of one counter, then goes. */
function Poster({
  counter,
  onPrinted,
}: {
  counter: AbdmCounter;
  onPrinted: () => void;
}): ReactNode {
  const { abdm: t } = useMessages('abdm');
  const hospital = useQuery(ownHospitalQuery());
  useEffect(() => {
    addEventListener('afterprint', onPrinted, { once: true });
    print();
    return () => removeEventListener('afterprint', onPrinted);
  }, [onPrinted]);
  return (
    <PrintSheet paper="poster">
      <p className="text-3xl font-semibold">{hospital.data?.name}</p>
      <p className="mt-6 text-4xl font-bold">{counter.lineName}</p>
      <p className="mt-6 text-5xl font-bold">{t.posterHead}</p>
      <QrPicture text={counter.url} label="" className="mt-8 size-[120mm]" />
      <p className="mt-6 text-2xl">{t.posterText}</p>
    </PrintSheet>
  );
}
