/**
 * The page of a shared link: how a visit goes, for a relative. It works without JavaScript and
 * refreshes every 30 seconds [ARR-7].
 */
import type { Language } from '@baari/contract/languages.ts';
import { leftText, type VisitLeft } from '@baari/contract/lines/visit-left.ts';
import { noBreak } from '@baari/contract/text/no-break.ts';
import { escapeHtml } from '../platform/messages/mail.html.ts';
import { plainPage } from '../platform/pages/plain-page.ts';
import { notIndexed, refreshed } from '../platform/pages/secret-page.ts';
import { textsOf } from '../texts/texts.ts';
import { clockText, whenText } from '../waits/wait-texts.ts';
import type { SharedStanding } from './sharing.view.ts';

export interface SharedPageOf {
  readonly standing: SharedStanding;
  /** The minutes until the visit is over, for a visit with several stops. */
  readonly rest: VisitLeft | undefined;
  /** Whether the visit goes on when a closed line opens. */
  readonly isBetween: boolean;
  readonly language: Language;
  /** The languages that the hospital offers to patients. */
  readonly offered: readonly Language[];
  readonly now: Date;
}

export function sharedPage(given: SharedPageOf): string {
  const { standing, rest, isBetween, language, offered, now } = given;
  const texts = textsOf('sharedPlace', language);
  const { unconfirmed, asOf, refreshes } = textsOf('ticket', language);
  const reader = { language, zone: standing.timeZone, now };
  const { status } = standing;
  const isOnItsWay = status === 'waiting' || status === 'in_progress';
  // The titles of links that messengers preview name nobody.
  const lines = [
    `<p class="place">${escapeHtml(standing.hospitalName)}</p>`,
    ...(standing.hospitalStanding === 'confirmed'
      ? []
      : [`<p class="unconfirmed">${escapeHtml(unconfirmed)}</p>`]),
    `<h1 class="token"><span><bdi>${escapeHtml(standing.firstName)}</bdi> · ${texts.token}</span> ${escapeHtml(standing.token)}</h1>`,
    `<p class="state ${status}" role="status">${escapeHtml(isBetween ? texts.between : stateOf(standing, language))}</p>`,
    ...(status === 'waiting' && !standing.isAway
      ? [`<p class="wait">${escapeHtml(waitText(given))}</p>`]
      : []),
    ...(rest === undefined ? [] : [`<p class="hint">${escapeHtml(wholeText(rest, language))}</p>`]),
    ...(isOnItsWay ? [whereOf(standing, language)] : []),
    `<p class="age">${escapeHtml(asOf(clockText(now, reader)))} ${refreshes}</p>`,
    `<p class="age">${texts.until}</p>`,
  ];
  const head = [notIndexed, refreshed];
  return plainPage({ language, offered, title: texts.title, lines: lines.map(noBreak), head });
}

/** The page for an address that shows nothing: ended, stopped or never valid. It tells nothing. */
export function endedLinkPage(language: Language): string {
  const { endedTitle, endedText } = textsOf('sharedPlace', language);
  const { home } = textsOf('ticket', language);
  const lines = [
    `<h1>${endedTitle}</h1>`,
    `<p class="hint">${endedText}</p>`,
    `<p><a href="/">${home}</a></p>`,
  ];
  return plainPage({ language, title: endedTitle, lines, head: [notIndexed] });
}

function stateOf({ status, isAway, isNext, position }: SharedStanding, language: Language): string {
  const { state, away, next } = textsOf('sharedPlace', language);
  switch (status) {
    case 'waiting':
      if (isAway) return away;
      return isNext ? next : state.waiting(position);
    case 'pending_approval':
    case 'in_progress':
    case 'completed':
      return state[status];
    case 'cancelled':
    case 'no_show':
    case 'rejected':
      return state.gone;
  }
}

function waitText({ standing, language, now }: SharedPageOf): string {
  const texts = textsOf('sharedPlace', language);
  const when = whenText(standing.waitRange, { language, zone: standing.timeZone, now });
  return when === undefined ? texts.unknown : texts.expected(when);
}

function wholeText(rest: VisitLeft, language: Language): string {
  const { about, atMost } = textsOf('sharedPlace', language).left;
  return leftText(rest, { ...textsOf('journey', language).left, about, atMost });
}

/** The doctor or the kind of the line, and the room or counter. */
function whereOf({ doctorName, service, room }: SharedStanding, language: Language): string {
  const { kinds } = textsOf('sharedPlace', language);
  const stop = doctorName ?? kinds[service ?? 'other'];
  const where = room === null ? '' : `<br><span>${escapeHtml(room)}</span>`;
  return `<p class="doctor"><bdi>${escapeHtml(stop)}</bdi>${where}</p>`;
}
