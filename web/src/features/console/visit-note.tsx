import { maxLength } from '@baari/contract/constants.ts';
import { CloudCheck, CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextArea } from '../../ui/form/text-field.tsx';
import type { VisitNote as Kept } from './use-visit-note.ts';

/**
 * The field for the doctor's note during the visit. Below the field it says whether the note is
 * saved [CONS-5].
 */
export function VisitNote({ note }: { note: Kept }): ReactNode {
  const { doctorConsole: t } = useMessages('doctorConsole');
  const { text, theirs } = note.shown;
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        label={t.notes}
        hint={t.notesHint}
        rows={3}
        maxLength={maxLength.note}
        value={text}
        onChange={({ target }) => note.write(target.value)}
        onBlur={() => void note.flush()}
      />
      {theirs === null ? (
        <NoteState note={note} />
      ) : (
        <Notice
          tone="warning"
          title={t.noteDiffers}
          action={
            <div className="flex flex-wrap gap-2">
              <Button size="small" onClick={() => note.settle('both')}>
                {t.noteBoth}
              </Button>
              <Button size="small" variant="quiet" onClick={() => note.settle('mine')}>
                {t.noteMine}
              </Button>
            </div>
          }
        >
          <p className="wrap-anywhere whitespace-pre-line">
            <bdi>{theirs === '' ? t.noteEmptied : theirs}</bdi>
          </p>
        </Notice>
      )}
    </div>
  );
}

/**
 * Shows whether the note is saved. Screen readers announce only errors, because an announcement at
 * each typing pause would disturb the visit.
 */
function NoteState({ note }: { note: Kept }): ReactNode {
  const { doctorConsole: t } = useMessages('doctorConsole');
  const problemText = useProblemText();
  const { state, text, failure } = note.shown;
  const isTrouble = state === 'unreachable' || state === 'refused';
  const words = {
    saved: text.trim() === '' ? '' : t.noteSaved,
    unsaved: t.noteSaving,
    unreachable: t.noteUnreachable,
    refused: problemText(failure, t.noteRefused),
    differs: '',
  }[state];
  const Icon = isTrouble ? CloudOff : CloudCheck;
  return (
    <p
      role={isTrouble ? 'alert' : undefined}
      className={`flex min-h-6 items-center gap-1.5 text-sm ${isTrouble ? 'text-danger-ink' : 'text-ink-soft'}`}
    >
      {words !== '' && (isTrouble || state === 'saved') && (
        <Icon aria-hidden="true" className="size-4 shrink-0" />
      )}
      {words}
    </p>
  );
}

/**
 * Shows text that could not be saved before somebody else ended the visit, so that the doctor can
 * copy it.
 */
export function LostNote({ note }: { note: Kept }): ReactNode {
  const { doctorConsole: t } = useMessages('doctorConsole');
  if (note.lost === null) return null;
  return (
    <Notice
      tone="danger"
      title={t.noteLost(note.lost.patient)}
      action={
        <Button size="small" onClick={note.forgetLost}>
          {t.dismiss}
        </Button>
      }
    >
      <p className="wrap-anywhere whitespace-pre-line">
        <bdi>{note.lost.text}</bdi>
      </p>
    </Notice>
  );
}
