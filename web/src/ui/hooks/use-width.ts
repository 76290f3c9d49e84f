import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * The width of an element in whole CSS pixels, measured before the first paint and after each
 * change. `atFirst` is the width used until the first measurement.
 */
export function useWidth<E extends HTMLElement>(
  atFirst: number,
): readonly [ref: RefObject<E | null>, width: number] {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(atFirst);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => {
      // Width 0 means that the element is hidden, for example in a collapsed part of the page. The
      // previous width is then kept.
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
