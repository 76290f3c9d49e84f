import {
  removeLine,
  removePoint,
  type ServicePoint,
  setLineOpen,
  type SharedLine,
} from '@baari/contract/lines/shared-line.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  CircleDot,
  CircleMinus,
  CirclePause,
  Clock,
  House,
  Pencil,
  Plus,
  Trash2,
  UsersRound,
} from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { linesQuery } from '../../api/queries/line-queries.ts';
import { colleaguesQuery } from '../../api/queries/queries.ts';
import { useSayGone } from '../../api/problems/use-say-gone.ts';
import { useSubmit } from '../../api/forms/use-submit.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { LimitsButton } from '../../shared/limits/limits-button.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { goOnBeside } from '../../ui/dialog/go-on-beside.ts';
import { WithTokens } from '../../ui/text/with-tokens.tsx';
import { AddPointDialog } from './add-point-dialog.tsx';
import { EditLineDialog } from './edit-line-dialog.tsx';
import { PointStaffDialog } from './point-staff-dialog.tsx';
import { PointHoursDialog } from './point-hours-dialog.tsx';
import { RenamePointDialog } from './rename-point-dialog.tsx';

/**
 * The card of one shared line: numbers of patients, order of patients, the usual next lines, and
 * counters [LINE-1].
 */
export function LineCard({
  line,
  lines,
}: {
  line: SharedLine;
  lines: readonly SharedLine[];
}): ReactNode {
  const { lines: t } = useMessages('lines');
  const listed = useListed();
  const nameId = useId();
  const medicalName = useMedicalName();
  const department = line.department === null ? null : medicalName(line.department);
  const place = [department, line.room].filter((each) => each !== null).join(' · ');
  return (
    <Card as="li" ref={goOnBeside} aria-labelledby={nameId} className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <h2 id={nameId} className="text-lg font-semibold wrap-anywhere text-ink">
            <bdi>{line.name}</bdi>
          </h2>
          {t.kinds[line.kind] !== line.name && <Badge>{t.kinds[line.kind]}</Badge>}
          <Badge
            tone={line.isOpen ? 'success' : 'warning'}
            icon={line.isOpen ? CircleDot : CircleMinus}
          >
            {line.isOpen ? t.open : t.closed}
          </Badge>
          {line.asksFromHome && <Badge icon={House}>{t.fromHome}</Badge>}
        </div>
        {place !== '' && <p className="text-sm wrap-anywhere text-ink-soft">{place}</p>}
        <p className="text-[0.9375rem] text-ink tabular-nums">
          {listed([t.waiting(line.waiting), t.inside(line.inside)])}
        </p>
      </div>
      <LineRules line={line} lines={lines} />
      <Points line={line} />
      <LineButtons line={line} lines={lines} />
    </Card>
  );
}

function LineRules({ line, lines }: { line: SharedLine; lines: readonly SharedLine[] }): ReactNode {
  const { lines: t } = useMessages('lines');
  const listed = useListed();
  const { data: doctors = [] } = useQuery(colleaguesQuery());
  const names = new Map([...lines, ...doctors].map(({ id, name }) => [id, name]));
  const order =
    line.order === 'returns_next'
      ? listed([t.orders[line.order], t.returnsAtMost(line.returnsEvery)])
      : t.orders[line.order];
  const next = line.next.map((id) => names.get(id)).filter((name) => name !== undefined);
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
      <dt className="text-ink-soft">{t.orderIs}</dt>
      <dd className="text-ink">{order}</dd>
      <dt className="text-ink-soft">{t.usualNext}</dt>
      <dd className="wrap-anywhere text-ink">{next.length === 0 ? t.noNext : listed(next)}</dd>
    </dl>
  );
}

function Points({ line }: { line: SharedLine }): ReactNode {
  const { lines: t } = useMessages('lines');
  const [isAdding, setAdding] = useState(false);
  const isDoctors = line.kind === 'any_doctor';
  useSayGone(isAdding, line.name);
  return (
    <div className="flex flex-col gap-2">
      {line.points.length === 0 ? (
        <p className="rounded-control bg-warning-soft px-3 py-2 text-sm text-warning-ink">
          {t.noPoints}
        </p>
      ) : (
        <ul className="flex flex-col divide-y divide-line rounded-control border border-line">
          {line.points.map((point) => (
            <PointRow key={point.id} point={point} />
          ))}
        </ul>
      )}
      <Button
        size="small"
        variant="quiet"
        className="-ms-3 self-start"
        icon={<Plus aria-hidden="true" />}
        aria-label={isDoctors ? t.addDoctorTo(line.name) : t.addPointTo(line.name)}
        onClick={() => setAdding(true)}
      >
        {isDoctors ? t.addDoctor : t.addPoint}
      </Button>
      {isAdding && <AddPointDialog line={line} onClose={() => setAdding(false)} />}
    </div>
  );
}

const stateLooks = {
  open: { tone: 'success', icon: CircleDot },
  paused: { tone: 'warning', icon: CirclePause },
  closed: { tone: 'neutral', icon: CircleMinus },
} as const;

function PointRow({ point }: { point: ServicePoint }): ReactNode {
  const { common, lines: t } = useMessages('lines');
  const listed = useListed();
  const client = useQueryClient();
  const [asked, setAsked] = useState<'staff' | 'hours' | 'rename' | 'remove'>();
  useSayGone(asked !== undefined, point.name);
  const remove = useSubmit(removePoint, {
    failed: t.removeFailed,
    onSuccess: () => toast({ type: 'success', title: t.removed(point.name) }),
    onSettled: () => client.invalidateQueries(linesQuery()),
  });
  const { tone, icon } = stateLooks[point.state];
  const doctor = point.doctor?.name === point.name ? undefined : point.doctor?.name;
  const facts = [
    doctor,
    point.by !== null && point.state !== 'closed' ? t.by(point.by.name) : undefined,
    point.serving?.token ? t.serves(point.serving.token) : undefined,
    ...point.hours.map(({ from, to }) => t.fromTo(from, to)),
    point.staff.length > 0 ? t.onlyThese(listed(point.staff.map(({ name }) => name))) : undefined,
  ].filter((each) => each !== undefined);
  return (
    <li ref={goOnBeside} className="flex items-center gap-2 px-3 py-1.5">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0.5">
        <span className="font-medium wrap-anywhere text-ink">
          <bdi>{point.name}</bdi>
        </span>
        <Badge tone={tone} icon={icon}>
          {t.states[point.state]}
        </Badge>
        {facts.length > 0 && (
          <span className="text-sm wrap-anywhere text-ink-soft">
            <WithTokens>{facts.join(' · ')}</WithTokens>
          </span>
        )}
      </div>
      {point.doctor === null && (
        <IconButton
          label={t.staffOf(point.name)}
          icon={<UsersRound aria-hidden="true" />}
          onClick={() => setAsked('staff')}
        />
      )}
      {point.doctor === null && (
        <IconButton
          label={t.hoursOf(point.name)}
          icon={<Clock aria-hidden="true" />}
          onClick={() => setAsked('hours')}
        />
      )}
      <IconButton
        label={t.renamePointOf(point.name)}
        icon={<Pencil aria-hidden="true" />}
        onClick={() => setAsked('rename')}
      />
      <IconButton
        label={t.removeOf(point.name)}
        icon={<Trash2 aria-hidden="true" />}
        aria-disabled={remove.isPending}
        onClick={() => setAsked('remove')}
      />
      {asked === 'staff' && <PointStaffDialog point={point} onClose={() => setAsked(undefined)} />}
      {asked === 'hours' && <PointHoursDialog point={point} onClose={() => setAsked(undefined)} />}
      {asked === 'rename' && (
        <RenamePointDialog point={point} onClose={() => setAsked(undefined)} />
      )}
      <ConfirmDialog
        open={asked === 'remove'}
        onOpenChange={() => setAsked(undefined)}
        title={t.removeTitle(point.name)}
        description={t.removePointText}
        confirmLabel={t.remove}
        cancelLabel={common.cancel}
        onConfirm={() => {
          setAsked(undefined);
          remove.mutate({ params: { id: point.id } });
        }}
      />
    </li>
  );
}

function LineButtons({
  line,
  lines,
}: {
  line: SharedLine;
  lines: readonly SharedLine[];
}): ReactNode {
  const { common, lines: t } = useMessages('lines');
  const client = useQueryClient();
  const [asked, setAsked] = useState<'edit' | 'remove'>();
  useSayGone(asked !== undefined, line.name);
  const onSettled = () => client.invalidateQueries(linesQuery());
  const open = useSubmit(setLineOpen, { failed: t.openFailed, onSettled });
  const remove = useSubmit(removeLine, {
    failed: t.removeFailed,
    onSuccess: () => toast({ type: 'success', title: t.removed(line.name) }),
    onSettled,
  });
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" aria-label={t.editOf(line.name)} onClick={() => setAsked('edit')}>
        {t.edit}
      </Button>
      <LimitsButton line={line} size="small" />
      <ButtonLink
        size="small"
        href={`/hospital/dashboard?view=hours&line=${line.id}`}
        aria-label={t.timetableOf(line.name)}
      >
        {t.timetable}
      </ButtonLink>
      <Button
        size="small"
        aria-label={line.isOpen ? t.closeLineOf(line.name) : t.openLineOf(line.name)}
        busy={open.isPending}
        onClick={() => open.mutate({ params: { id: line.id }, body: { isOpen: !line.isOpen } })}
      >
        {line.isOpen ? t.closeLine : t.openLine}
      </Button>
      <Button
        size="small"
        variant="quiet"
        aria-label={t.removeOf(line.name)}
        busy={remove.isPending}
        onClick={() => setAsked('remove')}
      >
        {t.remove}
      </Button>
      {asked === 'edit' && (
        <EditLineDialog line={line} lines={lines} onClose={() => setAsked(undefined)} />
      )}
      <ConfirmDialog
        open={asked === 'remove'}
        onOpenChange={() => setAsked(undefined)}
        title={t.removeTitle(line.name)}
        description={t.removeText}
        confirmLabel={t.remove}
        cancelLabel={common.cancel}
        onConfirm={() => {
          setAsked(undefined);
          remove.mutate({ params: { id: line.id } });
        }}
      />
    </div>
  );
}
