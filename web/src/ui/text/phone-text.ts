import { useEffect, useMemo } from 'react';

type Group = typeof import('@baari/contract/text/group-phone.ts').groupPhone;

let group: Group | undefined;
let isAskedFor = false;
const afterMs = 3000;

/** Numbers of most hospitals, which need no plan: mobile numbers of India and Britain, and those of North America. */
const known = [
  [/^(\+91)([6-9]\d{4})(\d{5})$/u, '$1 $2 $3'],
  [/^(\+44)(7\d{3})(\d{6})$/u, '$1 $2 $3'],
  [/^(\+1)(\d{3})(\d{3})(\d{4})$/u, '$1 $2 $3 $4'],
] as const;

/**
 * A number to call in groups, which are easier to read out. The plans of the world's numbers weigh more than many a
 * page: they are fetched when the page stands. A number that is shown by then stays as it is, as groups would move the
 * lines under the finger.
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
      // The next number asks again.
      () => {
        isAskedFor = false;
      },
    );
  // What the page itself fetches comes first.
  setTimeout(() => void go(), afterMs);
}
