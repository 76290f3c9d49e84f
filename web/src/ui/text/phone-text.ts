import { useEffect, useMemo } from 'react';

type Group = typeof import('@baari/contract/text/group-phone.ts').groupPhone;

let group: Group | undefined;
let isAskedFor = false;
const afterMs = 3000;

/**
 * Formats for most hospitals' numbers without a numbering plan: Indian and British mobile numbers,
 * and North American ones.
 */
const known = [
  [/^(\+91)([6-9]\d{4})(\d{5})$/u, '$1 $2 $3'],
  [/^(\+44)(7\d{3})(\d{6})$/u, '$1 $2 $3'],
  [/^(\+1)(\d{3})(\d{3})(\d{4})$/u, '$1 $2 $3 $4'],
] as const;

/**
 * A phone number in groups, which are easier to read out. The world's numbering plans are large, so
 * they load after the page. A number already on screen stays unchanged, because groups would shift
 * the layout.
 */
export function PhoneText({ number }: { number: string }): string {
  useEffect(() => {
    if (!isAskedFor) fetchPlans();
  }, []);
  return useMemo(() => group?.(number) ?? groupQuickly(number), [number]);
}

function groupQuickly(number: string): string {
  const [form, groups] = known.find(([each]) => each.test(number)) ?? [];
  return form === undefined || groups === undefined ? number : number.replace(form, groups);
}

function fetchPlans(): void {
  isAskedFor = true;
  const go = () =>
    import('@baari/contract/text/group-phone.ts').then(
      ({ groupPhone }) => {
        group = groupPhone;
      },
      // The next number retries.
      () => {
        isAskedFor = false;
      },
    );
  // Delayed, so that the page's own requests come first.
  setTimeout(() => void go(), afterMs);
}
