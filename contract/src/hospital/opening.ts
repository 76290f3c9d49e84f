/** Whether a hospital is open by its own hours and clock, and until when that holds. */
import { z } from 'zod';
import { nullableInstant } from '../fields.ts';

/** `until`: when it shuts, or opens again; null where neither happens within a week. */
export const opening = z.object({ isOpen: z.boolean(), until: nullableInstant });
export type Opening = z.infer<typeof opening>;
