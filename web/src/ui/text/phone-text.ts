import { useEffect, useMemo } from 'react';

type Group = typeof import('@baari/contract/text/group-phone.ts').groupPhone;

let group: Group | undefined;
let isAskedFor = false;
const afterMs = 3000;

/**
 * Patterns that group most hospitals' phone numbers without the numbering plans: mobile numbers and
 * the largest cities' landlines in India, British mobile numbers, and North American numbers.
 */
const known = [
  [/^(\+91)([6-9]\d{4})(\d{5})$/u, '$1 $2 $3'],
  [/^(\+91)(11|20|22|33|40|44)(\d{4})(\d{4})$/u, '$1 $2 $3 $4'],
  [/^(\+44)(7\d{3})(\d{6})$/u, '$1 $2 $3'],
  [/^(\+1)(\d{3})(\d{3})(\d{4})$/u, '$1 $2 $3 $4'],
] as const;

/**
 * A phone number in groups of digits, which are easier to read aloud. The numbering plans of all
 * countries are large, so they load only for a number that no pattern groups, and after the page.
 * Numbers already on screen are not regrouped, because the layout would shift.
 */
export function PhoneText({ number }: { number: string }): string {
  const quick = useMemo(() => groupQuickly(number), [number]);
  const isUnknown = quick === undefined && number.startsWith('+');
  useEffect(() => {
    if (isUnknown && !isAskedFor) fetchPlans();
  }, [isUnknown]);
  return useMemo(() => quick ?? group?.(number) ?? number, [quick, number]);
}

/**
 * Groups the digits of a phone number without the numbering plans, for pages that phones load over
 * slow networks. A number that no pattern fits stays as it is.
 */
export function phoneInGroups(number: string): string {
  return groupQuickly(number) ?? number;
}

/** Undefined if no pattern fits the number. */
function groupQuickly(number: string): string | undefined {
  const [form, groups] = known.find(([each]) => each.test(number)) ?? [];
  return form === undefined || groups === undefined ? undefined : number.replace(form, groups);
}

function fetchPlans(): void {
  isAskedFor = true;
  const go = () =>
    import('@baari/contract/text/group-phone.ts').then(
      ({ groupPhone }) => {
        group = groupPhone;
      },
      // After a failure, the next phone number that is shown tries to load the numbering plans
      // again.
      () => {
        isAskedFor = false;
      },
    );
  // Loading is delayed, so that the page's own requests come first.
  setTimeout(() => void go(), afterMs);
}
