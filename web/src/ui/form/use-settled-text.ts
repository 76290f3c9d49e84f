import { useEffect, useEffectEvent, useRef, useState } from 'react';

const settleMs = 300;

/**
 * The text of a search field whose value is in the URL, as `[typed, setTyped]`. Calls `onSettle`
 * after a pause in typing. If the URL's value changes otherwise, for example by Back, the new value
 * replaces the text.
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
    // If the URL's value comes from this search field itself, it must not overwrite what the user
    // has typed since.
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
 * Handles Enter in a search field. `onFound` gets the results, even if Enter comes before the
 * server's response, as from a barcode scanner. Further typing cancels the search.
 */
export function useEntered<Found>({
  typed,
  search,
  look,
  found,
  onFound,
}: {
  typed: string;
  /** The text with which the last search was made. */
  search: string;
  /** Starts a search with this text at once, without waiting for a pause in typing. */
  look: (text: string) => void;
  /** The results for `search`; undefined while the request is pending. */
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
