/** The place that the page shows, for everything below. */
import {
  createContext,
  type ReactNode,
  use,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
  useTransition,
} from 'react';
import { Router } from 'wouter';
import { OpenOverContext } from '../ui/over-page.ts';
import {
  currentPlace,
  holdSteps,
  navigate,
  onPlaceChanged,
  openOver,
  type Place,
} from './places.ts';

interface Navigation {
  /** What is shown; behind what was asked for while the next page's code is fetched. */
  readonly place: Place;
  readonly isUnderWay: boolean;
}

const NavigationContext = createContext<Navigation | null>(null);

export function NavigationProvider({ children }: { children: ReactNode }): ReactNode {
  const [place, show] = useState(currentPlace);
  // The page shown stays until the next one is ready, instead of giving way to nothing.
  const [isUnderWay, startTransition] = useTransition();
  const follow = useEffectEvent(() => {
    if (currentPlace() !== place) startTransition(() => show(currentPlace()));
  });
  useLayoutEffect(() => {
    // A guard may have sent elsewhere before anybody listened.
    follow();
    return onPlaceChanged(() => follow());
  }, []);
  const navigation = useMemo(() => ({ place, isUnderWay }), [place, isUnderWay]);
  return (
    <NavigationContext value={navigation}>
      {/* oxlint-disable-next-line react/hooks -- the library calls them, always the same two */}
      <Router hook={usePath} searchHook={useQueryString}>
        <OpenOverContext value={openOver}>{children}</OpenOverContext>
      </Router>
    </NavigationContext>
  );
}

export function usePlace(): Place {
  return useNavigation().place;
}

/** Whether the next page is being fetched. */
export function useIsUnderWay(): boolean {
  return useNavigation().isUnderWay;
}

/** A step away from here that waits for an answer. */
export interface HeldStep {
  readonly goOn: () => void;
  readonly stay: () => void;
}

/** Holds up steps to another page or view while there is something to lose; the one held, if any. */
export function useHeldStep(holds: boolean): HeldStep | null {
  const [goOn, setGoOn] = useState<(() => void) | null>(null);
  const leaves = useEffectEvent((next: Pick<Place, 'pathname' | 'search'>) => {
    const { pathname, search } = currentPlace();
    return holds && (next.pathname !== pathname || next.search !== search);
  });
  // Let go before whatever takes this one's place is there: a guard that sends elsewhere is not held.
  useLayoutEffect(
    () =>
      holdSteps((next, allow) => {
        const held = leaves(next);
        if (held) setGoOn(() => allow);
        return held;
      }),
    [],
  );
  return goOn === null ? null : { goOn, stay: () => setGoOn(null) };
}

function useNavigation(): Navigation {
  const navigation = use(NavigationContext);
  if (!navigation) throw new Error('A page needs a NavigationProvider above it');
  return navigation;
}

function usePath(): [string, typeof navigate] {
  return [usePlace().pathname, navigate];
}

function useQueryString(): string {
  return usePlace().search;
}
