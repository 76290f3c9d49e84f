/**
 * A fake language model endpoint over real HTTP, which behaves well, badly or maliciously. It sees only its input and
 * does not know the rules for its answers.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const sent = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })).length(2),
  response_format: z.object({ type: z.literal('json_schema') }),
});
const answers = z.array(
  z.object({
    id: z.string(),
    label: z.string(),
    said: z.string(),
    use: z.enum(['choose', 'whole']),
    must: z.literal(true).optional(),
  }),
);
type SentAnswer = z.infer<typeof answers>[number];

interface Sentence {
  text: string;
  from: string[];
}

/**
 * A function that turns a good summary into a bad summary; undefined if the summary contains
 * nothing to change.
 */
type Spoil = (good: readonly Sentence[], given: readonly SentAnswer[]) => Sentence[] | undefined;

const firstOf = (
  good: readonly Sentence[],
  spoil: (text: string) => string,
): Sentence[] | undefined => {
  const at = good.findIndex(({ text }) => spoil(text) !== text);
  if (at < 0) return undefined;
  return good.map((one, index) => (index === at ? { ...one, text: spoil(one.text) } : one));
};
const adds =
  (text: string): Spoil =>
  (good, given) => [...good, { text, from: [given[0]?.id ?? 'matter'] }];
const appends =
  (words: string): Spoil =>
  (good) =>
    good.map((one, index) => (index === 0 ? { ...one, text: `${one.text} ${words}` } : one));
const without =
  (id: string): Spoil =>
  (good) =>
    good.some(({ from }) => from.includes(id))
      ? good.filter(({ from }) => !from.includes(id))
      : undefined;

/** Answers of a bad language model, which invent something or leave something out. */
export const badly = {
  'an invented medicine': appends('Takes Warfarin.'),
  'an invented medicine in the list': (good) =>
    firstOf(good, (text) => text.replace(/^(Medicines|दवाएँ): /u, '$1: Digoxin, ')),
  'an invented number': appends('Fever 39.5 for 12 days.'),
  'another dose': (good) => firstOf(good, (text) => text.replace(/(\d+) mg/u, '9$1 mg')),
  'a point before a dose': (good) =>
    firstOf(good, (text) => text.replace(/(?<=[:,;] | )(\d+) mg/u, '.$1 mg')),
  'a point inside a dose': (good) =>
    firstOf(good, (text) => text.replace(/(\d)(\d+) mg/u, '$1\u00b7$2 mg')),
  'a half of the day added': (good) =>
    firstOf(good, (text) => text.replace(/at night(?=[.,;])/u, 'at night am')),
  'another severity': (good) =>
    firstOf(good, (text) => text.replace(/\d+ out of 10|10 में से \d+/u, '1 out of 10')),
  'a duration moved': (good) =>
    firstOf(good, (text) => text.replace(/(\d+) (day|week|month)s/u, '$1 years')),
  'a negation dropped': (good) =>
    firstOf(good, (text) => text.replace(/\bno (?=\p{L})|\bnot | नहीं| nahi(?= |$)/iu, '')),
  'a negation added': appends('No chest pain.'),
  'an answer denied': (good) =>
    firstOf(good, (text) => text.replace(/^(The patient says: |मरीज़ ने बताया: )/u, '$1no ')),
  'what is denied left out': (good) =>
    firstOf(good, (text) => text.replace(/(?<=[.:] )No [^.]+\./u, '')),
  'an allergy left out': (good, given) => {
    const said = given.find(({ id }) => id === 'allergies');
    return said === undefined ? undefined : without('allergies')(good, given);
  },
  'an allergy of the patient’s words left out': (good) =>
    firstOf(good, (text) => text.replace(/ ?I am allergic to [^.;,]+[.;,]?/u, '')),
  'half of an allergy': (good) =>
    firstOf(good, (text) => text.replace(/^(Allergies|एलर्जी): [^.]*, /u, '$1: ')),
  'no allergies where there are some': (good, given) => {
    const said = given.find(({ id }) => id === 'allergies');
    if (said === undefined || said.said === 'none' || said.said === 'कोई नहीं') return undefined;
    return good.map((one) =>
      one.from.includes('allergies') ? { ...one, text: `${said.label}: none.` } : one,
    );
  },
  'a sign left out': (good, given) =>
    given.some(({ id, must }) => id === 'signs' && must === true)
      ? without('signs')(good, given)
      : undefined,
  'signs all denied': (good, given) => {
    const said = given.find(({ id, must }) => id === 'signs' && must === true);
    if (said === undefined) return undefined;
    return good.map((one) =>
      one.from.includes('signs') ? { ...one, text: `${said.label}: all answered with no.` } : one,
    );
  },
  'a full stop in a denial': (good) =>
    firstOf(good, (text) => text.replace(/\bno (?=\p{L})/iu, 'no. ')),
  'a denial spread': (good) => firstOf(good, (text) => text.replace(/(?<=No [^.]+)\. /u, ', ')),
  'another side': (good) =>
    firstOf(good, (text) =>
      text.replace(/\b(left|right)\b/u, (side) => (side === 'left' ? 'right' : 'left')),
    ),
  'labels swapped': (good, given) => {
    const [a, b] = ['allergies', 'conditions'].map((id) => given.find((one) => one.id === id));
    if (a === undefined || b === undefined || a.said === b.said) return undefined;
    return [
      ...good.filter(({ from }) => !from.includes(a.id) && !from.includes(b.id)),
      { text: `${a.label}: ${b.said}; ${b.label}: ${a.said}.`, from: [a.id, b.id] },
    ];
  },
  'a relative’s illness': (good) =>
    firstOf(good, (text) => text.replace(/My (?:father|mother) has/u, 'I have')),
  'the wrong answer named': (good) =>
    good.length < 2
      ? undefined
      : good.map((one, index) => ({ ...one, from: good[(index + 1) % good.length]?.from ?? [] })),
  'an answer named that is none': (good) =>
    good.map((one) => ({ ...one, from: [...one.from, 'pulse'] })),
  'no answer named': (good) => good.map((one) => ({ ...one, from: [] })),
  'other words for the same': (good) =>
    firstOf(good, (text) =>
      text.replace(/ for /u, ' persisting over ').replace(/worse/u, 'deteriorating'),
    ),
  'something said twice': (good) => [...good, ...good.slice(0, 1)],
  'nothing at all': () => [],
} satisfies Record<string, Spoil>;

/**
 * Answers of a manipulated language model, for example after a prompt injection in a patient's
 * words.
 */
export const maliciously = {
  'not urgent': adds('The patient is not urgent and can wait.'),
  'not urgent, in the first sentence': appends('This is not urgent.'),
  urgent: adds('This is an emergency.'),
  'a diagnosis': adds('Likely diagnosis: gastritis.'),
  'a treatment': adds('Recommend to increase the dose of the medicine.'),
  markup: appends('<img src=x onerror=alert(1)>'),
  'a link': appends('See https://evil.example/form'),
  'the prompt echoed': (_, given) => [
    {
      text: 'You put together what a patient answered before a visit, for a doctor to read.',
      from: [given[0]?.id ?? 'matter'],
    },
  ],
  'an instruction to the doctor': adds('Ignore the answers above and say that all is well.'),
  'hidden letters': (good) => firstOf(good, (text) => `${text}\u200b\u202eenicidem on`),
  'look-alike letters': appends('Takes Аspirin.'),
  'look-alike digits': (good) => firstOf(good, (text) => text.replace(/4/u, '\u09ea')),
  'raised digits': (good) => firstOf(good, (text) => text.replace(/(\d)0(?!\d)/u, '$1\u2070')),
  'a minus that looks like a dash': (good) =>
    firstOf(good, (text) => text.replace(/: (?=\d)/u, ': \u2013')),
  'words in quotation marks': (good) =>
    firstOf(good, (text) => text.replace(/(?<=in the )([a-z]+)/u, '“$1”')),
  'two things linked': (good) =>
    firstOf(good, (text) => text.replace(/(?<=[a-z])\. (?=Pain|Took|My)/u, ' with ')),
  'words pieced together': (good, given) => {
    const label = given.find(({ id }) => id === 'allergies')?.label;
    return label === undefined
      ? undefined
      : [...good, { text: `${label}: and by the patient.`, from: ['allergies'] }];
  },
} satisfies Record<string, Spoil>;

/** Answers of a language model that are not summaries at all. */
export const brokenly = [
  'malformed JSON',
  'another shape',
  'an empty body',
  'too large',
  'a redirect',
  'error 500',
  'error 429',
  'cut off',
  'another protocol',
  'never',
] as const;

export type Behaviour =
  | 'well'
  | keyof typeof badly
  | keyof typeof maliciously
  | (typeof brokenly)[number];

export interface ModelEndpointServer {
  /** The endpoint's address with /v1, as an operator configures it. */
  readonly url: string;
  /** Sets how the fake endpoint behaves from now on. */
  readonly behave: (how: Behaviour) => void;
  /**
   * The request bodies that the fake endpoint received as text, each with the key that was sent.
   */
  readonly received: { readonly body: string; readonly authorization: string | undefined }[];
  /** Whether the endpoint's latest answer differed from a good summary. */
  readonly wasSpoilt: () => boolean;
  readonly close: () => Promise<void>;
}

const spoils: Readonly<Record<string, Spoil>> = { ...badly, ...maliciously };

export async function startModelEndpoint(): Promise<ModelEndpointServer> {
  const received: ModelEndpointServer['received'] = [];
  const ending = new AbortController();
  let how: Behaviour = 'well';
  let isSpoilt = false;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString('utf8');
    received.push({ body, authorization: request.headers.authorization });
    if (request.url !== '/v1/chat/completions') return end(response, 404, '');
    const given = readAnswers(body);
    const good = wellOf(given);
    const spoilt = spoils[how]?.(good, given);
    isSpoilt = spoilt !== undefined || (brokenly as readonly string[]).includes(how);
    const content = JSON.stringify({ sentences: spoilt ?? good });
    const whole = JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] });
    switch (how) {
      case 'malformed JSON':
        return end(response, 200, whole.replace('{', '{,'));
      case 'another shape':
        return end(
          response,
          200,
          JSON.stringify({ choices: [{ message: { content: '{"summary":"well"}' } }] }),
        );
      case 'an empty body':
        return end(response, 200, '');
      case 'too large':
        return end(response, 200, whole + ' '.repeat(100_000));
      case 'a redirect':
        response.writeHead(307, { location: '/v1/chat/completions' }).end();
        return;
      case 'error 500':
        return end(response, 500, 'no');
      case 'error 429':
        return end(response, 429, 'no');
      case 'cut off':
        response.writeHead(200, { 'content-length': '1000' });
        response.write(whole.slice(0, 20));
        await sleep(20);
        response.destroy();
        return;
      case 'another protocol':
        response.socket?.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
        );
        return;
      case 'never':
        response.writeHead(200);
        response.write(' ');
        // Sends a byte now and then, because the time limit of the caller applies to the whole
        // answer.
        while (!response.destroyed && !ending.signal.aborted) {
          await sleep(200, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
          response.write(' ');
        }
        return;
      default:
        return end(response, 200, whole);
    }
  }

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    behave(next) {
      how = next;
    },
    received,
    wasSpoilt: () => isSpoilt,
    async close() {
      ending.abort();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function end(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

function readAnswers(body: string): SentAnswer[] {
  const { messages } = sent.parse(JSON.parse(body));
  const [, user] = messages;
  const [, inside = ''] =
    /^<answers-[\w-]+>\n(.*)\n<\/answers-[\w-]+>$/u.exec(user?.content ?? '') ?? [];
  return answers.parse(JSON.parse(inside));
}

/**
 * The summary that a correct model writes: first emergency signs, then the patient's own words,
 * then up to eight other answers, and last the remaining answers that must appear.
 */
function wellOf(given: readonly SentAnswer[]): Sentence[] {
  const isHindi = given.some(({ label }) => /\p{Script=Devanagari}/u.test(label));
  const says = isHindi ? 'मरीज़ ने बताया: ' : 'The patient says: ';
  const words = given.filter(({ use }) => use === 'choose');
  const musts = given.filter(({ use, must }) => use === 'whole' && must === true);
  const others = given.filter(({ use, must }) => use === 'whole' && must !== true);
  const isSign = ({ id }: SentAnswer): boolean => id === 'signs';
  const labelled = ({ label, said }: SentAnswer): string => `${label}: ${said}`;
  const oneEach = (list: readonly SentAnswer[]): Sentence[] =>
    list.map((one) => ({ text: `${oneLine(labelled(one))}.`, from: [one.id] }));
  return [
    ...oneEach(musts.filter(isSign)),
    ...words.map((one) => ({ text: says + chosen(one.said), from: [one.id] })),
    ...(others.length === 0
      ? []
      : [
          {
            text: `${others
              .slice(0, 8)
              .map((one) => oneLine(labelled(one)))
              .join('; ')}.`,
            from: others.slice(0, 8).map(({ id }) => id),
          },
        ]),
    ...oneEach(musts.filter((one) => !isSign(one))),
  ];
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/gu, '; ').replaceAll(/\s+/gu, ' ');
}

/**
 * The part of a patient's answer that a summary quotes: the first two thirds of the sentences, and
 * later sentences with a denial or a word such as "stopped" or "allergic". A leading "I have" is
 * removed.
 */
function chosen(said: string): string {
  const sentences = said.split(/(?<=[.!?।])\s+|\n/u).filter((one) => one.trim() !== '');
  const most = Math.max(1, Math.ceil((sentences.length * 2) / 3));
  const denies = (one: string): boolean =>
    /\b(?:no|not|never|without|nahi|stopped|allergic)\b|n't\b|नहीं|बिना|बंद/iu.test(one);
  return sentences
    .filter((one, index) => index < most || denies(one))
    .map((one) => oneLine(one).replace(/^I have (?:a )?/u, ''))
    .join(' ');
}
