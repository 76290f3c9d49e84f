/**
 * A replacement of `zustand` for server-side rendering, which renders the store's current state.
 * The library itself renders the initial state on a server, because there a store would be shared
 * by all visitors.
 */
import type { StoreApi } from 'zustand/vanilla';

export { createStore } from 'zustand/vanilla';

export function useStore<State, Part = State>(
  { getState }: StoreApi<State>,
  select?: (state: State) => Part,
): State | Part {
  return select === undefined ? getState() : select(getState());
}
