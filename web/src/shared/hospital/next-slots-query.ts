/** The next free times of a hospital, apart from the queries that My Queue loads. */
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import { listNextSlots } from '@baari/contract/visit/appointment.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { takeAnswerSent } from '../../api/sent-with-page.ts';
import { appointmentRoot } from '../../api/queries/appointment-queries.ts';
import { everyPage } from '../../api/queries/pages.ts';
import { pageBehind } from '../../api/queries/queries.ts';

const second = 1000;

/** The query for the next free time of each doctor and each shared line of a hospital. */
export function nextSlotsQuery(hospitalId: string) {
  return queryOptions({
    queryKey: [...appointmentRoot, 'next', hospitalId],
    queryFn: async ({ signal }) => {
      let timeZone = '';
      const nextSlots = await everyPage(async (after) => {
        const page = { params: { id: hospitalId }, query: pageBehind(after), signal };
        const reply = await call(listNextSlots, page);
        timeZone = reply.timeZone;
        return { rows: slotsIn(reply), next: reply.next };
      });
      return { timeZone, nextSlots };
    },
    initialData: () => {
      const sent = takeAnswerSent(listNextSlots, { params: { id: hospitalId } });
      return sent?.next === null
        ? { timeZone: sent.timeZone, nextSlots: slotsIn(sent) }
        : undefined;
    },
    staleTime: 30 * second,
    gcTime: 300 * second,
  });
}

/** The next free times of doctors and of lines in one list. */
function slotsIn({ nextSlots, nextLineSlots }: ReplyOf<typeof listNextSlots>) {
  return [
    ...nextSlots,
    ...nextLineSlots.map(({ lineId, ...slot }) => ({ doctorId: lineId, ...slot })),
  ];
}
