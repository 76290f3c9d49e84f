/**
 * A replacement for `zustand` in server-side rendering that returns the store's current state. On a
 * server the library itself returns the initial state, because all visitors could share one store.
 */
import type { StoreApi } from 'zustand/vanilla';

export { createStore } from 'zustand/vanilla';

export function useStore<State, Part = State>(
  { getState }: StoreApi<State>,
  select?: (state: State) => Part,
): State | Part {
  return select === undefined ? getState() : select(getState());
}
