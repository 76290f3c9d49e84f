import { email, password } from '@baari/contract/fields.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';

/** Validates the sign-in form. */
export const credentials = zodResolver(z.object({ email, password }));
