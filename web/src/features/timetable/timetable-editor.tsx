import type { Weekday } from '@baari/contract/constants.ts';
import { fieldMessages } from '@baari/contract/fields.ts';
import {
  maxSessions,
  saveTimetable,
  type Timetable,
  type TimetableSession,
} from '@baari/contract/hospital/timetable.ts';
import type { Schedule } from '@baari/contract/hospital/schedule.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Plus, UserRound } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isSame } from '../../api/forms/merge-saves.ts';
import { SavedMeanwhile } from '../../api/forms/saved-meanwhile.tsx';
import { useMeanwhile } from '../../api/forms/use-meanwhile.ts';
import type { ApiProblem } from '../../api/problems/problem.ts';
import { useFieldText, useProblemText } from '../../api/problems/use-problem-text.ts';
import { appointmentRoot } from '../../api/queries/appointment-queries.ts';
import { timetableQuery } from '../../api/queries/doctor-work-queries.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';
import { useUnsaved } from '../../navigation/use-unsaved.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { CopyDayDialog } from './copy-day-dialog.tsx';
import { CopyDoctorDialog } from './copy-doctor-dialog.tsx';
import { DraftPreview } from './draft-preview.tsx';
import { SessionDialog } from './session-dialog.tsx';
import { useSessionWords } from './session-words.ts';
import { overlapsIn, usualSession, withDayCopied, withDoctorCopied } from './timetable-draft.ts';
import { WeekDrawing } from './week-drawing.tsx';

type Sessions = TimetableSession[];

/** The dialog that is open in the timetable editor, with the session or weekday that it edits. */
type Asked =
  | { readonly kind: 'add'; readonly weekday: Weekday | undefined }
  | { readonly kind: 'edit'; readonly index: number }
  | { readonly kind: 'copyDay'; readonly weekday: Weekday }
  | { readonly kind: 'copyDoctor' };

/** Edits a whole timetable and saves it in one request [APPT-1, DOC-1]. */
export function TimetableEditor({
  timetable,
  none,
  daysOff,
  date,
  onDate,
  onClose,
}: {
  timetable: Timetable;
  /** The text that says what patients can book without a timetable. */
  none: string;
  daysOff: Schedule['daysOff'];
  /** Any date within the week that is shown. */
  date: string;
  onDate: (date: string) => void;
  onClose: () => void;
}): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const { doctorId, today } = timetable;
  const draft = useDraft(timetable, onClose);
  const { sessions, write, problemOf } = draft;
  const [asked, setAsked] = useState<Asked>();
  const editor = useRef<HTMLDivElement>(null);
  useEffect(() => editor.current?.focus(), []);
  const mayAdd = sessions.length < maxSessions;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- its fields are in dialogs
    <div
      ref={editor}
      tabIndex={-1}
      role="group"
      aria-label={t.editing}
      className="flex flex-col gap-4 rounded-control"
    >
      <p className="text-[0.9375rem] text-ink-soft">
        {sessions.length === 0 ? none : t.editingLead}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          icon={<Plus aria-hidden="true" />}
          disabled={!mayAdd}
          onClick={() => setAsked({ kind: 'add', weekday: undefined })}
        >
          {t.addSession}
        </Button>
        <Button
          size="small"
          icon={<UserRound aria-hidden="true" />}
          onClick={() => setAsked({ kind: 'copyDoctor' })}
        >
          {t.copyDoctor}
        </Button>
      </div>
      <WeekDrawing
        sessions={sessions}
        daysOff={daysOff}
        date={date}
        today={today}
        onDate={onDate}
        tools={{
          onSession: (index) => setAsked({ kind: 'edit', index }),
          onAdd: (weekday) => setAsked({ kind: 'add', weekday }),
          onCopyDay: (weekday) => setAsked({ kind: 'copyDay', weekday }),
          mayAdd,
          problemOf,
        }}
      />
      {draft.isSound ? (
        <DraftPreview doctorId={doctorId} sessions={sessions} />
      ) : (
        <Notice tone="danger">{t.sessionsWrong}</Notice>
      )}
      {draft.conflict}
      {!draft.conflict && <SaveFailed failure={write.error} />}
      <SaveOrCancel draft={draft} />
      {draft.question}
      {asked && (
        <Asking
          asked={asked}
          doctorId={doctorId}
          sessions={sessions}
          onChange={(changed) => {
            draft.change(changed);
            setAsked(undefined);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

function SaveOrCancel({
  draft: { write, isSound, cancel, save },
}: {
  draft: ReturnType<typeof useDraft>;
}): ReactNode {
  const { timetables: t } = useMessages('timetables');
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button disabled={write.isPending} onClick={cancel}>
        {t.cancel}
      </Button>
      <Button
        variant="primary"
        busy={write.isPending}
        busyLabel={t.saving}
        disabled={!isSound}
        onClick={save}
      >
        {t.save}
      </Button>
    </div>
  );
}

/**
 * The timetable's sessions while the user edits them, and the function to save them [decision 028].
 */
function useDraft(timetable: Timetable, onClose: () => void) {
  const { timetables: t } = useMessages('timetables');
  const words = useSessionWords();
  const listed = useListed();
  const client = useQueryClient();
  const { doctorId } = timetable;
  const [sessions, setSessions] = useState<Sessions>(timetable.sessions);
  const write = useWrite(saveTimetable, {
    onSuccess: (reply) => {
      client.setQueryData(timetableQuery(doctorId).queryKey, reply.timetable);
      void client.invalidateQueries({ queryKey: appointmentRoot });
      toast({ type: 'success', title: t.saved });
      onClose();
    },
  });
  const meanwhile = useMeanwhile({
    opened: { sessions: timetable.sessions },
    fields: ['sessions'],
    valuesOf: (read: { sessions: Sessions }) => read,
    readAgain: async () => {
      const there = await client.fetchQuery({ ...timetableQuery(doctorId), staleTime: 0 });
      return { sessions: there.sessions };
    },
    current: () => ({ sessions }),
    show: (values) => setSessions(values.sessions),
  });
  const leaving = useUnsaved(!isSame(sessions, meanwhile.seen.sessions), onClose);
  const overlapping = overlapsIn(sessions);
  return {
    sessions,
    write,
    /** Whether no two sessions overlap. A timetable that a colleague saved may contain overlaps. */
    isSound: overlapping.size === 0,
    problemOf: useSessionProblem(write.error, overlapping),
    conflict: meanwhile.found && (
      <SavedMeanwhile meanwhile={meanwhile} names={{ sessions: t.title }} say={say} />
    ),
    question: leaving.question,
    cancel: leaving.cancel,
    change(changed: Sessions): void {
      // The error refers to sessions by position, so it is cleared when the sessions change.
      if (write.isError) write.reset();
      setSessions(changed);
    },
    save(): void {
      meanwhile.forget();
      write.mutate(
        { params: { id: doctorId }, body: { sessions, seen: meanwhile.seen } },
        { onError: meanwhile.onError },
      );
    },
  };

  function say(_: 'sessions', values: { sessions: Sessions }): string {
    const lines = values.sessions.map(words.line);
    // Up to two sessions are described in one line of text. For more sessions, the text gives only
    // their number.
    return lines.length > 0 && lines.length <= 2
      ? listed(lines, ';')
      : t.sessionCount(lines.length);
  }
}

function Asking({
  asked,
  doctorId,
  sessions,
  onChange,
  onClose,
}: {
  asked: Asked;
  doctorId: string;
  sessions: Sessions;
  onChange: (sessions: Sessions) => void;
  onClose: () => void;
}): ReactNode {
  switch (asked.kind) {
    case 'add':
      return (
        <SessionDialog
          session={{ ...usualSession, weekdays: asked.weekday ? [asked.weekday] : [] }}
          others={sessions}
          isNew
          onSession={(session) => onChange([...sessions, session])}
          onClose={onClose}
        />
      );
    case 'edit':
      return (
        <SessionDialog
          session={sessions[asked.index] ?? usualSession}
          others={sessions.toSpliced(asked.index, 1)}
          isNew={false}
          onSession={(session) => onChange(sessions.with(asked.index, session))}
          onRemove={() => onChange(sessions.toSpliced(asked.index, 1))}
          onClose={onClose}
        />
      );
    case 'copyDay':
      return (
        <CopyDayDialog
          weekday={asked.weekday}
          onCopy={(to) => onChange(withDayCopied(sessions, asked.weekday, to))}
          onClose={onClose}
        />
      );
    case 'copyDoctor':
      return (
        <CopyDoctorDialog
          doctorId={doctorId}
          onCopy={(copied) => onChange(withDoctorCopied(sessions, copied))}
          onClose={onClose}
        />
      );
  }
}

function SaveFailed({ failure }: { failure: ApiProblem | null }): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const problemText = useProblemText();
  if (failure === null) return null;
  const isAtSessions = typeof failure.details === 'object';
  return (
    <Notice tone="danger">
      {isAtSessions ? t.sessionsWrong : problemText(failure, t.notSaved)}
    </Notice>
  );
}

/** Returns a function that explains why the session at a position of the list cannot be saved. */
function useSessionProblem(
  failure: ApiProblem | null,
  overlapping: ReadonlySet<number>,
): (index: number) => string | undefined {
  const fieldText = useFieldText();
  const details = typeof failure?.details === 'object' ? failure.details : [];
  return (index) => {
    if (overlapping.has(index)) return fieldText(fieldMessages.sessionsOverlap);
    const refused = details.find(({ param }) => `${param}.`.startsWith(`sessions.${index}.`));
    return fieldText(refused?.msg);
  };
}
