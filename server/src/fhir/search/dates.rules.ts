/** Dates in FHIR searches: a prefix, then a date that may lack its day or its zone. */

const prefixes = ['eq', 'gt', 'lt', 'ge', 'le'] as const;
type Prefix = (typeof prefixes)[number];

/** The span of time that a value names, in milliseconds; `to` is not part of it. */
export interface AskedDate {
  readonly prefix: Prefix;
  readonly from: number;
  readonly to: number;
}

const pattern =
  /^(?<prefix>[a-z]{2})?(?<year>\d{4})(?:-(?<month>\d\d)(?:-(?<day>\d\d)(?:T(?<clock>\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(?<zone>Z|[+-]\d\d:\d\d)?)?)?)?$/u;

/** Reads a value of a date parameter; a value without a zone is in the given one. */
export function askedDate(text: string, zone: string): AskedDate | undefined {
  const parts = pattern.exec(text)?.groups;
  if (parts === undefined) return undefined;
  const prefix = prefixes.find((each) => each === (parts['prefix'] ?? 'eq'));
  if (prefix === undefined) return undefined;
  try {
    return { prefix, ...spanOf(parts, zone) };
  } catch (error) {
    // A day or a time that no calendar has.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

type Groups = Readonly<Record<string, string | undefined>>;

function spanOf({ year = '', month, day, clock, zone: own }: Groups, zone: string) {
  if (clock !== undefined) return instantSpan(`${year}-${month}-${day}T${clock}`, clock, own, zone);
  const first = Temporal.PlainDate.from(`${year}-${month ?? '01'}-${day ?? '01'}`, {
    overflow: 'reject',
  });
  const unit = day !== undefined ? 'days' : month !== undefined ? 'months' : 'years';
  const starts = (date: Temporal.PlainDate) => date.toZonedDateTime(zone).epochMilliseconds;
  return { from: starts(first), to: starts(first.add({ [unit]: 1 })) };
}

function instantSpan(local: string, clock: string, own: string | undefined, zone: string) {
  const from =
    own === undefined
      ? Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds
      : Temporal.Instant.from(`${local}${own}`).epochMilliseconds;
  if (clock.includes('.')) return { from, to: from + 1 };
  return { from, to: from + (clock.length === 5 ? 60_000 : 1000) };
}

/** The time that a resource has: an instant, or a period that may still run. */
export interface Span {
  readonly from: number;
  /** The end, which is part of the span; Infinity while it runs. */
  readonly to: number;
}

/** Whether the time of a resource fits what a search asks for. */
export function isWithin(span: Span, { prefix, from, to }: AskedDate): boolean {
  switch (prefix) {
    case 'eq':
      return span.from >= from && span.to < to;
    case 'gt':
      return span.to >= to;
    case 'ge':
      return span.to >= from;
    case 'lt':
      return span.from < from;
    case 'le':
      return span.from < to;
  }
}

/** The earliest and the latest time that all of these values allow; either may be missing. */
export function boundsOf(asked: readonly AskedDate[]): {
  readonly from: Date | undefined;
  readonly to: Date | undefined;
} {
  const lower = asked.filter(({ prefix }) => prefix !== 'lt' && prefix !== 'le');
  const upper = asked.filter(({ prefix }) => prefix !== 'gt' && prefix !== 'ge');
  return {
    from: lower.length === 0 ? undefined : new Date(Math.max(...lower.map(({ from }) => from))),
    to: upper.length === 0 ? undefined : new Date(Math.min(...upper.map(({ to }) => to))),
  };
}
