import { textIn } from '@baari/contract/text/in-languages.ts';
import { type Answer, answerMaxLength, type Question } from '@baari/contract/visit/assessment.ts';
import type { ReactNode } from 'react';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox, RadioGroup } from '../../ui/form/choice.tsx';
import { FieldNotes } from '../../ui/form/field.tsx';
import { TextArea, TextField } from '../../ui/form/text-field.tsx';
import { isScale, NumberScale } from './number-scale.tsx';

/** A questionnaire answer that the person is editing. */
export interface Draft {
  readonly text: string;
  readonly isNone: boolean;
  readonly chosen: readonly string[];
  readonly yes: readonly string[];
  readonly no: readonly string[];
}

/**
 * Returns the form's draft for a question, filled with the previous answer. Without a previous
 * answer the draft is empty.
 */
export function draftOf(question: Question, said: Answer | undefined): Draft {
  const known = new Set(question.options.map(({ id }) => id));
  const here = (ids: readonly string[]) => ids.filter((id) => known.has(id));
  return {
    text: textOf(said),
    isNone: said?.kind === 'none',
    chosen: said?.kind === 'chosen' ? here(said.chosen) : [],
    yes: said?.kind === 'signs' ? here(said.yes) : [],
    no: said?.kind === 'signs' ? here(said.no) : [],
  };
}

function textOf(said: Answer | undefined): string {
  if (said?.kind === 'text') return said.text;
  return said?.kind === 'number' ? String(said.number) : '';
}

/** Returns the answer that a draft contains. Undefined while the draft is incomplete. */
export function isSaid(question: Question, draft: Draft): Answer | undefined {
  const text = draft.text.trim();
  switch (question.kind) {
    case 'signs':
      return draft.yes.length + draft.no.length > 0
        ? { kind: 'signs', yes: [...draft.yes], no: [...draft.no] }
        : undefined;
    case 'choice':
    case 'choices':
      return draft.chosen.length > 0 ? { kind: 'chosen', chosen: [...draft.chosen] } : undefined;
    case 'list':
      if (draft.isNone) return { kind: 'none' };
      return text === '' ? undefined : { kind: 'text', text };
    case 'number':
      return isWholeNumber(text, question) ? { kind: 'number', number: Number(text) } : undefined;
    case 'text':
      return text === '' ? undefined : { kind: 'text', text };
  }
}

function isWholeNumber(text: string, { min, max }: Question): boolean {
  const number = Number(text);
  const isInside = (min === null || number >= min) && (max === null || number <= max);
  return text !== '' && Number.isInteger(number) && isInside;
}

interface FieldsProps {
  question: Question;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  error: string | undefined;
}

/** The input field for one question. The kind of question decides the input. */
export function QuestionFields(props: FieldsProps): ReactNode {
  switch (props.question.kind) {
    case 'signs':
      return <Signs {...props} />;
    case 'choice':
      return <OneOf {...props} />;
    case 'choices':
      return <SomeOf {...props} />;
    default:
      return <Words {...props} />;
  }
}

function Signs({ question, draft, onDraft, error }: FieldsProps): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const { language } = useLanguage();
  function say(id: string, answer: string): void {
    const without = (ids: readonly string[]) => ids.filter((one) => one !== id);
    onDraft({
      ...draft,
      yes: answer === 'yes' ? [...without(draft.yes), id] : without(draft.yes),
      no: answer === 'no' ? [...without(draft.no), id] : without(draft.no),
    });
  }
  const rest = question.options.map(({ id }) => id).filter((id) => !draft.yes.includes(id));
  return (
    <div className="flex flex-col gap-4">
      {/* On a large screen all options and the button are visible at once. */}
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {question.options.map(({ id, label }) => (
          <RadioGroup
            key={id}
            label={textIn(label, language)}
            layout="row"
            value={valueOf(draft, id)}
            onChange={({ target }) => say(id, target.value)}
            options={[
              { value: 'yes', label: t.yes },
              { value: 'no', label: t.no },
            ]}
          />
        ))}
      </div>
      <Button className="w-fit" onClick={() => onDraft({ ...draft, no: rest })}>
        {t.restNo}
      </Button>
      <FieldNotes id="signs" error={error} />
    </div>
  );
}

function valueOf({ yes, no }: Draft, id: string): string {
  if (yes.includes(id)) return 'yes';
  return no.includes(id) ? 'no' : '';
}

function OneOf({ question, draft, onDraft, error }: FieldsProps): ReactNode {
  const { language } = useLanguage();
  return (
    <RadioGroup
      label={textIn(question.ask, language)}
      labelHidden
      layout="boxes"
      error={error}
      value={draft.chosen[0] ?? ''}
      onChange={({ target }) => onDraft({ ...draft, chosen: [target.value] })}
      options={question.options.map(({ id, label }) => ({
        value: id,
        label: textIn(label, language),
      }))}
    />
  );
}

function SomeOf({ question, draft, onDraft, error }: FieldsProps): ReactNode {
  const { language } = useLanguage();
  const alone = new Set(question.options.filter((one) => one.alone).map(({ id }) => id));
  /** Selects or deselects an option. "None of these" excludes all other options. */
  function choose(id: string): void {
    const others = alone.has(id) ? [] : draft.chosen.filter((one) => !alone.has(one));
    onDraft({ ...draft, chosen: [...others, id] });
  }
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="sr-only">{textIn(question.ask, language)}</legend>
      {question.options.map(({ id, label }) => (
        <Checkbox
          key={id}
          label={textIn(label, language)}
          checked={draft.chosen.includes(id)}
          onChange={({ target }) =>
            target.checked
              ? choose(id)
              : onDraft({ ...draft, chosen: draft.chosen.filter((one) => one !== id) })
          }
        />
      ))}
      <FieldNotes id={question.id} error={error} />
    </fieldset>
  );
}

function Words({ question, draft, onDraft, error }: FieldsProps): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const { language } = useLanguage();
  const { kind, min, max } = question;
  const field = {
    label: t.answer,
    error,
    value: draft.text,
    disabled: draft.isNone,
    // On a shared tablet the browser must not remember what a person typed.
    autoComplete: 'off',
    'aria-describedby': `ask-${question.id}`,
  };
  if (kind === 'number' && isScale(question)) {
    return (
      <NumberScale
        label={textIn(question.ask, language)}
        scale={question}
        value={draft.text}
        onChange={(text) => onDraft({ ...draft, text })}
        error={error}
      />
    );
  }
  if (kind === 'number') {
    return (
      <TextField
        {...field}
        type="number"
        inputMode="numeric"
        {...(min === null ? {} : { min })}
        {...(max === null ? {} : { max })}
        step={1}
        onChange={({ target }) => onDraft({ ...draft, text: target.value })}
      />
    );
  }
  return (
    <div className="flex flex-col gap-2">
      {kind === 'list' && (
        <Checkbox
          label={t.noneOfIt}
          checked={draft.isNone}
          onChange={({ target }) => onDraft({ ...draft, isNone: target.checked })}
        />
      )}
      <TextArea
        {...field}
        rows={3}
        maxLength={answerMaxLength}
        onChange={({ target }) => onDraft({ ...draft, text: target.value })}
      />
    </div>
  );
}
