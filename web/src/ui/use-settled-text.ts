import { useEffect, useEffectEvent, useState } from 'react';

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
