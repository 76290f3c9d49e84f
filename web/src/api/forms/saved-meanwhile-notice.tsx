import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';
import { RadioGroup } from '../../ui/form/choice.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import type { Side } from './use-meanwhile.ts';

/**
 * A field that both people changed, with both values as text. A value is undefined if its text is
 * longer than a line.
 */
export interface KeptField {
  readonly name: string;
  readonly mine: string | undefined;
  readonly theirs: string | undefined;
  readonly onChoose: (side: Side) => void;
}

/**
 * Lists the fields that now show the other person's value, and asks for each conflicting field
 * which value to keep [decision 028].
 */
export function SavedMeanwhileNotice({
  taken,
  kept,
}: {
  taken: readonly string[];
  kept: readonly KeptField[];
}): ReactNode {
  const { saves: t } = useMessages('saves');
  const listed = useListed();
  const notice = useRef<HTMLDivElement>(null);
  // The button that was pressed may be far below, so the focus moves up to this notice.
  useEffect(() => notice.current?.focus(), []);
  return (
    <Notice tone="warning">
      <div className="flex flex-col gap-3">
        <div ref={notice} role="alert" tabIndex={-1} className="flex scroll-mt-20 flex-col gap-1">
          <p className="font-semibold">{t.title}</p>
          {taken.length > 0 && <p>{t.takenOver(listed(taken))}</p>}
          {kept.length > 0 && <p>{t.changedByBoth}</p>}
        </div>
        {kept.map((field) => (
          <WhoseField key={field.name} field={field} />
        ))}
        <p>{t.saveAgain}</p>
      </div>
    </Notice>
  );
}

function WhoseField({ field }: { field: KeptField }): ReactNode {
  const { saves: t } = useMessages('saves');
  const [side, setSide] = useState<Side>('mine');
  const options = (['mine', 'theirs'] as const).map((value) => ({
    value,
    label: t[value],
    description: (
      <span className="wrap-anywhere">{field[value] === '' ? t.nothing : field[value]}</span>
    ),
  }));
  return (
    <RadioGroup
      label={field.name}
      value={side}
      options={options}
      onChange={({ target }) => {
        const next = target.value === 'theirs' ? 'theirs' : 'mine';
        setSide(next);
        field.onChoose(next);
      }}
    />
  );
}
