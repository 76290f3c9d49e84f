/** Whether a hospital is open by its own hours and clock, and until when. */
import { z } from 'zod';
import { nullableInstant } from '../fields.ts';

/**
 * Whether the hospital is open now. `until`: the time at which it next closes or opens; null if
 * that is more than a week away.
 */
export const opening = z.object({ isOpen: z.boolean(), until: nullableInstant });
export type Opening = z.infer<typeof opening>;
