/**
 * A time zone where the clock now shows a time within this hour (0 to 23), so that a test holds at
 * every time of the day.
 */
export function zoneWhereItIs(hour: number, now: Date): string {
  const ahead = (((hour - now.getUTCHours()) % 24) + 24) % 24;
  // The sign in the names of these zones is inverted: Etc/GMT-5 is five hours east. There are
  // fourteen zones to the east and twelve to the west.
  if (ahead === 0) return 'Etc/GMT';
  return ahead <= 12 ? `Etc/GMT-${ahead}` : `Etc/GMT+${24 - ahead}`;
}
