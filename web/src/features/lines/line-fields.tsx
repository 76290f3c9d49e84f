import { maxLength } from '@baari/contract/constants.ts';
import { orderRules } from '@baari/contract/lines/shared-line.ts';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Checkbox, RadioGroup } from '../../ui/form/choice.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { NamesFields } from './names-fields.tsx';
import { type LineFacts, pointNameLength, returnsBounds } from './line-form.ts';

/**
 * The form fields for a shared line: its name, location, and the order in which patients are
 * called.
 */
export function LineFields<Draft extends LineFacts>({
  draft,
  onDraft,
}: {
  draft: Draft;
  onDraft: (draft: Draft) => void;
}): ReactNode {
  const { lines: t } = useMessages('lines');
  return (
    <>
      <TextField
        label={t.name}
        hint={t.nameHint}
        required
        maxLength={maxLength.name}
        autoComplete="off"
        value={draft.name}
        onChange={({ target }) => onDraft({ ...draft, name: target.value })}
      />
      <NamesFields
        names={draft.names}
        maxLength={maxLength.name}
        onNames={(names) => onDraft({ ...draft, names })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t.department}
          labelNote={t.optional}
          maxLength={maxLength.name}
          autoComplete="off"
          value={draft.department}
          onChange={({ target }) => onDraft({ ...draft, department: target.value })}
        />
        <TextField
          label={t.room}
          labelNote={t.optional}
          hint={t.roomHint}
          maxLength={pointNameLength}
          autoComplete="off"
          value={draft.room}
          onChange={({ target }) => onDraft({ ...draft, room: target.value })}
        />
      </div>
      <RadioGroup
        label={t.order}
        value={draft.order}
        options={orderRules.map((value) => ({
          value,
          label: t.orders[value],
          description: t.orderHints[value],
        }))}
        onChange={({ target }) => {
          const order = orderRules.find((rule) => rule === target.value);
          if (order) onDraft({ ...draft, order });
        }}
      />
      {draft.order === 'returns_next' && (
        <TextField
          label={t.returnsEvery}
          hint={t.returnsEveryHint}
          type="number"
          inputMode="numeric"
          min={returnsBounds.min}
          max={returnsBounds.max}
          className="max-w-80"
          value={draft.returnsEvery}
          onChange={({ target }) => onDraft({ ...draft, returnsEvery: target.value })}
        />
      )}
      <Checkbox
        label={t.asksFromHome}
        hint={t.asksFromHomeHint}
        checked={draft.asksFromHome}
        onChange={({ target }) => onDraft({ ...draft, asksFromHome: target.checked })}
      />
    </>
  );
}
