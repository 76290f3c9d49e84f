import type { QueryClient } from '@tanstack/react-query';
import { serverNow } from '../../clock/clock.ts';
import { hospitalQuery } from '../../api/queries/queries.ts';
import { positionIfAllowed } from '../../device/position.ts';
import { type Doubt, doubtOf, type Expected, type Spot } from './doubt.ts';

/**
 * Reads the device's position, if the user permits it. Compares position and time with those
 * expected when a patient presses "I'm here".
 */
export async function findDoubt(
  client: QueryClient,
  { hospital, at }: Expected,
): Promise<Doubt | undefined> {
  const here = await positionIfAllowed();
  const there = here && (await spotOf(client, hospital.id));
  return doubtOf({ here, hospital: there, expectedAt: at, now: serverNow() });
}

async function spotOf(client: QueryClient, id: string): Promise<Spot | undefined> {
  const { latitude, longitude } = await client.fetchQuery(hospitalQuery(id));
  return latitude === null || longitude === null ? undefined : { latitude, longitude };
}
