import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import type { Doubt, Expected } from './doubt.ts';

/** Asks whether the person is really at the hospital, and explains why the question is asked. */
export function AskIfHere({
  doubt,
  hospital,
  onAnswer,
}: {
  doubt: Doubt;
  hospital: Expected['hospital'];
  onAnswer: (isHere: boolean) => void;
}): ReactNode {
  const { checkingIn: t } = useMessages('checkingIn');
  const format = useFormat();
  return (
    <ConfirmDialog
      open
      onOpenChange={() => onAnswer(false)}
      title={t.askTitle}
      description={
        doubt.kind === 'place'
          ? t.askFar(format.number(Math.round(doubt.kilometres)), hospital.name)
          : (doubt.isOver ? t.askPast : t.askTime)(format.time(doubt.at, hospital.timeZone))
      }
      confirmLabel={t.askYes}
      cancelLabel={t.askNo}
      tone="primary"
      onConfirm={() => onAnswer(true)}
    />
  );
}
