import {
  type HandOff,
  type HandOffLine,
  strikeHandOff,
  takeHandOffLine,
} from '@baari/contract/visit/hand-offs.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Check, ClipboardPen, Pencil, Printer, Strikethrough } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSubmit } from '../../api/forms/use-submit.ts';
import { handOffsRoot } from '../../api/queries/visit-keys.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { fetchedDialog } from '../../ui/dialog/fetched-dialog.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { Checkbox } from '../../ui/form/choice.tsx';
import { useTimeOrDate } from '../../ui/hooks/use-time-or-date.ts';
import { PrintedHandOff, type Whose } from './printed-hand-off.tsx';

const HandOffDialog = fetchedDialog(
  async () => (await import('./hand-off-dialog.tsx')).HandOffDialog,
);

interface NoteProps {
  readonly whose: Whose;
  readonly note: HandOff;
}

/** One hand-off note with its lines, and what the user may do with it. */
export function HandOffNote({ whose, note }: NoteProps): ReactNode {
  const { handOffs: t } = useMessages('handOffs');
  const format = useFormat();
  const timeOrDate = useTimeOrDate();
  const { at, by, fromName, lines, struck, to, isForHere } = note;
  const { zone } = whose;
  const done = lines.filter(({ taken }) => taken !== null).length;
  return (
    <article className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h4 className="font-semibold wrap-anywhere text-ink">
          <bdi>{t.forLine(to.name)}</bdi>
        </h4>
        {struck === null && (
          <p className="text-sm text-ink-soft tabular-nums">
            {t.progress(format.number(done), format.number(lines.length))}
          </p>
        )}
      </div>
      <ul className="flex flex-col gap-2">
        {lines.map((line) => (
          <li key={line.id}>
            {isForHere && struck === null ? (
              <Tick zone={zone} line={line} />
            ) : (
              <ReadLine line={line} zone={zone} isStruck={struck !== null} />
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm wrap-anywhere text-ink-soft">
        <p>{t.written(fromName, timeOrDate(at, zone), by ?? t.nobody)}</p>
        {struck && <p>{t.struck(timeOrDate(struck.at, zone), struck.by ?? t.nobody)}</p>}
        {struck === null && <NoteButtons whose={whose} note={note} />}
      </div>
    </article>
  );
}

/** A line as staff of the next stop tick it off. */
function Tick({ zone, line }: { zone: string; line: HandOffLine }): ReactNode {
  const { handOffs: t } = useMessages('handOffs');
  const client = useQueryClient();
  const timeOrDate = useTimeOrDate();
  const tick = useSubmit(takeHandOffLine, {
    failed: t.takeFailed,
    onSettled: () => client.invalidateQueries({ queryKey: handOffsRoot }),
  });
  const isTaken = tick.isPending ? tick.variables.body.isTaken : line.taken !== null;
  return (
    <Checkbox
      label={<Words line={line} />}
      {...(line.taken && isTaken
        ? { hint: t.done(timeOrDate(line.taken.at, zone), line.taken.by ?? t.nobody) }
        : {})}
      checked={isTaken}
      onChange={({ target }) => {
        if (!tick.isPending) {
          tick.mutate({ params: { id: line.id }, body: { isTaken: target.checked } });
        }
      }}
    />
  );
}

function ReadLine({
  line,
  zone,
  isStruck,
}: {
  line: HandOffLine;
  zone: string;
  isStruck: boolean;
}): ReactNode {
  const { handOffs: t } = useMessages('handOffs');
  const timeOrDate = useTimeOrDate();
  const { taken } = line;
  return (
    <div className="flex items-start gap-2 text-[0.9375rem]">
      <span aria-hidden="true" className="mt-1 grid size-4 shrink-0 place-items-center">
        {taken ? (
          <Check className="size-4 text-success-ink" />
        ) : (
          <span className="size-1.5 rounded-full bg-ink-soft" />
        )}
      </span>
      <div className={classNames('min-w-0', isStruck ? 'text-ink-soft' : 'text-ink')}>
        {isStruck ? (
          <s>
            <Words line={line} />
          </s>
        ) : (
          <Words line={line} />
        )}
        {taken && (
          <p className="text-sm text-ink-soft">
            {t.done(timeOrDate(taken.at, zone), taken.by ?? t.nobody)}
          </p>
        )}
      </div>
    </div>
  );
}

/** What a line asks, its detail, and the mark of an urgent line. */
function Words({ line: { asks, detail, isUrgent } }: { line: HandOffLine }): ReactNode {
  const { handOffs: t } = useMessages('handOffs');
  return (
    <span className="wrap-anywhere">
      <bdi className="font-semibold">{asks}</bdi>
      {detail !== '' && (
        <>
          {' · '}
          <bdi>{detail}</bdi>
        </>
      )}
      {isUrgent && (
        <>
          {' '}
          <span className="rounded-control bg-danger-soft px-1.5 py-0.5 text-sm font-semibold whitespace-nowrap text-danger-ink">
            {t.urgent}
          </span>
        </>
      )}
    </span>
  );
}

function NoteButtons({ whose, note }: NoteProps): ReactNode {
  const { handOffs: t, common } = useMessages('handOffs');
  const client = useQueryClient();
  const [isWriting, setWriting] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  const strike = useSubmit(strikeHandOff, {
    failed: t.strikeFailed,
    onSuccess: () => toast({ type: 'success', title: t.struckDone }),
    onSettled: () => client.invalidateQueries({ queryKey: handOffsRoot }),
  });
  return (
    <div className="-ms-2 flex flex-wrap print:hidden">
      <Button
        size="small"
        variant="quiet"
        icon={<Printer aria-hidden="true" />}
        onClick={() => setPrinting(true)}
      >
        {t.print}
      </Button>
      {note.mayCorrect && (
        <Button
          size="small"
          variant="quiet"
          icon={<Pencil aria-hidden="true" />}
          onClick={() => setWriting(true)}
        >
          {t.correct}
        </Button>
      )}
      {!note.mayCorrect && whose.addTo !== undefined && (
        <Button
          size="small"
          variant="quiet"
          icon={<ClipboardPen aria-hidden="true" />}
          onClick={() => setWriting(true)}
        >
          {t.writeNew}
        </Button>
      )}
      {note.mayStrike && (
        <Button
          size="small"
          variant="quiet"
          icon={<Strikethrough aria-hidden="true" />}
          held={strike.isPending}
          onClick={() => setAsking(true)}
        >
          {t.strike}
        </Button>
      )}
      {isWriting && (
        <HandOffDialog
          note={note}
          addTo={note.mayCorrect ? undefined : whose.addTo}
          onClose={() => setWriting(false)}
        />
      )}
      {isPrinting && (
        <PrintedHandOff whose={whose} note={note} onPrinted={() => setPrinting(false)} />
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t.strikeTitle}
        description={t.strikeText}
        confirmLabel={t.strike}
        cancelLabel={common.cancel}
        onConfirm={() => {
          setAsking(false);
          strike.mutate({ params: { id: note.id } });
        }}
      />
    </div>
  );
}
