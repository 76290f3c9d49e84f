import { useEffect, useState } from 'react';

/** Whether anybody has touched the screen or a key within this many ms. */
export function useAttended(withinMs: number): boolean {
  const [isAttended, setAttended] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function notice(): void {
      clearTimeout(timer);
      timer = setTimeout(() => setAttended(false), withinMs);
      setAttended(true);
    }
    document.addEventListener('pointerdown', notice);
    document.addEventListener('keydown', notice);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerdown', notice);
      document.removeEventListener('keydown', notice);
    };
  }, [withinMs]);
  return isAttended;
}
