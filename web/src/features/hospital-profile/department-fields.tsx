import { hospitalUpdate } from '@baari/contract/hospital/hospital.ts';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useFieldText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/form/choice.tsx';
import { FieldNotes } from '../../ui/form/field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { ProfileFormApi } from './profile-fields.tsx';
import { isOffered, offeredDepartments } from './profile-form.ts';

const name = hospitalUpdate.shape.departments.element;

/** Checkboxes for the hospital's departments, and a field to add a department [HPROF-1]. */
export function DepartmentFields({
  form,
  own,
}: {
  form: ProfileFormApi;
  own: readonly string[];
}): ReactNode {
  const t = useMessages('hospitalProfile').hospitalProfile;
  const fieldText = useFieldText();
  const medicalName = useMedicalName();
  const [offered, setOffered] = useState(() => offeredDepartments(own));
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [added, setAdded] = useState<string>();

  function add(): void {
    const parsed = name.safeParse(typed);
    if (!parsed.success) return setProblem(fieldText(parsed.error.issues[0]?.message));
    if (isOffered(parsed.data, offered)) return setProblem(t.departmentKnown);
    setOffered([...offered, parsed.data]);
    form.setValue('departments', [...form.getValues('departments'), parsed.data], {
      shouldDirty: true,
    });
    setAdded(parsed.data);
    setTyped('');
    setProblem(undefined);
  }

  function addByEnter(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    // Enter adds the department and must not submit the form.
    event.preventDefault();
    add();
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="sr-only">{t.departments}</legend>
      <div className="grid gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
        {offered.map((department) => (
          <Checkbox
            key={department}
            {...form.register('departments')}
            value={department}
            label={medicalName(department)}
          />
        ))}
      </div>
      <FieldNotes id="departments" error={fieldText(form.formState.errors.departments?.message)} />
      <div className="flex max-w-md items-start gap-2">
        <TextField
          label={t.otherDepartment}
          autoComplete="off"
          className="flex-1"
          value={typed}
          error={problem}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={addByEnter}
        />
        <Button className="mt-6.5" onClick={add}>
          {t.addDepartment}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {added !== undefined && t.departmentAdded(added)}
      </p>
    </fieldset>
  );
}
