import { useEffect, useEffectEvent, useRef, useState } from 'react';

const settleMs = 300;

/**
 * What is typed in a search box whose value lives in the URL: `[typed, setTyped]`. `onSettle` is
 * called once typing pauses; a value that comes from elsewhere, such as Back, replaces what was typed.
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
    // Our own text coming back must not undo what has been typed since.
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
 * What Enter does in a search: `onFound` is given what was found for the text in the field, also where Enter
 * comes sooner than the answer, as a scanner's does. Whatever is typed afterwards cancels it.
 */
export function useEntered<Found>({
  typed,
  search,
  look,
  found,
  onFound,
}: {
  typed: string;
  /** For what was asked last. */
  search: string;
  /** Asks at once. */
  look: (text: string) => void;
  /** The answer to `search`; undefined while it is on its way. */
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
