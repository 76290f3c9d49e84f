/**
 * Validates the forms of the account's security. Loaded after the page that shows them, because the
 * schemas are heavy.
 */
import { maxLength } from '@baari/contract/constants.ts';
import { oneTimeCode, password, requiredText } from '@baari/contract/fields.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';

export const newPasskey = zodResolver(z.object({ name: requiredText(maxLength.name) }));
export const newPassword = zodResolver(z.object({ newPassword: password }));
export const sentCode = zodResolver(z.object({ code: oneTimeCode }));
