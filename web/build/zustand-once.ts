/**
 * `zustand` for a page that is drawn once and thrown away: a store is what it is now. The library itself tells a
 * drawing on a server how the store began, as there its state would be everybody's.
 */
import type { StoreApi } from 'zustand/vanilla';

export { createStore } from 'zustand/vanilla';

export function useStore<State, Part = State>(
  { getState }: StoreApi<State>,
  select?: (state: State) => Part,
): State | Part {
  return select === undefined ? getState() : select(getState());
}
