import { maxLength } from '@baari/contract/constants.ts';
import { type ScreenKind, screenKinds } from '@baari/contract/hospital/screen.ts';
import { Copy } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { RadioGroup } from '../../ui/form/choice.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { QrPicture } from '../../ui/qr-picture.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { idsOf, type ShownDoctors, ShownDoctorsField } from './shown-doctors-field.tsx';

interface ScreenGiven {
  readonly kind: ScreenKind;
  readonly name: string;
  /** The ids of the doctors whose patients the display shows; empty for the whole hospital. */
  readonly doctorIds: string[];
}

/**
 * The dialog that asks for the new screen's kind and name, then shows the screen's link once
 * [ARR-5, ARR-6].
 */
export function AddScreenDialog({
  url,
  kind,
  busy,
  problem,
  onMake,
  onClose,
}: {
  /** The link of the new screen; undefined before it is created. */
  url: string | undefined;
  kind: ScreenKind | undefined;
  busy: boolean;
  problem: unknown;
  onMake: (given: ScreenGiven) => void;
  onClose: () => void;
}): ReactNode {
  return url === undefined || kind === undefined ? (
    <Ask busy={busy} problem={problem} onMake={onMake} onClose={onClose} />
  ) : (
    <ScreenLinkDialog url={url} kind={kind} onClose={onClose} />
  );
}

function Ask({
  busy,
  problem,
  onMake,
  onClose,
}: {
  busy: boolean;
  problem: unknown;
  onMake: (given: ScreenGiven) => void;
  onClose: () => void;
}): ReactNode {
  const { screens } = useMessages('screens');
  const [kind, setKind] = useState<ScreenKind>('display');
  const [name, setName] = useState('');
  const [shown, setShown] = useState<ShownDoctors>({ which: 'all', ids: new Set() });
  const formId = useId();
  const doctorIds = kind === 'kiosk' ? [] : idsOf(shown);
  const isReady = name.trim() !== '' && doctorIds !== undefined;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isReady && !busy) onMake({ kind, name: name.trim(), doctorIds });
  }
  return (
    <FormDialog
      formId={formId}
      title={screens.addTitle}
      description={screens.addLead}
      onClose={onClose}
      submitLabel={screens.make}
      busy={busy}
      busyLabel={screens.making}
      disabled={!isReady}
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {problem !== null && problem !== undefined && (
          <ProblemNotice problem={problem} fallback={screens.makeFailed} />
        )}
        <RadioGroup
          label={screens.kind}
          layout="boxes"
          name="kind"
          value={kind}
          options={screenKinds.map((value) => ({
            value,
            label: screens.kinds[value],
            description: screens.kindHints[value],
          }))}
          onChange={(event) => setKind(event.target.value === 'kiosk' ? 'kiosk' : 'display')}
        />
        <TextField
          label={screens.name}
          hint={screens.nameHint}
          required
          maxLength={maxLength.name}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {kind === 'display' && <ShownDoctorsField shown={shown} onShown={setShown} />}
      </form>
    </FormDialog>
  );
}

/** Shows the link of a screen once, after it was made [ARR-5, ARR-6]. */
export function ScreenLinkDialog({
  url,
  kind,
  onClose,
}: {
  url: string;
  kind: ScreenKind;
  onClose: () => void;
}): ReactNode {
  const { screens } = useMessages('screens');
  const [isCopied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      // Without clipboard permission, copying fails silently, because the user can select the link
      // by hand.
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={screens.linkTitle}
      description={screens.linkLeads[kind]}
      footer={
        <>
          <ButtonLink href={url} target="_blank" rel="noreferrer">
            {screens.open}
          </ButtonLink>
          <Button variant="primary" onClick={onClose}>
            {screens.done}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <QrPicture text={url} label={screens.qrOfLink} />
        <p className="rounded-control bg-sunken p-3 font-mono text-sm break-all text-ink select-all">
          {url}
        </p>
        <Button icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>
          {isCopied ? screens.copied : screens.copy}
        </Button>
      </div>
    </Dialog>
  );
}
