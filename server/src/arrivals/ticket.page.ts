/**
 * The page behind a ticket's code: plain HTML that works on any phone, also without JavaScript, and
 * does not identify the patient. It refreshes every 30 seconds [ARR-4].
 */
import { isOpenStatus } from '@baari/contract/constants.ts';
import type { Delays } from '@baari/contract/queue/queue.ts';
import { noBreak } from '@baari/contract/text/no-break.ts';
import type { VisitLeft } from '@baari/contract/lines/visit-left.ts';
import type { WaitRange } from '@baari/contract/queue/wait.ts';
import { whereToGo } from '@baari/contract/lines/where-to-go.ts';
import type { Language } from '@baari/contract/languages.ts';
import { clockText, lineText, visitLeftText, whenText } from '../waits/wait-texts.ts';
import { escapeHtml } from '../platform/messages/mail.html.ts';
import { plainPage } from '../platform/pages/plain-page.ts';
import { notIndexed, refreshed } from '../platform/pages/secret-page.ts';
import { medicalName } from '../texts/medical-name.ts';
import { textsOf } from '../texts/texts.ts';
import type { TicketStanding } from './arrivals.view.ts';

type TicketTexts = ReturnType<typeof textsOf<'ticket'>>;

/** The suffix that turns a ticket's address into the address of its delay page. */
export const laterPath = '/later';

export interface TicketPageOf {
  readonly standing: TicketStanding;
  /** The path of the ticket's page, which contains the ticket's secret. */
  readonly path: string;
  readonly language: Language;
  /** The languages that the hospital offers to patients. */
  readonly offered: readonly Language[];
  readonly now: Date;
  /**
   * Whether staff can still put a patient whose entry has ended back into the line. If so, the page
   * keeps refreshing.
   */
  readonly mayReturn?: boolean;
  /**
   * For a visit with several steps: the minutes until the whole visit is over; undefined if it
   * cannot be forecast.
   */
  readonly left?: VisitLeft | undefined;
  /** The name of the closed line that the patient joins when it opens again; undefined for none. */
  readonly awaited?: string | undefined;
  /**
   * Whether the page is shown right after the patient chose to be late or to let others go first.
   */
  readonly isPutOff?: boolean;
}

export function ticketPage({
  standing,
  path,
  language,
  offered,
  now,
  mayReturn = false,
  left,
  awaited,
  isPutOff,
}: TicketPageOf): string {
  const texts = textsOf('ticket', language);
  const { status } = standing;
  const reader = { language, zone: standing.timeZone, now };
  const isToCome = status === 'waiting' && !standing.isAway;
  const when = isToCome ? whenText(standing.waitRange, reader) : undefined;
  const line = isToCome ? lineText(standing.line, reader, standing.service) : undefined;
  const state = awaited === undefined ? stateOf(standing, language) : texts.nextShut(awaited);
  const hint = awaited === undefined ? hintOf(standing, texts) : texts.nextShutHint;
  const isOver = !isOpenStatus(status) && awaited === undefined && !mayReturn;
  const lines = [
    `<p class="place">${escapeHtml(standing.hospitalName)}</p>`,
    ...(standing.hospitalStanding === 'confirmed'
      ? []
      : [`<p class="unconfirmed">${escapeHtml(texts.unconfirmed)}</p>`]),
    `<h1 class="token"><span>${texts.token}</span> ${escapeHtml(standing.token)}</h1>`,
    `<p class="state ${status}" role="status">${escapeHtml(state)}</p>`,
    ...(when === undefined ? [] : [`<p class="wait">${escapeHtml(texts.expected(when))}</p>`]),
    ...(left === undefined
      ? []
      : [`<p class="wait">${escapeHtml(visitLeftText(left, language))}</p>`]),
    ...(line === undefined ? [] : [`<p class="hint">${escapeHtml(line)}</p>`]),
    `<p class="hint">${escapeHtml(hint)}</p>`,
    ...(standing.closeWord === null
      ? []
      : [
          `<p class="hint">${escapeHtml(texts.wordOfStaff)}: <bdi>${escapeHtml(standing.closeWord)}</bdi></p>`,
        ]),
    ...(isPutOff ? [`<p class="notice" role="status">${escapeHtml(texts.putOff)}</p>`] : []),
    ...(standing.mayGoLater
      ? [`<p><a class="act" href="${path}${laterPath}?lang=${language}">${texts.later}</a></p>`]
      : []),
    `<p class="doctor">${escapeHtml(standing.doctorName)}<br><span>${escapeHtml(placeOf(standing, language))}</span></p>`,
    `<p class="age">${escapeHtml(texts.asOf(clockText(now, reader)))}${isOver ? '' : ` ${texts.refreshes}`}</p>`,
  ];
  const title = `${standing.token} · ${texts.title}`;
  const head = [notIndexed, ...(isOver ? [] : [refreshed])];
  return plainPage({ language, offered, title, lines: lines.map(noBreak), head });
}

export interface LaterPageOf {
  readonly standing: TicketStanding;
  readonly delays: Delays;
  /** The address of the ticket's page. */
  readonly path: string;
  readonly language: Language;
  readonly offered: readonly Language[];
  readonly now: Date;
  /** Why the requested delay was refused. */
  readonly problem?: string | undefined;
}

/**
 * The page on which a ticket's holder chooses a delay. Each choice is a button that states its
 * effect, and works with one tap and without JavaScript [WAIT-1].
 */
export function ticketLaterPage(given: LaterPageOf): string {
  const { standing, delays, path, language, offered, now, problem } = given;
  const texts = textsOf('ticket', language);
  const reader = { language, zone: standing.timeZone, now };
  const choice = (name: string, value: number, label: string, effect: ShownEffect) =>
    `<button name="${name}" value="${value}"><strong>${escapeHtml(label)}</strong><span>${escapeHtml(effectText(effect))}</span></button>`;
  const effectText = ({ letsPass, position, waitRange }: ShownEffect) => {
    const when = whenText(waitRange, reader);
    const where = letsPass === 0 ? texts.placeStays : texts.goFirst(letsPass, position);
    return when === undefined ? where : `${where} ${texts.expected(when)}`;
  };
  const groups = [
    {
      title: texts.lateTitle,
      buttons: delays.late.map((each) =>
        choice('late', each.minutes, texts.lateBy(each.minutes), each),
      ),
    },
    {
      title: texts.laterTitle,
      buttons: delays.later.map((each) =>
        choice('later', each.people, texts.letFirst(each.people), each),
      ),
    },
  ].filter(({ buttons }) => buttons.length > 0);
  const none = delays.left === 0 ? texts.delaysUsed : texts.nothingToPutOff;
  const lines = [
    `<h1>${texts.later}</h1>`,
    ...(problem === undefined ? [] : [`<p class="notice" role="alert">${escapeHtml(problem)}</p>`]),
    `<p class="hint">${escapeHtml(groups.length === 0 ? none : texts.laterLead(delays.left))}</p>`,
    ...groups.map(
      ({ title, buttons }) =>
        `<form method="post" action="${path}${laterPath}?lang=${language}"><input type="hidden" name="seen" value="${standing.version}"><h2>${title}</h2>${buttons.join('')}</form>`,
    ),
    `<p><a class="act" href="${path}?lang=${language}">${texts.backToTicket}</a></p>`,
  ];
  const title = `${standing.token} · ${texts.later}`;
  return plainPage({ language, offered, title, lines: lines.map(noBreak), head: [notIndexed] });
}

type ShownEffect = {
  readonly letsPass: number;
  readonly position: number;
  readonly waitRange: WaitRange | null;
};

/** The page for an unknown ticket address: the address was mistyped, or the visit has ended. */
export function unknownTicketPage(language: Language): string {
  const texts = textsOf('ticket', language);
  const lines = [
    `<h1>${texts.unknownTitle}</h1>`,
    `<p class="hint">${texts.unknownText}</p>`,
    `<p><a href="/">${texts.home}</a></p>`,
  ];
  return plainPage({ language, title: texts.unknownTitle, lines, head: [notIndexed] });
}

/**
 * The text for the state of the patient's place in line. For a closed entry it is the same as in
 * the messages to the patient.
 */
function stateOf(standing: TicketStanding, language: Language): string {
  const texts = textsOf('ticket', language);
  if (standing.closedBecause !== null) {
    return textsOf('queueNews', language).title[standing.closedBecause];
  }
  const { status, position, isAway, isNext, doctorName: name, service } = standing;
  const room = whereToGo({ name, room: standing.room, service });
  if (status === 'in_progress' && room !== null) return texts.goInTo(room);
  if (status !== 'waiting') return texts.state[status];
  if (isAway) return texts.away;
  return isNext ? texts.next : texts.state.waiting(position);
}

function placeOf({ department, room }: TicketStanding, language: Language): string {
  return [medicalName(department, language), room].filter(Boolean).join(' · ');
}

function hintOf({ status, isHere, isAway, service }: TicketStanding, texts: TicketTexts): string {
  if (isAway) return texts.awayHint;
  if (status === 'in_progress' && service !== null) return texts.awaitedThere;
  return status === 'waiting' && !isHere ? texts.notHereYet : texts.hint[status];
}
