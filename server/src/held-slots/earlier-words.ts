/** Texts about an offer of an earlier time, in the patient's language and for each channel [APPT-1]. */
import type { Language } from '@baari/contract/languages.ts';
import { unconfirmedMark, unconfirmedNotes } from '../hospitals/unconfirmed-words.ts';
import type { Addressee, Words } from '../notifications/notify.ts';
import {
  clockOf,
  doctorSms,
  hospitalSms,
  shortWhenOf,
  whenOf,
} from '../notifications/message-values.ts';
import { harmless } from '../platform/harmless.rules.ts';
import { letterBody } from '../platform/messages/letter.ts';
import type { SmsContent } from '../platform/messages/sms/sms-kinds.ts';
import { textsOf } from '../texts/texts.ts';
import type { OfferRow } from './held-slots.store.ts';

export type EarlierNews = 'earlier_offered' | 'offer_over';

export interface EarlierWordsOptions {
  readonly offer: OfferRow;
  readonly to: Addressee;
  /** The address of the page that answers the offer, or of the patient's own page. */
  readonly link: string;
  /**
   * Whether the link works without signing in; the patient then types the last digits of the phone.
   */
  readonly needsDigits: boolean;
}

export function earlierWords(
  kind: EarlierNews,
  { offer, to, link, needsDigits }: EarlierWordsOptions,
): Words {
  const { language } = to;
  const texts = textsOf('earlierNews', language);
  const letters = textsOf('letters', language);
  const doctor = harmless(offer.doctor_name);
  const hospital = harmless(offer.hospital_name);
  const { hospital_standing: standing } = offer;
  const where = letters.pair(doctor, `${hospital}${unconfirmedMark(standing, language)}`);
  const when = whenOf({ starts_at: offer.slot_starts_at, time_zone: offer.time_zone }, language);
  const until = clockOf(offer.expires_at, offer.time_zone, language);
  const person = offer.patient_id === offer.account_id ? undefined : harmless(offer.patient_name);
  const whose = person === undefined ? [] : [letters.forWhom(person)];
  const named = (text: string) => whose.reduce((said, who) => letters.before(who, said), text);
  const title = named(texts.title[kind]);
  const isOffer = kind === 'earlier_offered';
  const address = letters.pair(hospital, offer.hospital_address);
  return {
    mail: {
      subject: named(texts.subject[kind](doctor)),
      ...letterBody({
        language,
        parts: [
          { text: letters.hello(to.name) },
          { text: texts.lead[kind] },
          { facts: [...whose, when, doctor, address] },
          ...notes().map((text) => ({ text })),
          { button: isOffer ? texts.button : texts.mine, link },
        ],
      }),
    },
    sms: smsOf(),
    push: { title, body: `${when}\n${where}` },
  };

  function smsOf(): SmsContent {
    const { origin: site } = new URL(link);
    const variables = {
      doctor: doctorSms(language, person, doctor),
      hospital: hospitalSms(hospital, standing, language),
      when: shortWhenOf({ starts_at: offer.slot_starts_at, time_zone: offer.time_zone }, language),
      site,
    };
    if (!isOffer) return { kind: 'offer_over', variables };
    const page = link.slice(site.length);
    return { kind: 'earlier_offered', variables: { ...variables, until, page } };
  }

  function notes(): string[] {
    const own = ownTime(offer, language);
    if (!isOffer) return [own === undefined ? texts.staysWish : texts.stays];
    return [
      texts.until(until),
      ...(own === undefined ? [] : [texts.instead(own)]),
      texts.reasons[offer.reason],
      ...(needsDigits ? [texts.digits] : []),
      ...unconfirmedNotes(standing, language),
    ];
  }
}

/** The time of the booking that the patient would give up; undefined without a booking. */
function ownTime(offer: OfferRow, language: Language): string | undefined {
  const { own_starts_at: startsAt, time_zone: zone } = offer;
  return startsAt === null ? undefined : whenOf({ starts_at: startsAt, time_zone: zone }, language);
}
