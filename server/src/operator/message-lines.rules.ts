/** Prints what became of messages, by country and kind, without any address [MSG-7]. */

export interface MessageCount {
  readonly channel: string;
  /** The calling code of a text message. */
  readonly country: string | null;
  readonly kind: string;
  readonly provider: string | null;
  readonly state: string;
  readonly reason: string | null;
  readonly count: number;
}

/** A line for each channel, country and kind: how many arrived, failed and for which reasons. */
export function messageLines(counts: readonly MessageCount[]): string[] {
  const groups = Map.groupBy(counts, ({ channel, country, kind }) =>
    [channel, country === null ? '' : `+${country}`, kind].filter((part) => part !== '').join(' '),
  );
  return [...groups].map(([name, group]) => {
    const states = Map.groupBy(group, ({ state, reason }) =>
      reason === null ? state : `${state} (${reason})`,
    );
    const said = [...states].map(
      ([state, rows]) => `${rows.reduce((sum, { count }) => sum + count, 0)} ${state}`,
    );
    return `${name}: ${said.join(', ')}`;
  });
}
