import type { ChannelReach, NotificationSettings } from '@baari/contract/patient/notification.ts';
import { defaultTravelMinutes, travelChoices } from '@baari/contract/constants.ts';
import { type ReactNode, useId } from 'react';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Select } from '../../ui/form/select.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { type Device, useDevice } from './use-device.ts';
import { type Choice, useNotificationSettings } from './use-settings.ts';

/**
 * The user's notification channels, each with a switch. If a channel cannot be used, the reason is
 * shown [PROF-1].
 */
export function NotificationSection(): ReactNode {
  const { notifications: t } = useMessages('notifications');
  const problemText = useProblemText();
  const { query, settings, choose, failure } = useNotificationSettings();
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h2 id={id} className="text-base font-semibold text-ink">
          {t.title}
        </h2>
        <p className="text-sm text-ink-soft">{t.lead}</p>
      </div>
      {settings === undefined && !query.isError && <SectionSkeleton label={t.loading} />}
      {settings === undefined && query.isError && (
        <Notice tone="warning" title={t.loadFailed} action={<TryAgain query={query} part />}>
          {problemText(query.error)}
        </Notice>
      )}
      {settings !== undefined && <Channels settings={settings} choose={choose} />}
      {failure && <ProblemNotice problem={failure} fallback={t.notSaved} />}
    </Card>
  );
}

function Channels({
  settings,
  choose,
}: {
  settings: NotificationSettings;
  choose: (change: Partial<Choice>) => void;
}): ReactNode {
  const { notifications: t } = useMessages('notifications');
  return (
    <>
      <div className="flex flex-col gap-3">
        <Switch
          label={t.email}
          hint={
            <ReachNote reach={settings.emailReach} notes={t.emailNotes} at="/email-verification" />
          }
          checked={settings.email && settings.emailReach === 'ready'}
          disabled={settings.emailReach !== 'ready'}
          onChange={(event) => choose({ email: event.target.checked })}
        />
        <Switch
          label={t.sms}
          hint={<ReachNote reach={settings.smsReach} notes={t.smsNotes} />}
          checked={settings.sms && settings.smsReach === 'ready'}
          disabled={settings.smsReach !== 'ready'}
          onChange={(event) => choose({ sms: event.target.checked })}
        />
        {settings.whatsappReach !== 'not_offered' && (
          <Switch
            label={t.whatsapp}
            hint={<ReachNote reach={settings.whatsappReach} notes={t.whatsappNotes} />}
            checked={settings.whatsapp && settings.whatsappReach === 'ready'}
            disabled={settings.whatsappReach !== 'ready'}
            onChange={(event) => choose({ whatsapp: event.target.checked })}
          />
        )}
        <PushSwitch settings={settings} choose={choose} />
      </div>
      <Select
        label={t.travel}
        hint={t.travelHint}
        className="max-w-sm"
        value={String(settings.travelMinutes)}
        options={travelOptions(settings.travelMinutes).map((minutes) => ({
          value: String(minutes),
          label: t.minutes(minutes),
        }))}
        onChange={(event) => choose({ travelMinutes: Number(event.target.value) })}
      />
    </>
  );
}

/**
 * The choices for the travel time in minutes, including the current value if it was chosen on
 * another page.
 */
function travelOptions(chosen: number): number[] {
  return [...new Set([...travelChoices, chosen, defaultTravelMinutes])].toSorted((a, b) => a - b);
}

function ReachNote({
  reach,
  notes,
  at,
}: {
  reach: ChannelReach;
  notes: Record<ChannelReach, string>;
  /**
   * The URL of the page on which the user can verify the address of this channel. Undefined if
   * there is no such page.
   */
  at?: string;
}): ReactNode {
  const { notifications: t } = useMessages('notifications');
  return (
    <>
      {notes[reach]}
      {reach === 'unverified' && at !== undefined && (
        <>
          {' '}
          <TextLink href={at} className="text-sm">
            {t.verify}
          </TextLink>
        </>
      )}
    </>
  );
}

function PushSwitch({
  settings,
  choose,
}: {
  settings: NotificationSettings;
  choose: (change: Partial<Choice>) => void;
}): ReactNode {
  const { notifications: t } = useMessages('notifications');
  const device = useDevice();
  const { state } = device;
  const others = settings.devices - (state === 'on' ? 1 : 0);
  const isPossible = state === 'on' || state === 'off' || others > 0;

  async function turn(on: boolean): Promise<void> {
    if (!on) {
      choose({ push: false });
      await device.turnOff();
    } else if (state !== 'off' || (await device.turnOn()) || others > 0) choose({ push: true });
  }

  return (
    <div className="flex flex-col gap-2">
      <Switch
        label={t.push}
        hint={<DeviceNote device={device} isChosen={settings.push} others={others} />}
        checked={settings.push && isPossible && settings.devices > 0}
        disabled={state === undefined || device.isBusy || !isPossible}
        onChange={(event) => void turn(event.target.checked)}
      />
      {settings.push && state === 'off' && others > 0 && (
        <Button
          size="small"
          className="self-start"
          busy={device.isBusy}
          onClick={() => void device.turnOn()}
        >
          {t.thisDeviceToo}
        </Button>
      )}
    </div>
  );
}

/** Says in words whether this browser shows notifications. */
function DeviceNote({
  device: { state, hasFailed },
  isChosen,
  others,
}: {
  device: Device;
  isChosen: boolean;
  others: number;
}): ReactNode {
  const { notifications: t } = useMessages('notifications');
  const here = hasFailed ? t.device.failed : noteOf();
  return (
    <span role="status">
      {here}
      {isChosen && others > 0 && ` ${t.otherDevices(others)}`}
    </span>
  );

  function noteOf(): string {
    if (state === undefined) return t.device.looking;
    return state === 'on' && !isChosen ? t.device.off : t.device[state];
  }
}

function SectionSkeleton({ label }: { label: string }): ReactNode {
  return (
    <LoadingRegion label={label} className="flex flex-col gap-4">
      {[0, 1, 2].map((line) => (
        <div key={line} className="flex items-center justify-between gap-4">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-6 w-11" />
        </div>
      ))}
      <Skeleton className="h-11 w-64" />
    </LoadingRegion>
  );
}
