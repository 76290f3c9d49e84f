/**
 * Ensures that the desk sees similar known patients before records for a family's new members are
 * created [DESK-7, DESK-9].
 */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { alikeQuery, isEnoughToSeek } from '../../../api/queries/patient-queries.ts';
import type { FamilyFields } from './family-form.ts';

export function useSeenAlike() {
  const client = useQueryClient();
  const [isLooking, setLooking] = useState(false);
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());

  /** Returns the names of new family members who are similar to known patients. */
  async function lookFor({ phone, people }: FamilyFields): Promise<string[]> {
    const names = people.filter(({ patientId }) => patientId === '').map(({ name }) => name.trim());
    const found = await Promise.all(
      names.map(async (name) => {
        const sought = { name, phone: phone.trim() };
        if (name === '' || !isEnoughToSeek(sought)) return [];
        const alike = await client.fetchQuery(alikeQuery(sought));
        // A patient with only the same phone number does not count as similar, because the whole
        // family has that number.
        return alike.some(({ by }) => by !== 'phone') ? [name] : [];
      }),
    );
    return found.flat();
  }

  return {
    isLooking,
    /** Whether the last attempt to send the form found similar patients, who are now on screen. */
    hasShown: seen.size > 0,
    async mayAdd(fields: FamilyFields): Promise<boolean> {
      setLooking(true);
      try {
        const alike = await lookFor(fields);
        const isSeen = alike.every((name) => seen.has(name));
        setSeen(new Set(alike));
        return isSeen;
      } catch {
        // If the search for similar patients failed, the error is shown beside the fields. The
        // family can still be added.
        return true;
      } finally {
        setLooking(false);
      }
    },
  };
}
