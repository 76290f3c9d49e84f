import { useEffect, useEffectEvent, useRef, useState } from 'react';

const settleMs = 300;

/**
 * The text of a search field whose value is in the URL: `[typed, setTyped]`. Debounces `onSettle`;
 * a value that changes elsewhere, for example by Back, replaces the text.
 */
export function useSettledText(
  value: string,
  onSettle: (text: string) => void,
): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);
  if (known !== value) {
    setKnown(value);
    // Our own value coming back from the URL must not undo later typing.
    if (value !== sent) {
      setSent(value);
      setTyped(value);
    }
  }

  const settle = useEffectEvent((text: string) => {
    setSent(text);
    onSettle(text);
  });
  useEffect(() => {
    const text = typed.trim();
    if (text === sent) return undefined;
    const timer = setTimeout(() => settle(text), settleMs);
    return () => clearTimeout(timer);
  }, [typed, sent]);

  return [typed, setTyped];
}

/**
 * Handles Enter in a search: `onFound` gets the matches of the text, also if Enter comes before the
 * answer, as from a scanner. Further typing cancels it.
 */
export function useEntered<Found>({
  typed,
  search,
  look,
  found,
  onFound,
}: {
  typed: string;
  /** The text of the last search. */
  search: string;
  /** Searches at once, without the debounce. */
  look: (text: string) => void;
  /** The answer to `search`; undefined while pending. */
  found: Found | undefined;
  onFound: (found: Found) => void;
}): () => void {
  const entered = useRef<string>(undefined);
  const goOn = useEffectEvent((answer: Found, answered: string) => {
    const isMeant = entered.current === answered && typed.trim() === answered;
    entered.current = undefined;
    if (isMeant) onFound(answer);
  });
  useEffect(() => {
    if (found !== undefined) goOn(found, search);
  }, [found, search]);
  return () => {
    const text = typed.trim();
    if (text === search && found !== undefined) return onFound(found);
    entered.current = text;
    look(text);
  };
}
