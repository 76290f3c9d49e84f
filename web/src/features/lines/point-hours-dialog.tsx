import type { Interval } from '@baari/contract/hospital/schedule.ts';
import { renamePoint, type ServicePoint } from '@baari/contract/lines/shared-line.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { linesQuery } from '../../api/queries/line-queries.ts';
import { SavedMeanwhile } from '../../api/forms/saved-meanwhile.tsx';
import { useMeanwhile } from '../../api/forms/use-meanwhile.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { readPoint } from './read-point.ts';

type Hours = readonly Interval[];

/**
 * The dialog for the daily hours in which a counter is planned to be open. The forecast of waits
 * uses these hours [QST-12].
 */
export function PointHoursDialog({
  point,
  onClose,
}: {
  point: ServicePoint;
  onClose: () => void;
}): ReactNode {
  const { lines: t } = useMessages('lines');
  const client = useQueryClient();
  const formId = useId();
  const listed = useListed();
  const [hours, setHours] = useState<Hours>(point.hours);
  const write = useWrite(renamePoint, {
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries(linesQuery()),
  });
  const meanwhile = useMeanwhile({
    opened: wholeOf(point),
    fields: ['hours'],
    valuesOf: (whole: Whole) => whole,
    readAgain: async () => wholeOf(await readPoint(client, point.id)),
    current: () => ({ name: point.name, hours: [...hours] }),
    show: (values) => setHours(values.hours),
  });
  const isReady = hours.every(({ from, to }) => from !== '' && from < to);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isReady || write.isPending) return;
    meanwhile.forget();
    const sorted = hours.toSorted((one, other) => one.from.localeCompare(other.from));
    write.mutate(
      {
        params: { id: point.id },
        body: { name: meanwhile.seen.name, hours: sorted, seen: meanwhile.seen },
      },
      { onError: meanwhile.onError },
    );
  }
  return (
    <FormDialog
      formId={formId}
      size="small"
      title={t.hoursOf(point.name)}
      onClose={onClose}
      submitLabel={t.save}
      busy={write.isPending}
      busyLabel={t.saving}
      disabled={!isReady}
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <p className="text-ink-soft">{t.hoursLead}</p>
        <SavedMeanwhile
          meanwhile={meanwhile}
          names={{ hours: t.plannedHours }}
          say={(_, values) => listed(values.hours.map(({ from, to }) => t.fromTo(from, to)))}
        />
        {write.error && !meanwhile.found && (
          <ProblemNotice problem={write.error} fallback={t.hoursFailed} />
        )}
        {hours.length === 0 && <p className="text-ink">{t.noHours}</p>}
        <HoursFields hours={hours} onHours={setHours} />
        <Button
          size="small"
          variant="quiet"
          className="-ms-3 self-start"
          icon={<Plus aria-hidden="true" />}
          onClick={() => setHours([...hours, { from: '', to: '' }])}
        >
          {t.addHours}
        </Button>
      </form>
    </FormDialog>
  );
}

function HoursFields({
  hours,
  onHours,
}: {
  hours: Hours;
  onHours: (hours: Hours) => void;
}): ReactNode {
  const { lines: t } = useMessages('lines');
  const change = (at: number, changed: Interval) => onHours(hours.with(at, changed));
  return hours.map((span, at) => (
    // The position is the React key, because a time range has no id.
    // oxlint-disable-next-line react/no-array-index-key
    <div key={at} className="flex items-end gap-2">
      <TextField
        type="time"
        label={t.opensAt}
        className="min-w-0 flex-1"
        value={span.from}
        onChange={({ target }) => change(at, { ...span, from: target.value })}
      />
      <TextField
        type="time"
        label={t.closesAt}
        className="min-w-0 flex-1"
        value={span.to}
        onChange={({ target }) => change(at, { ...span, to: target.value })}
      />
      <IconButton
        label={t.removeHours(t.fromTo(span.from, span.to))}
        icon={<Trash2 aria-hidden="true" />}
        onClick={() => onHours(hours.filter((_, index) => index !== at))}
      />
    </div>
  ));
}

type Whole = ReturnType<typeof wholeOf>;

/**
 * Returns the fields of the request body. The counter's name is sent unchanged, because the API
 * requires a name.
 */
function wholeOf({ name, hours }: ServicePoint) {
  return { name, hours };
}
