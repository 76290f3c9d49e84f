/** Formats the date of a time in the time zone of this device, as YYYY-MM-DD. */
export function dayOf(moment: Date | number): string {
  const local = new Date(moment);
  const month = String(local.getMonth() + 1).padStart(2, '0');
  const day = String(local.getDate()).padStart(2, '0');
  return `${local.getFullYear()}-${month}-${day}`;
}
