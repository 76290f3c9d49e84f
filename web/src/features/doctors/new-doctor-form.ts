/** The form to add a doctor, as typed, and its transformation to the request body [VAL-3]. */
import { newDoctor, type NewDoctor } from '@baari/contract/doctor/doctor.ts';
import { fieldMessages } from '@baari/contract/fields.ts';
import { z } from 'zod';

/** The value of the option with which an administrator types a new department. */
export const otherDepartment = 'other';

const { name, email, phone, specialty, department, visitMinutes } = newDoctor.shape;

/** Removes spaces around the form's values and transforms the values to the request body. */
export const newDoctorForm = z
  .object({
    name,
    email,
    phone,
    specialty,
    departmentChoice: z.string().min(1, { error: fieldMessages.required }),
    newDepartment: z.string(),
    visitMinutes,
  })
  .transform(({ departmentChoice, newDepartment, ...doctor }, context): NewDoctor => {
    const typed = departmentChoice === otherDepartment ? newDepartment : departmentChoice;
    const parsed = department.safeParse(typed);
    if (parsed.success) return { ...doctor, department: parsed.data };
    const [issue] = parsed.error.issues;
    context.addIssue({
      code: 'custom',
      path: ['newDepartment'],
      message: issue?.message ?? fieldMessages.required,
    });
    return z.NEVER;
  });

export type NewDoctorValues = z.input<typeof newDoctorForm>;

/** Whether every required field has a value. The submit button is enabled only then. */
export function isFilled(
  values: Partial<Record<Exclude<keyof NewDoctorValues, 'visitMinutes'>, string | undefined>>,
): boolean {
  const required = ['name', 'email', 'phone', 'specialty', 'departmentChoice'] as const;
  const isNamed = values.departmentChoice !== otherDepartment || hasText(values.newDepartment);
  return isNamed && required.every((field) => hasText(values[field]));
}

function hasText(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== '';
}
