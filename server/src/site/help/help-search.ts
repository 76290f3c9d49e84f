/** Finds help pages by words of their titles and texts, in every script. */

export interface SearchedPage {
  readonly title: string;
  readonly text: string;
}

const mostFound = 20;
/** A word of the title counts as much as this many words of the text. */
const titleWeight = 8;
/** Shorter words match only whole words, because they begin too many others. */
const shortestPart = 3;

/**
 * The pages that contain most of the words, the best first. A word also matches a longer word that
 * begins with it. Nothing is found for a text without a letter or digit.
 */
export function searchHelp<Page extends SearchedPage>(
  pages: readonly Page[],
  asked: string,
): Page[] {
  const words = [...new Set(wordsOf(asked))];
  if (words.length === 0) return [];
  const found = pages.flatMap((page) => {
    const title = wordsOf(page.title);
    const text = wordsOf(page.text);
    const scores = words.map(
      (word) => titleWeight * countOf(word, title) + Math.min(countOf(word, text), titleWeight - 1),
    );
    const matched = scores.filter((score) => score > 0).length;
    const score = scores.reduce((sum, each) => sum + each, 0);
    return matched * 2 >= words.length && matched > 0 ? [{ page, matched, score }] : [];
  });
  return found
    .toSorted((a, b) => b.matched - a.matched || b.score - a.score)
    .slice(0, mostFound)
    .map(({ page }) => page);
}

function countOf(word: string, among: readonly string[]): number {
  const isPart = word.length >= shortestPart;
  return among.filter((each) => each === word || (isPart && each.startsWith(word))).length;
}

/**
 * The words of a text in lower case, without accents and without the dot below Hindi letters, which
 * many people do not type.
 */
function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f\u093c]/gu, '')
    .toLowerCase();
  return plain.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
}
