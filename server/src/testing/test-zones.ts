/** Time zones by the hour that it is there, so that a test holds at every hour of the day. */

/** Where it is between this hour of a day (0 to 23) and the next one now. */
export function zoneWhereItIs(hour: number, now: Date): string {
  const ahead = (((hour - now.getUTCHours()) % 24) + 24) % 24;
  // Named the other way round: Etc/GMT-5 lies five hours east. There are fourteen to the east, twelve to the west.
  if (ahead === 0) return 'Etc/GMT';
  return ahead <= 12 ? `Etc/GMT-${ahead}` : `Etc/GMT+${24 - ahead}`;
}
