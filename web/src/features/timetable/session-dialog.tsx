import { weekdays } from '@baari/contract/constants.ts';
import {
  bufferMinutesBounds,
  openPlacesBounds,
  reservedPlacesBounds,
  sessionKinds,
  slotMinutesBounds,
  slotPlacesBounds,
  type TimetableSession,
} from '@baari/contract/hospital/timetable.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form';
import { useBoundField } from '../../api/forms/use-bound-field.ts';
import { useFieldText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useClock } from '../../shared/hospital/use-clock.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Checkbox, RadioGroup } from '../../ui/form/choice.tsx';
import { errorId, FieldNotes } from '../../ui/form/field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { fieldsOf, readSession, type SessionFields, sessionSchema } from './session-fields.ts';
import { useWeekday } from './session-words.ts';
import { offerOf, startsOf } from './timetable-draft.ts';

/**
 * The dialog to add or change one session of the timetable. It sends nothing to the server
 * [APPT-1].
 */
export function SessionDialog({
  session,
  others,
  isNew,
  onSession,
  onRemove,
  onClose,
}: {
  session: TimetableSession;
  /** The other sessions of the timetable. The edited session must not overlap them. */
  others: readonly TimetableSession[];
  isNew: boolean;
  onSession: (session: TimetableSession) => void;
  onRemove?: () => void;
  onClose: () => void;
}): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const formId = useId();
  const form = useForm<SessionFields, unknown, TimetableSession>({
    resolver: zodResolver(sessionSchema(others)),
    defaultValues: fieldsOf(session),
  });
  return (
    <FormDialog
      formId={formId}
      size="large"
      title={isNew ? t.addSession : t.editSession}
      onClose={onClose}
      submitLabel={isNew ? t.addSession : t.applySession}
    >
      <FormProvider {...form}>
        <form
          id={formId}
          noValidate
          className="flex flex-col gap-5 pt-1"
          onSubmit={(event) => void form.handleSubmit(onSession)(event)}
        >
          <KindField />
          <WhenFields />
          <SlotFields />
          <ValidityFields />
          <SessionOffer />
          {onRemove && (
            <Button
              variant="quiet"
              size="small"
              className="-ms-3 self-start text-danger-ink"
              icon={<Trash2 aria-hidden="true" />}
              onClick={onRemove}
            >
              {t.removeSession}
            </Button>
          )}
        </form>
      </FormProvider>
    </FormDialog>
  );
}

function KindField(): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const { register } = useFormContext<SessionFields>();
  return (
    <RadioGroup
      label={t.kind}
      layout="boxes"
      options={sessionKinds.map((kind) => ({
        value: kind,
        label: t.kinds[kind],
        description: t.kindHints[kind],
      }))}
      {...register('kind')}
    />
  );
}

function WhenFields(): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const form = useFormContext<SessionFields>();
  const bind = useBoundField(form);
  const repeats = useWatch({ control: form.control, name: 'repeats' });
  return (
    <>
      <RadioGroup
        label={t.repeats}
        layout="row"
        options={[
          { value: 'weekly', label: t.everyWeek },
          { value: 'once', label: t.once },
        ]}
        {...form.register('repeats')}
      />
      {repeats === 'weekly' ? (
        <WeekdaysField />
      ) : (
        <TextField type="date" label={t.date} required hint={t.onceHint} {...bind('date')} />
      )}
      <div className="grid grid-cols-2 items-start gap-4">
        <TextField type="time" label={t.from} required {...bind('from')} />
        <TextField type="time" label={t.to} required {...bind('to')} />
      </div>
    </>
  );
}

function WeekdaysField(): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const weekday = useWeekday();
  const fieldText = useFieldText();
  const form = useFormContext<SessionFields>();
  const id = useId();
  const error = fieldText(form.getFieldState('weekdays', form.formState).error?.message);
  return (
    <fieldset
      className="flex min-w-0 flex-col gap-1.5"
      aria-describedby={error ? errorId(id) : undefined}
    >
      <legend className="mb-1.5 text-sm font-semibold text-ink">{t.weekdays}</legend>
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
        {weekdays.map((day) => (
          <Checkbox
            key={day}
            label={weekday(day)}
            value={day}
            aria-invalid={error ? true : undefined}
            {...form.register('weekdays')}
          />
        ))}
      </div>
      <FieldNotes id={id} error={error} />
    </fieldset>
  );
}

/**
 * The fields of the chosen kind of session: slots for a session with appointments, or the limit of
 * patients for a walk-in session.
 */
function SlotFields(): ReactNode {
  const { timetables: t, common } = useMessages('timetables');
  const form = useFormContext<SessionFields>();
  const bind = useBoundField(form);
  const kind = useWatch({ control: form.control, name: 'kind' });
  if (kind === 'closed') return null;
  if (kind === 'open') {
    return (
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          type="number"
          inputMode="numeric"
          label={t.openPlaces}
          labelNote={common.optional}
          hint={t.openPlacesHint(openPlacesBounds.most)}
          {...bind('openPlaces')}
        />
        <ReservedField />
      </div>
    );
  }
  const { least, most } = slotMinutesBounds;
  const number = { type: 'number', inputMode: 'numeric', required: true } as const;
  const length = {
    ...number,
    required: false,
    labelNote: common.optional,
    hint: t.lengthHint,
  } as const;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField
        {...number}
        label={t.slotMinutes}
        hint={t.slotMinutesHint(least, most)}
        {...bind('slotMinutes')}
      />
      <TextField
        {...number}
        label={t.places}
        hint={t.placesHint(slotPlacesBounds.most)}
        {...bind('places')}
      />
      <TextField
        {...number}
        label={t.buffer}
        hint={t.bufferHint(bufferMinutesBounds.most)}
        {...bind('bufferMinutes')}
      />
      <TextField {...number} label={t.walkIns} hint={t.walkInsHint} {...bind('walkInPercent')} />
      <TextField {...length} label={t.newMinutes} {...bind('newMinutes')} />
      <TextField {...length} label={t.followUpMinutes} {...bind('followUpMinutes')} />
      <ReservedField />
    </div>
  );
}

/**
 * The field for the number of places at the beginning of the session that only the desk can book.
 */
function ReservedField(): ReactNode {
  const { timetables: t, common } = useMessages('timetables');
  const bind = useBoundField(useFormContext<SessionFields>());
  return (
    <TextField
      type="number"
      inputMode="numeric"
      label={t.reservedPlaces}
      labelNote={common.optional}
      hint={t.reservedPlacesHint(reservedPlacesBounds.most)}
      {...bind('reservedPlaces')}
    />
  );
}

function ValidityFields(): ReactNode {
  const { timetables: t, common } = useMessages('timetables');
  const form = useFormContext<SessionFields>();
  const bind = useBoundField(form);
  const repeats = useWatch({ control: form.control, name: 'repeats' });
  if (repeats === 'once') return null;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField
        type="date"
        label={t.validFrom}
        labelNote={common.optional}
        {...bind('validFrom')}
      />
      <TextField
        type="date"
        label={t.validUntil}
        labelNote={common.optional}
        {...bind('validUntil')}
      />
    </div>
  );
}

/** Shows, while the session is being typed, which times patients could book on one day. */
function SessionOffer(): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const clock = useClock();
  const { control } = useFormContext<SessionFields>();
  const typed = useWatch({ control });
  // The bookable times depend only on the hours and the numbers. So Monday is used, even if the
  // user has not chosen a day yet.
  const read = readSession({
    ...(typed as SessionFields),
    repeats: 'weekly',
    weekdays: ['monday'],
    validFrom: '',
    validUntil: '',
  });
  return (
    <output className="block min-h-6 rounded-control bg-sunken px-3 py-2 text-sm text-ink tabular-nums empty:hidden">
      {read.success && text(read.data)}
    </output>
  );

  function text(session: TimetableSession): string {
    if (session.kind === 'open' && session.places !== undefined) {
      return `${t.kindHints.open} ${t.openOffer(session.places)}`;
    }
    if (session.kind !== 'booked') return t.kindHints[session.kind];
    const { times, first, last, places, walkIns } = offerOf(session);
    const offered = [t.offersADay(times, clock(first), clock(last))];
    if (walkIns > 0) offered.push(t.placesKept(places, walkIns));
    else if (session.places > 1) offered.push(t.placesInAll(places));
    const { lengths } = session;
    if (lengths?.new !== undefined) offered.push(t.firstVisitsFit(startsOf(session, lengths.new)));
    if (lengths?.follow_up !== undefined) {
      offered.push(t.followUpsFit(startsOf(session, lengths.follow_up)));
    }
    return offered.join(' ');
  }
}
