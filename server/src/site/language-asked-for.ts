import { type TextPageLanguage, textPageLanguages } from '@baari/contract/site.ts';

/** The language of ours that an Accept-Language header likes best; English where it names none. */
export function languageAskedFor(header: string | undefined): TextPageLanguage {
  const liked = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', weight] = part.trim().split(/\s*;\s*q=/u);
      return { language: tag.slice(0, 2).toLowerCase(), weight: Number(weight ?? 1) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  for (const { language } of liked) {
    const known = textPageLanguages.find((ours) => ours === language);
    if (known !== undefined) return known;
  }
  return 'en';
}
