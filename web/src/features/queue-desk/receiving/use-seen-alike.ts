/**
 * Whether known patients similar to a family's new members were shown before records are made
 * [DESK-7, DESK-9].
 */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { alikeQuery, isEnoughToSeek } from '../../../api/queries/patient-queries.ts';
import type { FamilyFields } from './family-form.ts';

export function useSeenAlike() {
  const client = useQueryClient();
  const [isLooking, setLooking] = useState(false);
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());

  /** The names of new members who are similar to known patients. */
  async function lookFor({ phone, people }: FamilyFields): Promise<string[]> {
    const names = people.filter(({ patientId }) => patientId === '').map(({ name }) => name.trim());
    const found = await Promise.all(
      names.map(async (name) => {
        const sought = { name, phone: phone.trim() };
        if (name === '' || !isEnoughToSeek(sought)) return [];
        const alike = await client.fetchQuery(alikeQuery(sought));
        // The rest of the family has the same phone, so a match by phone alone does not count.
        return alike.some(({ by }) => by !== 'phone') ? [name] : [];
      }),
    );
    return found.flat();
  }

  return {
    isLooking,
    /** Whether the matches found at the last attempt to send are on screen. */
    hasShown: seen.size > 0,
    async mayAdd(fields: FamilyFields): Promise<boolean> {
      setLooking(true);
      try {
        const alike = await lookFor(fields);
        const isSeen = alike.every((name) => seen.has(name));
        setSeen(new Set(alike));
        return isSeen;
      } catch {
        // The failed search is shown beside the fields, and does not prevent adding the family.
        return true;
      } finally {
        setLooking(false);
      }
    },
  };
}
