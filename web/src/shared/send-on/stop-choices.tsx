import { type NextStop, nextReasons } from '@baari/contract/lines/journey.ts';
import { useQuery } from '@tanstack/react-query';
import { ClipboardPen } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { linesNamedQuery } from '../../api/queries/line-queries.ts';
import { colleaguesNamedQuery } from '../../api/queries/staff-queries.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SearchField } from '../../ui/form/text-field.tsx';
import { useSettledText } from '../../ui/form/use-settled-text.ts';

/** If there are more lines of patients than this number, a search field is shown. */
const seenAtOnce = 8;

/** The lines to which staff can forward the patient, most likely first. A tap chooses a line. */
export function StopChoices({
  stops,
  busyWith,
  takesClosed = false,
  onChoose,
  onNote,
}: {
  stops: readonly NextStop[];
  /** The id of the tapped line while its request to the server is pending. */
  busyWith: string | undefined;
  /**
   * Whether staff can choose lines that are closed now, because the patient goes to the chosen line
   * later.
   */
  takesClosed?: boolean;
  onChoose: (stop: NextStop) => void;
  /** Opens the form of a hand-off note that goes with the patient to this line. */
  onNote?: ((stop: NextStop) => void) | undefined;
}): ReactNode {
  const t = useMessages('counter').counter.sendingOn;
  const medicalName = useMedicalName();
  const listId = useId();
  const [settled, setSettled] = useState('');
  const [sought, setSought] = useSettledText(settled, setSettled);
  // After a pause in typing, the server also finds names in another script by their sound.
  const isAsked = settled.length > 1;
  const { data: doctors } = useQuery({ ...colleaguesNamedQuery(settled), enabled: isAsked });
  const { data: shared } = useQuery({ ...linesNamedQuery(settled), enabled: isAsked });
  const wanted = sought.trim();
  const found = stops.filter(
    ({ lineId, name, department }) =>
      [name, department ?? '', department === null ? '' : medicalName(department)]
        .join(' ')
        .toLocaleLowerCase()
        .includes(wanted.toLocaleLowerCase()) ||
      (wanted === settled && (doctors?.includes(lineId) || shared?.includes(lineId))),
  );
  // If no line is a more likely choice than the others, the lines are not divided into groups.
  const areAlike = stops.every(({ why }) => why === 'other');
  if (stops.length === 0) return <p className="text-ink-soft">{t.none}</p>;
  return (
    <>
      {stops.length > seenAtOnce && (
        <SearchField label={t.search} value={sought} onChange={setSought} />
      )}
      {found.length === 0 && <p className="text-ink-soft">{t.nothingFound}</p>}
      {nextReasons.map((why) => {
        const group = found.filter((stop) => stop.why === why);
        if (group.length === 0) return null;
        return (
          <section
            key={why}
            aria-label={areAlike ? undefined : t[why]}
            className="flex flex-col gap-2"
          >
            {!areAlike && <h3 className="text-sm font-semibold text-ink-soft">{t[why]}</h3>}
            <ul className="flex flex-col gap-2">
              {group.map((stop) => (
                <li key={stop.lineId} className="flex items-stretch gap-2">
                  <StopButton
                    id={`${listId}-${stop.lineId}`}
                    stop={stop}
                    isLikely={why !== 'other'}
                    isBusy={busyWith === stop.lineId}
                    isOffered={takesClosed || stop.isOpen}
                    onChoose={() => onChoose(stop)}
                  />
                  {onNote && stop.isOpen && (
                    <NoteButton nameId={`${listId}-${stop.lineId}`} onNote={() => onNote(stop)} />
                  )}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

function NoteButton({ nameId, onNote }: { nameId: string; onNote: () => void }): ReactNode {
  const { handOffs: t } = useMessages('handOffs');
  return (
    <Button
      className="shrink-0"
      icon={<ClipboardPen aria-hidden="true" />}
      aria-describedby={nameId}
      onClick={onNote}
    >
      {t.withNote}
    </Button>
  );
}

function StopButton({
  id,
  stop,
  isLikely,
  isBusy,
  isOffered,
  onChoose,
}: {
  id: string;
  stop: NextStop;
  isLikely: boolean;
  isBusy: boolean;
  isOffered: boolean;
  onChoose: () => void;
}): ReactNode {
  const t = useMessages('counter').counter.sendingOn;
  const medicalName = useMedicalName();
  const { name, department, isOpen, waiting } = stop;
  return (
    <button
      type="button"
      id={id}
      disabled={!isOffered}
      aria-disabled={isBusy || undefined}
      className={classNames(
        'flex min-h-12 min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 rounded-control border px-4 py-2 text-start transition-colors disabled:opacity-55 aria-disabled:opacity-80',
        isLikely
          ? 'border-primary bg-primary-soft enabled-look:hover:border-control-line'
          : 'border-control-line/60 bg-surface enabled-look:hover:bg-sunken',
      )}
      onClick={onChoose}
    >
      <span className="min-w-0 font-semibold wrap-anywhere text-ink">
        {name}
        {department !== null && department !== name && (
          <span className="font-normal text-ink-soft">{` · ${medicalName(department)}`}</span>
        )}
      </span>
      <span className="text-sm text-ink-soft tabular-nums">
        {isBusy ? t.oneMoment : isOpen ? t.waiting(waiting) : t.closed}
      </span>
    </button>
  );
}
