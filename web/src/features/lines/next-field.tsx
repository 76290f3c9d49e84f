import { maxNextLines } from '@baari/contract/lines/shared-line.ts';
import { ArrowUp, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/form/select.tsx';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The field for the lines to which patients usually go next, most likely first. */
export function NextField({
  chosen,
  onChosen,
  lines,
  doctors,
}: {
  chosen: readonly string[];
  onChosen: (chosen: string[]) => void;
  lines: readonly Named[];
  doctors: readonly Named[];
}): ReactNode {
  const { lines: t } = useMessages('lines');
  const labelId = useId();
  const names = new Map([...lines, ...doctors].map(({ id, name }) => [id, name]));
  const left = [...lines, ...doctors].filter(({ id }) => !chosen.includes(id));
  function earlier(at: number): void {
    const [moved] = chosen.slice(at, at + 1);
    if (moved !== undefined) onChosen(chosen.toSpliced(at, 1).toSpliced(at - 1, 0, moved));
  }
  return (
    <div role="group" aria-labelledby={labelId} className="flex flex-col gap-2">
      <span id={labelId} className="text-sm font-semibold text-ink">
        {t.next}
      </span>
      {chosen.length > 0 && (
        <ol className="flex flex-col divide-y divide-line rounded-control border border-line">
          {chosen.map((id, at) => {
            const name = names.get(id) ?? t.gone;
            return (
              <li key={id} className="flex items-center gap-2 px-3 py-1">
                <span className="min-w-0 flex-1 wrap-anywhere text-ink">{name}</span>
                {at > 0 && (
                  <IconButton
                    label={t.earlier(name)}
                    icon={<ArrowUp aria-hidden="true" />}
                    onClick={() => earlier(at)}
                  />
                )}
                <IconButton
                  label={t.takeOut(name)}
                  icon={<X aria-hidden="true" />}
                  onClick={() => onChosen(chosen.filter((each) => each !== id))}
                />
              </li>
            );
          })}
        </ol>
      )}
      {left.length > 0 && chosen.length < maxNextLines && (
        <Select
          label={t.addNext}
          labelHidden
          hint={t.nextHint}
          value=""
          placeholder={t.addNext}
          options={left.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ target }) => target.value !== '' && onChosen([...chosen, target.value])}
        />
      )}
    </div>
  );
}
