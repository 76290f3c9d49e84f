import {
  glucoseUnits,
  setVitalSettings,
  temperatureUnits,
  vitalSigns,
} from '@baari/contract/visit/vitals.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { vitalSettingsQuery } from '../../shared/vitals/vitals-queries.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { DetailSkeleton } from '../../ui/feedback/skeleton.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { Switch } from '../../ui/form/switch.tsx';
import { Select } from '../../ui/form/select.tsx';
import { ProfileSection } from './profile-section.tsx';

/** The setting of which vital signs staff record, and in which units screens show them. */
export function VitalSettings(): ReactNode {
  const { vitals: t } = useMessages('vitals');
  const problemText = useProblemText();
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(vitalSettingsQuery());
  const change = useWrite(setVitalSettings, {
    onSuccess: ({ settings }) => {
      client.setQueryData(vitalSettingsQuery().queryKey, settings);
      toast({ type: 'success', title: t.settingsSaved });
    },
    // Another administrator may have changed the setting, so its current value is read again.
    onError: () => void client.invalidateQueries(vitalSettingsQuery()),
  });
  if (data === undefined && error === null) return <DetailSkeleton label={t.settingsLoading} />;
  if (data === undefined) {
    return (
      <Notice tone="danger" action={<TryAgain query={{ isFetching, refetch }} part />}>
        {problemText(error, t.settingsUnknown)}
      </Notice>
    );
  }
  const shown = change.isPending ? change.variables.body : data;
  const save = (changed: Partial<typeof data>): void =>
    change.mutate({ body: { ...data, ...changed, seen: data } });
  return (
    <ProfileSection title={t.settingsTitle} hint={t.settingsLead}>
      <div className="flex flex-col gap-4">
        <div className="grid gap-x-8 sm:grid-cols-2">
          {vitalSigns.map((sign) => (
            <Switch
              key={sign}
              label={t.signs[sign]}
              checked={shown.asked.includes(sign)}
              disabled={change.isPending}
              onChange={({ target }) => {
                const others = data.asked.filter((each) => each !== sign);
                save({ asked: target.checked ? [...others, sign] : others });
              }}
            />
          ))}
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label={t.temperatureUnit}
            value={shown.temperatureUnit}
            disabled={change.isPending}
            options={temperatureUnits.map((unit) => ({ value: unit, label: t.units[unit] }))}
            onChange={({ target }) => {
              const unit = temperatureUnits.find((each) => each === target.value);
              if (unit) save({ temperatureUnit: unit });
            }}
          />
          <Select
            label={t.glucoseUnit}
            value={shown.glucoseUnit}
            disabled={change.isPending}
            options={glucoseUnits.map((unit) => ({ value: unit, label: t.units[unit] }))}
            onChange={({ target }) => {
              const unit = glucoseUnits.find((each) => each === target.value);
              if (unit) save({ glucoseUnit: unit });
            }}
          />
        </div>
        {change.isError && (
          <ProblemNotice
            title={t.settingsFailed}
            problem={change.error}
            fallback={t.settingsFailed}
          />
        )}
      </div>
    </ProfileSection>
  );
}
