import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { identityCall } from '../../../api/identity.ts';
import { ApiProblem } from '../../../api/problems/problem.ts';
import { lateResolver } from '../../../api/forms/late-resolver.ts';
import { useBoundField } from '../../../api/forms/use-bound-field.ts';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { takeRenewedSession } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { QrPicture } from '../../../ui/qr-picture.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { type Trouble, troubleOf } from '../trouble.ts';
import { TroubleNotice } from '../trouble-notice.tsx';
import { secretToType } from './authenticator.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecurityAct } from './security-act.tsx';

interface SetUp {
  readonly totpURI: string;
  readonly recoveryCodes: readonly string[];
}

/**
 * Sets up two-factor sign-in: shows the QR code, asks for the authenticator app's first code, then
 * shows the recovery codes.
 */
export function TwoFactorSetUp({
  onOn,
  onDone,
}: {
  /** Called as soon as two-factor sign-in is on. The recovery codes are still shown then. */
  onOn: () => void;
  onDone: () => void;
}): ReactNode {
  const t = useMessages('security');
  const [setUp, setSetUp] = useState<SetUp>();
  const [isOn, setOn] = useState(false);

  async function begin(): Promise<void> {
    setSetUp(await identityCall('enableTwoFactor', {}));
  }

  if (setUp === undefined) {
    return (
      <div className="flex flex-col gap-4">
        <p className="text-[0.9375rem] text-ink-soft">{t.security.setUpLead}</p>
        <SecurityAct label={t.security.goOn} act={begin} />
      </div>
    );
  }
  if (isOn) return <RecoveryCodes codes={setUp.recoveryCodes} onDone={onDone} />;
  return (
    <ScanStep
      totpURI={setUp.totpURI}
      onConfirmed={() => {
        setOn(true);
        onOn();
      }}
    />
  );
}

const resolver = lateResolver(async () => (await import('./security-forms.ts')).sentCode);

function ScanStep({
  totpURI,
  onConfirmed,
}: {
  totpURI: string;
  onConfirmed: () => void;
}): ReactNode {
  const t = useMessages('security');
  const problemText = useProblemText();
  const form = useForm({ resolver, defaultValues: { code: '' } });
  const bind = useBoundField(form);
  const { isSubmitting } = form.formState;
  const [trouble, setTrouble] = useState<Trouble>();

  const submit = form.handleSubmit(async ({ code }) => {
    setTrouble(undefined);
    try {
      await identityCall('verifyTotp', { code });
    } catch (failure) {
      const isCode = failure instanceof ApiProblem && failure.code === 'invalid_code';
      const message = problemText(failure);
      if (!isCode) return setTrouble(troubleOf(failure, message));
      return form.setError('code', { message }, { shouldFocus: true });
    }
    await takeRenewedSession();
    onConfirmed();
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <p className="text-[0.9375rem] text-ink-soft">{t.security.scan}</p>
      <QrPicture text={totpURI} label={t.security.qrCode} />
      <div className="flex flex-col gap-1 text-sm text-ink-soft">
        <p>{t.security.orType}</p>
        <p className="font-mono text-[0.9375rem] break-words text-ink select-all">
          {secretToType(totpURI)}
        </p>
        <p>
          <TextLink href={totpURI}>{t.security.openApp}</TextLink>
        </p>
      </div>
      <TextField
        {...bind('code')}
        label={t.security.firstCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
      />
      <TroubleNotice trouble={trouble} />
      <Button
        type="submit"
        variant="primary"
        wide
        busy={isSubmitting}
        busyLabel={t.common.processing}
      >
        {t.security.turnOn}
      </Button>
    </form>
  );
}
