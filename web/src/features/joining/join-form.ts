/** What the join form asks for, and what goes over the wire [JOINH-1]. */
import { fieldMessages, password, uuid } from '@baari/contract/fields.ts';
import {
  joinableTitles,
  type JoinApplication,
  joinApplication,
} from '@baari/contract/account/team.ts';
import { z } from 'zod';
import { type Draft, textsOf } from '../../device/draft.ts';

const fields = joinApplication.extend({
  hospitalId: z.string().min(1, { error: fieldMessages.required }).pipe(uuid),
  password: z.string(),
  confirmPassword: z.string(),
});

/** For someone who is signed in already: the identity is proved. */
export const signedInJoin = fields;

/** For a new account, whose two passwords must match. */
export const newAccountJoin = fields
  .extend({ password, confirmPassword: z.string().min(1, { error: fieldMessages.required }) })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    error: fieldMessages.passwordsDiffer,
    // Also while other fields are still wrong.
    when: ({ value }) => passwordPair.safeParse(value).success,
  });

const passwordPair = z.object({ password: z.string(), confirmPassword: z.string().min(1) });

export type JoinInput = z.input<typeof fields>;
export type JoinOutput = z.output<typeof fields>;
export type JoinField = keyof JoinInput;

export function isJoinField(name: string): name is JoinField {
  return Object.hasOwn(fields.shape, name);
}

/** Never the password: the identity provider alone sees it [JOINH-2]. */
export function applicationOf(form: JoinOutput): JoinApplication {
  const { password: _, confirmPassword: __, ...application } = form;
  return application;
}

const drafted = ['hospitalId', 'firstName', 'lastName', 'phone', 'department'] as const;

/** What was typed here before, as far as it still fits. */
export function draftValues(draft: Draft | undefined): Partial<JoinInput> {
  const title = joinableTitles.find((known) => known === draft?.['role']);
  return { ...textsOf(draft, drafted), ...(title === undefined ? {} : { role: title }) };
}

export function draftEmail(draft: Draft | undefined): string {
  return textsOf(draft, ['email']).email ?? '';
}

/** The id of a hospital, when that is what was typed into the search. */
export function typedId(typed: string): string | undefined {
  const { success, data } = uuid.safeParse(typed.trim().toLowerCase());
  return success ? data : undefined;
}
