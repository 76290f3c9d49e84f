import { acknowledgeAlert, type ListedAssessment } from '@baari/contract/visit/assessment.ts';
import { textIn } from '@baari/contract/text/in-languages.ts';
import { judgeUrgency, moveEntry, type StaffEntry } from '@baari/contract/queue/queue.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarDays, ChevronsUp, Eye, ListStart, LocateFixed, Phone } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { watchQuery } from '../../api/queries/assessment-queries.ts';
import { entryQuery } from '../../api/queries/queries.ts';
import { useSubmit } from '../../api/forms/use-submit.ts';
import { soundAlert } from '../../device/request-sound.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';
import { takeIn } from '../../live/queue-cache.ts';
import { navigate } from '../../navigation/places.ts';
import { useTabMark } from '../../navigation/tab-title.ts';
import { useUser } from '../../session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Facts } from '../../ui/text/facts.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PhoneText } from '../../ui/text/phone-text.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { dayPath, queuePath } from './places-of-staff.ts';
import { seekEntry } from './sought-entry.ts';
import { useAssessments, useWatch } from './use-assessments.ts';

const none: readonly ListedAssessment[] = [];
/** The emergency alerts that have already sounded in this tab, by visit and time. */
const sounded = new Set<string>();

/**
 * Lists patients with an emergency sign until a staff member acknowledges the sign. The banner
 * stays at the top, sounds once for each alert, and marks the browser tab [ASSESS-2].
 */
export function AlertBand({
  isUnderHeader = false,
}: {
  /** Whether the page has a sticky header above the alert banner. */
  isUnderHeader?: boolean;
}): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const watch = useWatch();
  const { data } = useAssessments();
  const open = (data ?? none).filter(
    ({ alert }) => alert !== null && alert.acknowledgedAt === null,
  );
  // The number of alerts is shown until the list of alerts has loaded, or if the list cannot be
  // loaded.
  const count = data === undefined ? (watch.data?.alerts ?? 0) : open.length;
  useTabMark(count === 0 ? '' : `⚠ ${t.alertsInTab(count)}`);
  useSound(open);
  if (count === 0) return null;
  return (
    <div
      ref={keepClear}
      className={classNames('sticky top-16 z-20 mb-4 print:hidden', !isUnderHeader && 'md:top-2')}
    >
      <Notice
        tone="danger"
        title={t.alerts(count)}
        className="max-h-[45dvh] overflow-y-auto border border-danger-ink/40 shadow-lg max-sm:gap-2 max-sm:p-3"
      >
        <p className="max-sm:sr-only">{t.alertLead}</p>
        <ul className="mt-1 flex flex-col divide-y divide-line">
          {open.map((each) => (
            <AlertLine key={each.visitId} assessment={each} />
          ))}
        </ul>
      </Notice>
    </div>
  );
}

/** Sets the scroll padding, so that the focused element stays below the banner. */
function keepClear(band: HTMLDivElement | null): (() => void) | undefined {
  if (band === null) return undefined;
  const { style } = document.documentElement;
  const watch = new ResizeObserver(() => {
    style.scrollPaddingTop = `${band.offsetHeight + Number.parseFloat(getComputedStyle(band).top)}px`;
  });
  watch.observe(band);
  return () => {
    watch.disconnect();
    style.scrollPaddingTop = '';
  };
}

function useSound(open: readonly ListedAssessment[]): void {
  const raised = open.map(({ visitId, alert }) => `${visitId} ${alert?.raisedAt ?? ''}`).join();
  useEffect(() => {
    const fresh = raised.split(',').filter((each) => each !== '' && !sounded.has(each));
    for (const each of fresh) sounded.add(each);
    if (fresh.length > 0) soundAlert();
  }, [raised]);
}

function AlertLine({ assessment }: { assessment: ListedAssessment }): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const listed = useListed();
  const { language } = useLanguage();
  const client = useQueryClient();
  const now = useNow();
  const { visitId, entryId, patient, token, doctorName, alert } = assessment;
  const acknowledge = useSubmit(acknowledgeAlert, {
    failed: t.seenFailed,
    onSettled: () => client.invalidateQueries({ queryKey: watchQuery().queryKey }),
  });
  if (alert === null) return null;
  return (
    <li className="flex flex-col gap-2 py-2">
      <div className="flex min-w-0 flex-col">
        <Facts className="font-semibold wrap-anywhere text-ink">
          <bdi>{patient.name}</bdi>
          {token}
          {doctorName}
        </Facts>
        <p className="wrap-anywhere">
          {listed(
            alert.signs.map((sign) => textIn(sign, language)),
            ';',
          )}
        </p>
        {now >= Date.parse(alert.dueAt) && (
          <p className="font-semibold text-danger-ink">{t.overdue}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {entryId === null ? <BookingLink /> : <EntryHelp entryId={entryId} />}
        <Button
          size="small"
          icon={<Eye aria-hidden="true" />}
          busy={acknowledge.isPending}
          busyLabel={t.seeing}
          aria-label={`${t.seen}: ${patient.name}`}
          onClick={() =>
            acknowledge.mutate({
              params: { id: visitId },
              query: { language, seen: alert.raisedAt },
            })
          }
        >
          {t.seen}
        </Button>
      </div>
    </li>
  );
}

/**
 * A link to the day's appointments, for a patient who has not arrived. The appointments show the
 * patient's phone number.
 */
function BookingLink(): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const user = useUser();
  if (user === null) return null;
  return (
    <ButtonLink size="small" href={dayPath(user)} icon={<CalendarDays aria-hidden="true" />}>
      {t.showBooking}
    </ButtonLink>
  );
}

/**
 * Quick actions for a patient with an emergency sign: phone the patient, go to the patient in the
 * queue, raise the urgency, or move the patient to the first place.
 */
function EntryHelp({ entryId }: { entryId: string }): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const { data } = useQuery(entryQuery(entryId));
  if (data === undefined || !('lastChange' in data)) return null;
  const { patient } = data;
  return (
    <>
      {patient.phone !== null && (
        <ButtonLink size="small" href={`tel:${patient.phone}`} icon={<Phone aria-hidden="true" />}>
          <span className="sr-only">{`${t.callPatient(patient.fullName)}: `}</span>
          <span className="tabular-nums">
            <PhoneText number={patient.phone} />
          </span>
        </ButtonLink>
      )}
      <ShowButton entry={data} />
      {data.urgency !== 'high' && data.status !== 'in_progress' && <RaiseButton entry={data} />}
      {data.status === 'waiting' && data.position > 1 && <FirstButton entry={data} />}
    </>
  );
}

function ShowButton({ entry }: { entry: StaffEntry }): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const user = useUser();
  if (user === null) return null;
  return (
    <Button
      size="small"
      icon={<LocateFixed aria-hidden="true" />}
      aria-label={`${t.showPatient}: ${entry.patient.fullName}`}
      onClick={() => {
        seekEntry(entry);
        const path = queuePath(user);
        const { pathname, search } = new URL(path, location.href);
        const here = new URLSearchParams(location.search);
        const isHere =
          location.pathname === pathname &&
          [...new URLSearchParams(search)].every(([name, value]) => here.get(name) === value);
        if (!isHere) navigate(path);
      }}
    >
      {t.showPatient}
    </Button>
  );
}

function RaiseButton({ entry }: { entry: StaffEntry }): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const client = useQueryClient();
  const raise = useSubmit(judgeUrgency, {
    failed: t.raiseFailed(entry.patient.fullName),
    onSuccess: ({ queue }) => takeIn(client, { type: 'queue_updated', data: queue }),
  });
  return (
    <Button
      size="small"
      icon={<ChevronsUp aria-hidden="true" />}
      busy={raise.isPending}
      aria-label={`${t.raiseUrgency}: ${entry.patient.fullName}`}
      onClick={() =>
        raise.mutate({
          params: { id: entry.id },
          query: {},
          body: { urgency: 'high', reason: t.alertMark },
        })
      }
    >
      {t.raiseUrgency}
    </Button>
  );
}

function FirstButton({ entry }: { entry: StaffEntry }): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const client = useQueryClient();
  const move = useSubmit(moveEntry, {
    failed: t.putFirstFailed(entry.patient.fullName),
    onSuccess: ({ queue }) => takeIn(client, { type: 'position_changed', data: queue }),
  });
  return (
    <Button
      size="small"
      icon={<ListStart aria-hidden="true" />}
      busy={move.isPending}
      aria-label={`${t.putFirst}: ${entry.patient.fullName}`}
      onClick={() =>
        move.mutate({
          params: { id: entry.id },
          query: {},
          body: { position: 1, reason: 'urgent' },
        })
      }
    >
      {t.putFirst}
    </Button>
  );
}
