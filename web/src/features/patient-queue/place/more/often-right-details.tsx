import type { HeldTimes } from '@baari/contract/doctor/doctor.ts';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../../../i18n/language.tsx';

/** How often the doctor's forecasts were right, in full sentences [QST-12]. */
export function OftenRightDetails({
  promises: { kept, inside, of },
}: {
  promises: HeldTimes;
}): ReactNode {
  const { placeMore: t } = useMessages('placeMore');
  const format = useFormat();
  const within = inside === undefined ? '' : ` ${t.insideFor(format.number(inside))}`;
  return <p>{`${t.heldFor(format.number(kept), format.number(of))}${within}`}</p>;
}
