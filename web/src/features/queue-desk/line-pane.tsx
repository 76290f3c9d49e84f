import type { Colleague } from '@baari/contract/doctor/doctor.ts';
import type { SharedLine } from '@baari/contract/lines/shared-line.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { memo, type ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useSpecialty } from '../../i18n/use-medical-name.ts';
import { DoctorStatusBadge } from '../../ui/doctor-status-badge.tsx';
import { Select } from '../../ui/form/select.tsx';
import { DeskError, DeskSkeleton } from './desk-states.tsx';
import type { BoardList } from './keyboard/use-desk-board.ts';
import { LineColumns } from './lists/line-columns.tsx';
import type { ListState } from './lists/list-state.ts';
import { FirstOfLine, MoreEntries } from './lists/more-entries.tsx';
import { LineOrderNote } from './lists/order-notes.tsx';
import { DoctorQueue, SharedQueue } from './lists/queue-pane.tsx';
import type { useColumns } from './lists/use-columns.ts';
import type { useWaiting } from './lists/use-queues.ts';
import { useSideBySide } from './view/desk-view.store.ts';
import { SilentMark } from './silent-mark.tsx';

/** A select field for the doctor whose line of patients is shown. */
export const DoctorSelect = memo(function DoctorSelect({
  doctors,
  doctor,
  lines,
  line,
  onDoctor,
}: {
  doctors: readonly Colleague[];
  /** The doctor whose line is shown. Undefined if all lines are shown. */
  doctor: Colleague | undefined;
  lines: readonly SharedLine[];
  /** The shared line that is shown instead of a doctor's line. */
  line: SharedLine | undefined;
  onDoctor: (doctorId: string) => void;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const specialtyOf = useSpecialty();
  const mayShowAll = useSideBySide();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 xl:flex-row-reverse xl:flex-nowrap">
      <Select
        label={lines.length === 0 ? queueDesk.doctor : queueDesk.doctorOrLine}
        labelHidden
        className="min-w-0 flex-1 basis-56"
        value={line?.id ?? doctor?.id ?? ''}
        {...(mayShowAll && { placeholder: queueDesk.allDoctors })}
        options={[
          ...doctors.map((one) => ({
            value: one.id,
            label: `${one.name} – ${specialtyOf(one)}`,
          })),
          ...lines.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => onDoctor(event.target.value)}
      />
      {line && (
        <p className="flex min-h-11 items-center text-sm text-ink-soft tabular-nums md:pointer-fine:min-h-10">
          {queueDesk.openPoints(line.points.filter(({ state }) => state === 'open').length)}
        </p>
      )}
      {doctor && !line && (
        <span className="flex min-h-11 flex-wrap items-center gap-1 md:pointer-fine:min-h-10">
          <SilentMark line={doctor.line} />
          <DoctorStatusBadge
            status={doctor.status}
            breakUntil={doctor.breakUntil}
            timeZone={doctor.timeZone}
          />
        </span>
      )}
    </div>
  );
});

/**
 * The line of the chosen doctor, or the chosen shared line. While it is loading or after an error,
 * shows that state.
 */
export const OneLine = memo(function OneLine({
  doctorId,
  isRead,
  failure,
  current,
  served,
  waiting,
  unlisted,
  ...list
}: ListState &
  BoardList & {
    doctorId: string;
    current: StaffEntry | undefined;
    served?: readonly StaffEntry[];
    waiting: readonly StaffEntry[];
    unlisted: number;
  }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  if (!isRead) {
    return failure === null ? (
      <DeskSkeleton kind="rows" />
    ) : (
      <DeskError failure={failure} fallback={queueDesk.failed.doctorQueue} />
    );
  }
  return (
    <>
      {served ? (
        <SharedQueue key={doctorId} served={served} waiting={waiting} {...list} />
      ) : (
        <DoctorQueue key={doctorId} current={current} waiting={waiting} {...list} />
      )}
      <FirstOfLine shown={waiting.length} unlisted={unlisted} />
    </>
  );
});

/**
 * The lines of all doctors side by side. While they are loading or after an error, shows that
 * state.
 */
export function AllLines({
  all,
  columns,
  list,
}: {
  all: ReturnType<typeof useWaiting>;
  columns: ReturnType<typeof useColumns>;
  list: BoardList;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const { query, queryKey, entries } = all;
  if (query.isPending) return <DeskSkeleton kind="rows" />;
  if (!query.data) {
    return <DeskError failure={query.error} fallback={queueDesk.failed.doctorQueue} />;
  }
  return (
    <>
      <LineColumns lines={columns.lines} inside={columns.inside} {...list} />
      <LineOrderNote listKey={queryKey} />
      <MoreEntries listKey={queryKey} shown={entries.length} />
    </>
  );
}
