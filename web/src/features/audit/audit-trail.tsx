import { type AuditEntry, exportAudit } from '@baari/contract/audit.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type AuditFilter, auditQuery } from '../../api/administration-queries.ts';
import { downloadFile } from '../../api/files.ts';
import { useProblemText } from '../../api/use-problem-text.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Select } from '../../ui/select.tsx';
import { ListSkeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { CheckTrail } from './check-trail.tsx';
import { useAuditAddress } from './use-audit-address.ts';

/** Who read or did what with whose data [API-26]. */
export function AuditTrail(): ReactNode {
  const { administration: t, common } = useMessages('administration');
  const problemText = useProblemText();
  const { filter, change } = useAuditAddress();
  const query = useInfiniteQuery(auditQuery(filter));
  const pages = query.data?.pages ?? [];
  const entries = pages.flatMap((page) => page.entries);
  const [newest] = pages;
  return (
    <>
      <PageHeader
        title={t.audit.title}
        description={t.audit.lead}
        actions={<ExportButton filter={filter} />}
      />
      <div className="flex flex-col gap-5">
        <CheckTrail />
        <Filters
          filter={filter}
          change={change}
          people={newest?.people ?? []}
          actions={newest?.actions ?? []}
        />
        {content()}
      </div>
    </>
  );

  function content(): ReactNode {
    if (query.isPending) return <ListSkeleton label={t.audit.loading} rows={8} />;
    if (query.isError && entries.length === 0) {
      return (
        <ErrorState
          title={t.audit.failed}
          description={problemText(query.error, t.audit.failed)}
          action={
            <Button variant="primary" onClick={() => void query.refetch()}>
              {common.tryAgain}
            </Button>
          }
        />
      );
    }
    if (entries.length === 0) {
      return (
        <EmptyState
          title={t.audit.noneTitle}
          description={t.audit.noneLead}
          action={
            <Button onClick={() => change({ personId: '', action: '', from: '', to: '' })}>
              {t.audit.showAll}
            </Button>
          }
        />
      );
    }
    return (
      <>
        <Card padding="none" aria-busy={query.isPlaceholderData}>
          <ol className="divide-y divide-line">
            {entries.map((entry) => (
              <Line key={entry.id} entry={entry} zone={newest?.timeZone ?? 'UTC'} />
            ))}
          </ol>
        </Card>
        {query.hasNextPage && (
          <Button
            className="self-center"
            busy={query.isFetchingNextPage}
            busyLabel={t.audit.loadingMore}
            onClick={() => void query.fetchNextPage()}
          >
            {t.audit.more}
          </Button>
        )}
      </>
    );
  }
}

function Line({ entry, zone }: { entry: AuditEntry; zone: string }): ReactNode {
  const { administration: t } = useMessages('administration');
  const format = useFormat();
  const { person, role, action, outcome, address, at } = entry;
  const isRefused = outcome !== 'ok';
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-3">
      <time
        dateTime={at}
        title={format.exact(at, zone)}
        className="w-full shrink-0 text-sm text-ink-soft tabular-nums sm:w-44"
      >
        {`${format.date(at, zone)}, ${format.time(at, zone)}`}
      </time>
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-0.5">
        <p className="font-medium wrap-anywhere text-ink">{inWords(action, t.audit.actions)}</p>
        <p className="text-sm wrap-anywhere text-ink-soft">{whose()}</p>
        <p className="text-sm wrap-anywhere text-ink-soft">
          {[
            ...(role === 'operator' ? [] : [person.name || t.audit.nameless]),
            t.audit.roles[role],
            address,
          ].join(' · ')}
        </p>
      </div>
      <Badge tone={isRefused ? 'danger' : 'success'} icon={isRefused ? CircleX : CircleCheck}>
        {isRefused ? t.audit.refused(outcome.replaceAll('_', ' ')) : t.audit.done}
      </Badge>
    </li>
  );

  function whose(): string {
    if (entry.patientCount === 0) return t.audit.noPatient;
    const others = entry.patientCount - entry.patients.length;
    const names = format.list(entry.patients.map(({ name }) => name || t.audit.nameless));
    return others > 0 ? t.audit.andMore(names, others) : names;
  }
}

/** An action of the trail in the reader's language, in its own words where there are no others. */
function inWords(action: string, words: Readonly<Record<string, string>>): string {
  const text = words[action] ?? action;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function Filters({
  filter,
  change,
  people,
  actions,
}: {
  filter: AuditFilter;
  change: ReturnType<typeof useAuditAddress>['change'];
  people: readonly { id: string; name: string }[];
  actions: readonly string[];
}): ReactNode {
  const { administration: t } = useMessages('administration');
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4 print:hidden">
      <Select
        label={t.audit.person}
        placeholder={t.audit.everybody}
        value={filter.personId ?? ''}
        onChange={({ target }) => change({ personId: target.value })}
        options={people.map(({ id, name }) => ({ value: id, label: name || t.audit.nameless }))}
      />
      <Select
        label={t.audit.action}
        placeholder={t.audit.everything}
        value={filter.action ?? ''}
        onChange={({ target }) => change({ action: target.value })}
        options={actions.map((action) => ({
          value: action,
          label: inWords(action, t.audit.actions),
        }))}
      />
      <TextField
        type="date"
        label={t.from}
        value={filter.from ?? ''}
        onChange={({ target }) => change({ from: target.value })}
      />
      <TextField
        type="date"
        label={t.to}
        value={filter.to ?? ''}
        onChange={({ target }) => change({ to: target.value })}
      />
    </div>
  );
}

function ExportButton({ filter }: { filter: AuditFilter }): ReactNode {
  const { administration: t } = useMessages('administration');
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const given = Object.entries(filter).filter(([, value]) => value !== undefined);
      await downloadFile(exportAudit, '', Object.fromEntries(given));
    } catch (failure) {
      const title = t.exportFailed;
      toast({ type: 'error', title, message: problemText(failure, title) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      icon={<Download aria-hidden="true" />}
      busy={busy}
      busyLabel={t.exporting}
      onClick={() => void save()}
    >
      {t.exportCsv}
    </Button>
  );
}
