/** Whether a hospital is open by its own hours and clock, and until when. */
import { z } from 'zod';
import { nullableInstant } from '../fields.ts';

/** `until`: the next closing or opening; null where none follows within a week. */
export const opening = z.object({ isOpen: z.boolean(), until: nullableInstant });
export type Opening = z.infer<typeof opening>;
