/** Reads what a person answered, in any of the languages [MSG-8]. */
import { languages } from '@baari/contract/languages.gen.ts';
import { textsOf } from '../../texts/texts.ts';
import { bare, type KnownWords, knownWords, type Word } from './answer-words.rules.ts';

/** The known words of all languages; undefined before the first message arrives. */
let known: KnownWords | undefined;

/** What a whole message says; undefined if it says none of the known words. */
export function readWord(text: string): Word | undefined {
  known ??= knownWords(languages.map((language) => textsOf('answerWords', language)));
  return known.get(bare(text));
}
