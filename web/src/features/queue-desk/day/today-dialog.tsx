import type { GoingOn, StaffEntry } from '@baari/contract/queue/queue.ts';
import { ArrowRight, Forward, Undo2, UserRoundPlus } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { useUser } from '../../../session/session.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Facts } from '../../../ui/text/facts.tsx';
import { LoadingRegion, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { SearchField } from '../../../ui/form/text-field.tsx';
import { ClockTime } from '../../../ui/text/time.tsx';
import { useEntered, useSettledText } from '../../../ui/form/use-settled-text.ts';
import { LateFollowUpButton } from '../../../shared/follow-up/late-follow-up.tsx';
import { CloseDayButton } from './close-day-button.tsx';
import { useDesk, useSendFurther } from '../desk.tsx';
import { mayDo, offerOf } from '../actions/desk-access.ts';
import { useUnderway } from '../actions/desk-changes.store.ts';
import { DeskError } from '../desk-states.tsx';
import { meantBy } from '../keyboard/palette.rules.ts';
import { useVisitsOfDay } from './use-today.ts';

interface TodayProps {
  readonly hospitalId: string;
  readonly doctorId: string | undefined;
  /** The initial text of the search for visits. */
  readonly sought: string;
  readonly onClose: () => void;
  /** Opens the dialog to close the day. Undefined for a user who may not close the day. */
  readonly onCloseDay?: () => void;
  readonly onShow: (entry: StaffEntry) => void;
}

/**
 * The dialog with today's ended visits and a button to restore each. A search also finds waiting
 * patients [DESK-1, DESK-2].
 */
export function TodayDialog({
  hospitalId,
  doctorId,
  sought,
  onClose,
  onCloseDay,
  onShow,
}: TodayProps): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const desk = useDesk();
  const [search, setSearch] = useState(sought);
  const [typed, setTyped] = useSettledText(search, setSearch);
  const { query, visits, goingOn } = useVisitsOfDay(hospitalId, search, doctorId);
  const enter = useEntered({
    typed,
    search,
    look: setSearch,
    found: query.isPlaceholderData ? undefined : visits,
    onFound: show,
  });

  function receive({ patient, doctor }: StaffEntry): void {
    onClose();
    desk.receive({ patient: { id: patient.id, name: patient.fullName }, doctorId: doctor.id });
  }

  function show(found: readonly StaffEntry[]): void {
    const meant = meantBy(search, found);
    if (meant !== undefined && isOpen(meant)) onShow(meant);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="large"
      title={queueDesk.todayTitle}
      description={queueDesk.todayLead}
      {...(onCloseDay && { footer: <CloseDayButton onPress={onCloseDay} /> })}
    >
      <div className="flex flex-col gap-4">
        <search>
          <SearchField
            label={queueDesk.todaySearch}
            value={typed}
            onChange={setTyped}
            onEnter={enter}
          />
        </search>
        {query.isPending && (
          <LoadingRegion label={queueDesk.loading} className="flex flex-col gap-2">
            <Skeleton className="h-14" />
            <Skeleton className="h-14" />
            <Skeleton className="h-14" />
          </LoadingRegion>
        )}
        {query.isError && !visits && (
          <DeskError failure={query.error} fallback={queueDesk.todayFailed} />
        )}
        <GoingOnList of={goingOn} onClose={onClose} />
        {visits && (
          <Visits visits={visits} isSearch={search !== ''} onShow={onShow} onReceive={receive} />
        )}
        {query.hasNextPage && (
          <Button
            size="small"
            className="self-center"
            busy={query.isFetchingNextPage}
            busyLabel={queueDesk.loading}
            onClick={() => void query.fetchNextPage()}
          >
            {queueDesk.showMore}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/**
 * Visits whose next line is closed, with buttons to forward the patient to another line or to
 * restore the queue entry [LINE-3].
 */
function GoingOnList({
  of: goingOn,
  onClose,
}: {
  of: readonly GoingOn[];
  onClose: () => void;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const id = useId();
  if (goingOn.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h3 id={id} className="font-semibold text-ink">
        {queueDesk.goingOnTitle}
      </h3>
      <p className="text-sm text-ink-soft">{queueDesk.goingOnLead}</p>
      <ul className="flex flex-col divide-y divide-line rounded-card border border-line">
        {goingOn.map((one) => (
          <GoingOnRow key={one.entry.id} {...one} onClose={onClose} />
        ))}
      </ul>
    </section>
  );
}

function GoingOnRow({ entry, line, onClose }: GoingOn & { onClose: () => void }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const sendOn = useSendFurther(entry);
  const nameId = useId();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3 py-2.5">
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-0.5">
        <span id={nameId} className="font-semibold wrap-anywhere text-ink">
          <bdi>{entry.patient.fullName}</bdi>
        </span>
        <Facts className="text-sm text-ink-soft tabular-nums">
          {entry.token}
          {queueDesk.goesOnTo(line.name)}
        </Facts>
      </div>
      <span className="flex flex-wrap gap-2">
        {sendOn && (
          <Button
            size="small"
            icon={<Forward aria-hidden="true" />}
            aria-describedby={nameId}
            onClick={() => {
              onClose();
              sendOn();
            }}
          >
            {queueDesk.sendOn}
          </Button>
        )}
        <BringBack entry={entry} />
      </span>
    </li>
  );
}

/** The actions for one visit in the list. */
interface Chosen {
  readonly onShow: (entry: StaffEntry) => void;
  readonly onReceive: (entry: StaffEntry) => void;
}

function Visits({
  visits,
  isSearch,
  ...chosen
}: {
  visits: readonly StaffEntry[];
  isSearch: boolean;
} & Chosen): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  if (visits.length === 0) {
    return isSearch ? (
      <EmptyState
        headingLevel={3}
        title={queueDesk.todayNobodyTitle}
        description={queueDesk.todayNobody}
      />
    ) : (
      <EmptyState
        headingLevel={3}
        title={queueDesk.todayEmptyTitle}
        description={queueDesk.todayEmpty}
      />
    );
  }
  return (
    <ul className="flex flex-col divide-y divide-line rounded-card border border-line">
      {visits.map((entry) => (
        <Visit key={entry.id} entry={entry} {...chosen} />
      ))}
    </ul>
  );
}

function Visit({ entry, onShow, onReceive }: { entry: StaffEntry } & Chosen): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const format = useFormat();
  const { patient, doctor, hospital, endedAt, token, status, position } = entry;
  const ender = enderOf(entry);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3 py-2.5">
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-0.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="font-semibold wrap-anywhere text-ink">
            <bdi>{patient.fullName}</bdi>
          </span>
          <StatusBadge status={status} />
        </div>
        <Facts className="text-sm text-ink-soft tabular-nums">
          {endedAt !== null && <ClockTime moment={endedAt} zone={hospital.timeZone} />}
          {position > 0 && queueDesk.place(position)}
          {token}
          <bdi>{doctor.name}</bdi>
          {entry.cancelledBy === 'patient' && queueDesk.leftByPatient}
          {ender !== undefined && (
            <span title={format.time(ender.at, hospital.timeZone)}>{ender.name}</span>
          )}
        </Facts>
        {entry.rejectionReason !== null && (
          <p className="text-sm wrap-anywhere text-ink-soft">{entry.rejectionReason}</p>
        )}
      </div>
      {isOpen(entry) ? (
        status !== 'in_progress' && (
          <Button
            size="small"
            iconAfter={<ArrowRight aria-hidden="true" />}
            aria-label={queueDesk.showInLineOf(patient.fullName)}
            onClick={() => onShow(entry)}
          >
            {queueDesk.showInLine}
          </Button>
        )
      ) : (
        <span className="flex flex-wrap gap-2">
          <BringBack entry={entry} />
          {status === 'completed' && <LateFollowUpButton entry={entry} />}
          <Again entry={entry} onReceive={onReceive} />
        </span>
      )}
    </li>
  );
}

/**
 * Returns the staff member who ended the visit. Undefined if unknown, or if it was the doctor, who
 * is already named.
 */
function enderOf({ lastChange, endedAt, cancelledBy, doctor }: StaffEntry) {
  if (cancelledBy === 'patient' || !lastChange?.by || lastChange.at !== endedAt) return undefined;
  if (lastChange.by.name === doctor.name) return undefined;
  return { name: lastChange.by.name, at: lastChange.at };
}

/** The button to add a patient of today to a line once more [DESK-8]. */
function Again({
  entry,
  onReceive,
}: {
  entry: StaffEntry;
  onReceive: (entry: StaffEntry) => void;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  // If the visit was not completed and the contact data is hidden, the hospital does not know the
  // patient.
  const { phone, email } = entry.patient;
  if (entry.status !== 'completed' && phone === null && email === null) return null;
  return (
    <Button
      size="small"
      icon={<UserRoundPlus aria-hidden="true" />}
      aria-label={queueDesk.againOf(entry.patient.fullName)}
      onClick={() => onReceive(entry)}
    >
      {queueDesk.again}
    </Button>
  );
}

function BringBack({ entry }: { entry: StaffEntry }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const desk = useDesk();
  const user = useUser();
  const underway = useUnderway(entry.id);
  const offer = offerOf('bring_back', entry, { isLast: false, consultationRuns: false });
  if (offer === 'none' || !mayDo('bring_back', entry.doctor.id, user)) return null;
  const { label, busy } = queueDesk.actions.bring_back;
  return (
    <Button
      size="small"
      icon={<Undo2 aria-hidden="true" />}
      busy={underway !== undefined}
      busyLabel={busy}
      aria-label={queueDesk.bringBackOf(entry.patient.fullName)}
      onClick={() => void desk.act('bring_back', entry)}
    >
      {label}
    </Button>
  );
}

function isOpen({ endedAt }: StaffEntry): boolean {
  return endedAt === null;
}
