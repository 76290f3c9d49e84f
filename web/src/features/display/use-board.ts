import { type Board, boardStreamPath, screenEvent } from '@baari/contract/hospital/screen.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { type LiveState, openStream } from '../../live/live-stream.ts';

export interface BoardState {
  readonly board: Board | undefined;
  readonly state: LiveState;
  /** When data last arrived from the server, in ms since 1970. Null before any data arrived. */
  readonly lastByteAt: number | null;
  /** Whether the display's link was revoked or never existed. */
  readonly isUnknown: boolean;
}

const atFirst: BoardState = {
  board: undefined,
  state: 'connecting',
  lastByteAt: null,
  isUnknown: false,
};

/**
 * Keeps the board of a display current. `onBoard` is called with each new board and the previous
 * board.
 */
export function useBoard(
  key: string,
  onBoard: (board: Board, before: Board | undefined) => void,
): BoardState {
  const [shown, show] = useState(atFirst);
  const hear = useEffectEvent(onBoard);
  useEffect(() => {
    let last: Board | undefined;
    const stream = openStream({
      fetchStream: (input, init) => fetch(input, init),
      url: () => `/api${boardStreamPath}`,
      parse: parseScreenFrame,
      lostStatus: 404,
      token: async () => key,
      refreshToken: async () => null,
      onSessionLost: () => show((before) => ({ ...before, isUnknown: true })),
      onEvent: (event) => {
        if (event.type !== 'board') return;
        const { data: board } = event;
        hear(board, last);
        last = board;
        show((before) => ({ ...before, board }));
      },
      onState: (state) => show((before) => ({ ...before, state })),
      onByte: (lastByteAt) => show((before) => ({ ...before, lastByteAt })),
      random: Math.random,
    });
    const wakeOnline = () => stream.wake('online');
    const wakeVisible = () => {
      if (document.visibilityState === 'visible') stream.wake('visible');
    };
    addEventListener('online', wakeOnline);
    document.addEventListener('visibilitychange', wakeVisible);
    return () => {
      removeEventListener('online', wakeOnline);
      document.removeEventListener('visibilitychange', wakeVisible);
      stream.close();
    };
  }, [key]);
  return shown;
}

function parseScreenFrame(data: string) {
  try {
    return screenEvent.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined; // Not JSON.
  }
}
