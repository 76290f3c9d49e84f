/** Whether known patients like the new ones of a family were seen before records are made [DESK-7, DESK-9]. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { alikeQuery, isEnoughToSeek } from '../../../api/queries/patient-queries.ts';
import type { FamilyFields } from './family-form.ts';

export function useSeenAlike() {
  const client = useQueryClient();
  const [isLooking, setLooking] = useState(false);
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());

  /** The names of those who are new and like somebody known, as they stand in the form. */
  async function lookFor({ phone, people }: FamilyFields): Promise<string[]> {
    const names = people.filter(({ patientId }) => patientId === '').map(({ name }) => name.trim());
    const found = await Promise.all(
      names.map(async (name) => {
        const sought = { name, phone: phone.trim() };
        if (name === '' || !isEnoughToSeek(sought)) return [];
        const alike = await client.fetchQuery(alikeQuery(sought));
        // The others of the family have the same phone.
        return alike.some(({ by }) => by !== 'phone') ? [name] : [];
      }),
    );
    return found.flat();
  }

  return {
    isLooking,
    /** Some are on screen, and were when it was sent. */
    hasShown: seen.size > 0,
    async mayAdd(fields: FamilyFields): Promise<boolean> {
      setLooking(true);
      try {
        const alike = await lookFor(fields);
        const isSeen = alike.every((name) => seen.has(name));
        setSeen(new Set(alike));
        return isSeen;
      } catch {
        // The failed look is said beside the fields, and nobody is turned away for it.
        return true;
      } finally {
        setLooking(false);
      }
    },
  };
}
