/**
 * Tests that a phone's live stream and the ticket of the same entry show the same range of the wait
 * at any moment [INV-16, ARR-4].
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { shownRange, type AnnouncedPlace } from '@baari/contract/queue/announced-wait.ts';
import type { WaitRange } from '@baari/contract/queue/wait.ts';
import { get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makePatients, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';
import { openStream, type TestStream } from '../testing/test-stream.ts';
import { zoneWhereItIs } from '../testing/test-zones.ts';
import { textsOf } from '../texts/texts.ts';
import { whenText } from '../waits/wait-texts.ts';

/** The time zone is chosen so that the whole test happens on one day. */
const zone = zoneWhereItIs(10, new Date());

let app: TestApp;
let town: Town;
let people: TestPerson[];

before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app, { timeZone: zone });
  people = await makePatients(app, 9);
});
after(() => app.close());

async function wait(person: TestPerson): Promise<string> {
  const body = { doctorId: town.doctorId };
  const { id } = (await get(app, person, 'requestPlace', { body })).queue;
  await get(app, town.admin, 'approveRequest', { id });
  return id;
}

async function ownPlace(person: TestPerson, id: string): Promise<AnnouncedPlace<WaitRange>> {
  const { queues } = await get(app, person, 'listOpenEntries', {});
  const own = queues.find((entry) => entry.id === id);
  assert.ok(own !== undefined);
  return own;
}

/** What a phone shows, computed by the same rule as on the My Queue page. */
function phoneOf(stream: TestStream, id: string) {
  let shown: AnnouncedPlace<WaitRange> | undefined;
  let heard = 0;
  function take(entry: AnnouncedPlace<WaitRange>): void {
    const waitRange = shownRange(shown, entry, app.clock.now().getTime());
    shown = { position: entry.position, line: entry.line, waitRange };
  }
  return {
    take,
    hear(): void {
      for (const { event } of stream.frames.slice(heard)) {
        if ('waitRange' in event.data && event.data.id === id) take(event.data);
      }
      heard = stream.frames.length;
    },
    words: (): string | undefined =>
      whenText(shown?.waitRange ?? null, { language: 'en', zone, now: app.clock.now() }),
  };
}

test('phone and ticket show the same range for the expected call, in the same words, at twenty moments of a moving line [INV-16, ARR-4]', async () => {
  const [asha, ...others] = people;
  const ahead = others.slice(0, 5);
  assert.ok(asha !== undefined);
  const line: string[] = [];
  for (const person of ahead) line.push(await wait(person));
  const id = await wait(asha);
  const { ticket } = await get(app, town.receptionist, 'makeTicket', { id });
  const stream = await openStream(app, asha);
  const phone = phoneOf(stream, id);
  const behind = others.slice(5);
  const ticketWords = async (): Promise<string | undefined> => {
    const answer = await fetch(`${app.origin()}${new URL(ticket.url).pathname}`);
    const shown = /<p class="wait">(?<words>[^<]*)<\/p>/u.exec(await answer.text());
    return shown?.groups?.['words']?.replaceAll(/\s/gu, ' ');
  };
  const inWords = (when: string | undefined) =>
    when && textsOf('ticket', 'en').expected(when).replaceAll(/\s/gu, ' ');
  const seen = new Set<string>();
  try {
    for (let moment = 0; moment < 20; moment += 1) {
      // The advances of the clock add up to less than the idle time after which staff are signed
      // out.
      app.clock.advance(40_000);
      const next = line[0];
      if (moment % 5 === 1 && next !== undefined) {
        await get(app, town.doctor, 'startConsultation', { id: next });
      }
      if (moment % 5 === 4 && next !== undefined) {
        await get(app, town.doctor, 'completeConsultation', { id: next });
        line.shift();
      }
      const newcomer = moment % 6 === 2 ? behind.shift() : undefined;
      if (newcomer !== undefined) await wait(newcomer);
      // Phone and ticket take turns in reading the range first.
      const before = moment % 2 === 0 ? await ticketWords() : undefined;
      phone.hear();
      phone.take(await ownPlace(asha, id));
      const onPhone = inWords(phone.words());
      assert.ok(onPhone !== undefined, `moment ${moment}: the phone shows a range`);
      assert.equal(await ticketWords(), onPhone, `moment ${moment}`);
      if (before !== undefined) assert.equal(before, onPhone, `moment ${moment}, ticket first`);
      seen.add(onPhone);
    }
  } finally {
    stream.cut();
  }
  assert.ok(seen.size > 2, `the line moved: ${[...seen].join(' | ')}`);
  assert.ok(seen.size < 15, 'and the range does not move with each reading');
});
