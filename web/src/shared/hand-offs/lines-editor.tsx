import { maxHandOffLines, maxHandOffText } from '@baari/contract/visit/hand-offs.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/form/choice.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { faultyLines, newLine, type TypedLine, withAsked } from './hand-off-form.ts';
import { handOffWordsQuery } from './hand-off-queries.ts';

/** How many suggestions are shown as buttons; the field suggests the others while typing. */
const buttonsShown = 6;

/** The editor of a hand-off note's lines, with what was asked recently of lines of this kind. */
export function LinesEditor({
  lineId,
  lines,
  wasTried,
  onChange,
}: {
  /** The line to which the note is addressed. */
  lineId: string;
  lines: readonly TypedLine[];
  /** Whether the user tried to save, so that faults are shown. */
  wasTried: boolean;
  onChange: (lines: readonly TypedLine[]) => void;
}): ReactNode {
  const { handOffs: t } = useMessages('handOffs');
  const format = useFormat();
  const listId = useId();
  const { data: words } = useQuery(handOffWordsQuery(lineId));
  const faulty = wasTried ? faultyLines(lines) : [];
  const asked = new Set(lines.map(({ asks }) => asks.trim().toLocaleLowerCase()));
  const offered = words?.filter((word) => !asked.has(word.toLocaleLowerCase())) ?? [];
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-ink-soft">{t.hint}</p>
      <ol className="flex flex-col divide-y divide-line">
        {lines.map((line, at) => (
          <li key={line.key} className="flex items-start gap-2 py-3 first:pt-0">
            <LineFields
              line={line}
              listId={listId}
              isFirst={at === 0}
              isWrong={faulty.includes(line)}
              isFirstWrong={faulty[0] === line}
              onChange={(changed) =>
                onChange(lines.map((each) => (each.key === line.key ? changed : each)))
              }
            />
            {lines.length > 1 && (
              <IconButton
                label={t.removeLine(format.number(at + 1))}
                icon={<X aria-hidden="true" />}
                onClick={() => onChange(lines.filter(({ key }) => key !== line.key))}
              />
            )}
          </li>
        ))}
      </ol>
      <datalist id={listId}>
        {offered.map((word) => (
          <option key={word} value={word}>
            {word}
          </option>
        ))}
      </datalist>
      {lines.length >= maxHandOffLines ? (
        <p className="text-sm text-ink-soft">{t.full(format.number(maxHandOffLines))}</p>
      ) : (
        <>
          <Button
            size="small"
            className="self-start"
            icon={<Plus aria-hidden="true" />}
            onClick={() => onChange([...lines, newLine()])}
          >
            {t.addLine}
          </Button>
          <Suggestions
            words={offered.slice(0, buttonsShown)}
            onChoose={(word) => onChange(withAsked(lines, word))}
          />
        </>
      )}
    </div>
  );
}

/** The fields of one line. The first field takes the focus when the line appears. */
function LineFields({
  line,
  listId,
  isFirst,
  isWrong,
  isFirstWrong,
  onChange,
}: {
  line: TypedLine;
  listId: string;
  isFirst: boolean;
  isWrong: boolean;
  isFirstWrong: boolean;
  onChange: (line: TypedLine) => void;
}): ReactNode {
  const { handOffs: t } = useMessages('handOffs');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  // A screen reader then reads the fault.
  useEffect(() => {
    if (isFirstWrong) field.current?.focus();
  }, [isFirstWrong]);
  return (
    <div className="grid min-w-0 flex-1 gap-x-3 gap-y-2 sm:grid-cols-2">
      <TextField
        ref={field}
        label={t.asks}
        list={listId}
        autoComplete="off"
        maxLength={maxHandOffText}
        value={line.asks}
        error={isWrong ? t.required : undefined}
        onChange={({ target }) => onChange({ ...line, asks: target.value })}
      />
      <TextField
        label={t.detail}
        {...(isFirst ? { hint: t.detailHint } : {})}
        autoComplete="off"
        maxLength={maxHandOffText}
        value={line.detail}
        onChange={({ target }) => onChange({ ...line, detail: target.value })}
      />
      <Checkbox
        label={t.urgent}
        checked={line.isUrgent}
        onChange={({ target }) => onChange({ ...line, isUrgent: target.checked })}
      />
    </div>
  );
}

function Suggestions({
  words,
  onChoose,
}: {
  words: readonly string[];
  onChoose: (word: string) => void;
}): ReactNode {
  const { handOffs: t } = useMessages('handOffs');
  if (words.length === 0) return null;
  return (
    <section aria-label={t.recent} className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold text-ink-soft">{t.recent}</h3>
      <ul className="flex flex-wrap gap-2">
        {words.map((word) => (
          <li key={word} className="max-w-full">
            <Button
              size="small"
              variant="quiet"
              className="max-w-full bg-sunken wrap-anywhere"
              onClick={() => onChoose(word)}
            >
              <bdi>{word}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
