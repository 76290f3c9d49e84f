import {
  defaultBreakMinutes,
  doctorStatuses,
  maxBreakAfter,
  maxBreakMinutes,
  minBreakMinutes,
} from '@baari/contract/constants.ts';
import { type DoctorSettings, saveDoctorSettings } from '@baari/contract/doctor/doctor-settings.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { doctorSettingsQuery } from '../../api/queries/doctor-work-queries.ts';
import { isSame } from '../../api/forms/merge-saves.ts';
import { SavedMeanwhile } from '../../api/forms/saved-meanwhile.tsx';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useFieldProblems, useFocusOnWrong } from '../../api/forms/use-field-problems.ts';
import { useMeanwhile } from '../../api/forms/use-meanwhile.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Checkbox } from '../../ui/form/choice.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Select } from '../../ui/form/select.tsx';
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { useUnsaved } from '../../navigation/use-unsaved.tsx';

const usualBreakAfter = 8;

const settingNames = [
  'defaultStatus',
  'breakAfter',
  'breakMinutes',
  'tellRequests',
  'tellCheckIns',
  'tellByMail',
] as const;

/** The form for the doctor's preferences, each with an explanation of its effect [DOC-3]. */
export function OwnSettings(): ReactNode {
  const { doctorWork: t } = useMessages('doctorWork');
  const problemText = useProblemText();
  const query = useQuery(doctorSettingsQuery());
  return (
    <>
      <PageHeader title={t.settingsTitle} description={t.settingsLead} />
      {query.isPending && <ListSkeleton label={t.settingsLoading} />}
      {query.isError && !query.data && (
        <ErrorState
          title={t.settingsFailed}
          description={problemText(query.error, t.settingsFailed)}
          action={<TryAgain query={query} />}
        />
      )}
      {query.data && <SettingsForm settings={query.data} />}
    </>
  );
}

function SettingsForm({ settings }: { settings: DoctorSettings }): ReactNode {
  const { doctorWork: t, ui, common } = useMessages('doctorWork');
  const client = useQueryClient();
  const fields = useSettingsDraft(settings);
  const meanwhile = useMeanwhile({
    opened: settings,
    fields: settingNames,
    valuesOf: (read) => read,
    readAgain: () => client.fetchQuery({ ...doctorSettingsQuery(), staleTime: 0 }),
    current: fields.asSent,
    show: fields.show,
  });
  const write = useWrite(saveDoctorSettings, {
    onSuccess: (reply) => {
      client.setQueryData(doctorSettingsQuery().queryKey, reply.settings);
      toast({ type: 'success', title: t.settingsSaved });
    },
  });
  const form = useFocusOnWrong(write.error);
  const problems = useFieldProblems(write.error, ['breakAfter', 'breakMinutes']);
  const { question } = useUnsaved(!isSame(fields.asSent(), meanwhile.seen));

  function save(): void {
    meanwhile.forget();
    write.mutate(
      { body: { ...fields.asSent(), seen: meanwhile.seen } },
      { onError: meanwhile.onError, onSuccess: (reply) => meanwhile.saved(reply.settings) },
    );
  }

  function say(field: keyof DoctorSettings, values: DoctorSettings): string {
    const value = values[field];
    if (field === 'defaultStatus') {
      return values.defaultStatus === null ? t.asLeft : ui.doctorStatuses[values.defaultStatus];
    }
    if (typeof value === 'number') return String(value);
    return value === true ? common.yes : common.no;
  }

  return (
    <form
      ref={form}
      noValidate
      className="flex max-w-2xl flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <AvailabilityFields fields={fields} problems={problems.at} />
      <NotificationFields fields={fields} />
      <SavedMeanwhile
        meanwhile={meanwhile}
        names={{ ...t, breakAfter: fields.takesBreaks ? t.breakAfter : t.autoBreak }}
        say={say}
      />
      {problems.isElsewhere && !meanwhile.found && (
        <ProblemNotice problem={write.error} fallback={t.notSaved} />
      )}
      <Button
        variant="primary"
        type="submit"
        className="w-fit"
        busy={write.isPending}
        busyLabel={t.saving}
      >
        {t.save}
      </Button>
      {question}
    </form>
  );
}

type SettingsDraft = ReturnType<typeof useSettingsDraft>;

/** The settings as typed in the form. The two numbers are kept as text while the doctor types. */
function useSettingsDraft(settings: DoctorSettings) {
  const [draft, setDraft] = useState(settings);
  const [after, setAfter] = useState(String(settings.breakAfter ?? usualBreakAfter));
  const [length, setLength] = useState(String(settings.breakMinutes));
  const takesBreaks = draft.breakAfter !== null;
  return {
    draft,
    after,
    length,
    takesBreaks,
    setAfter,
    setLength,
    change(part: Partial<DoctorSettings>) {
      setDraft({ ...draft, ...part });
    },
    show(values: DoctorSettings) {
      setDraft(values);
      setAfter(String(values.breakAfter ?? usualBreakAfter));
      setLength(String(values.breakMinutes));
    },
    asSent(): DoctorSettings {
      return {
        ...draft,
        breakAfter: takesBreaks ? Number(after) : null,
        // If the doctor uses no automatic breaks, an invalid break length must not make saving
        // fail.
        breakMinutes: takesBreaks ? Number(length) : Number(length) || defaultBreakMinutes,
      };
    },
  };
}

/** The form fields for the doctor's status at the start of a day, and for automatic breaks. */
function AvailabilityFields({
  fields: { draft, after, length, takesBreaks, setAfter, setLength, change },
  problems,
}: {
  fields: SettingsDraft;
  problems: Readonly<Partial<Record<'breakAfter' | 'breakMinutes', string>>>;
}): ReactNode {
  const { doctorWork: t, ui } = useMessages('doctorWork');
  return (
    <Card className="flex flex-col gap-5">
      <Select
        label={t.defaultStatus}
        hint={t.defaultStatusHint}
        value={draft.defaultStatus ?? ''}
        placeholder={t.asLeft}
        options={doctorStatuses.map((value) => ({ value, label: ui.doctorStatuses[value] }))}
        onChange={({ target }) =>
          change({
            defaultStatus: doctorStatuses.find((status) => status === target.value) ?? null,
          })
        }
      />
      <div className="flex flex-col gap-3">
        <Checkbox
          label={t.autoBreak}
          hint={t.autoBreakHint}
          checked={takesBreaks}
          onChange={({ target }) => change({ breakAfter: target.checked ? usualBreakAfter : null })}
        />
        {takesBreaks && (
          <div className="grid gap-4 ps-8 sm:grid-cols-2">
            <TextField
              type="number"
              inputMode="numeric"
              label={t.breakAfter}
              min={1}
              max={maxBreakAfter}
              error={problems.breakAfter}
              value={after}
              onChange={({ target }) => setAfter(target.value)}
            />
            <TextField
              type="number"
              inputMode="numeric"
              label={t.breakMinutes}
              min={minBreakMinutes}
              max={maxBreakMinutes}
              error={problems.breakMinutes}
              value={length}
              onChange={({ target }) => setLength(target.value)}
            />
          </div>
        )}
      </div>
    </Card>
  );
}

function NotificationFields({ fields: { draft, change } }: { fields: SettingsDraft }): ReactNode {
  const { doctorWork: t } = useMessages('doctorWork');
  return (
    <Card>
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-1 font-semibold text-ink">{t.notifications}</legend>
        <Checkbox
          label={t.tellRequests}
          checked={draft.tellRequests}
          onChange={({ target }) => change({ tellRequests: target.checked })}
        />
        <Checkbox
          label={t.tellCheckIns}
          hint={t.tellHint}
          checked={draft.tellCheckIns}
          onChange={({ target }) => change({ tellCheckIns: target.checked })}
        />
        <Checkbox
          label={t.tellByMail}
          hint={t.tellByMailHint}
          checked={draft.tellByMail}
          disabled={!draft.tellRequests && !draft.tellCheckIns}
          onChange={({ target }) => change({ tellByMail: target.checked })}
        />
      </fieldset>
    </Card>
  );
}
