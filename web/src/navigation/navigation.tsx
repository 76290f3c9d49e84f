/** Provides the current location to all components below this component. */
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
  blockSteps,
  navigate,
  onPlaceChanged,
  openOver,
  type Place,
} from './places.ts';

interface Navigation {
  /** The location on screen, which changes only when the next page's code has loaded. */
  readonly place: Place;
  readonly isUnderWay: boolean;
}

const NavigationContext = createContext<Navigation | null>(null);

export function NavigationProvider({ children }: { children: ReactNode }): ReactNode {
  const [place, show] = useState(currentPlace);
  // A transition keeps the current page on screen until the next page is ready, instead of showing
  // a fallback.
  const [isUnderWay, startTransition] = useTransition();
  const follow = useEffectEvent(() => {
    if (currentPlace() !== place) startTransition(() => show(currentPlace()));
  });
  useLayoutEffect(() => {
    // A guard may have redirected before this component subscribed.
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

/** Whether the next page is loading. */
export function useIsUnderWay(): boolean {
  return useNavigation().isUnderWay;
}

/** A navigation that waits for a confirmation. */
export interface HeldStep {
  readonly goOn: () => void;
  readonly stay: () => void;
}

/** Blocks navigation while the page has unsaved changes; returns the blocked navigation, if any. */
export function useHeldStep(holds: boolean): HeldStep | null {
  const [goOn, setGoOn] = useState<(() => void) | null>(null);
  const leaves = useEffectEvent((next: Pick<Place, 'pathname' | 'search'>) => {
    const { pathname, search } = currentPlace();
    return holds && (next.pathname !== pathname || next.search !== search);
  });
  // A layout effect, so that a guard's redirect after this page is not blocked.
  useLayoutEffect(
    () =>
      blockSteps((next, allow) => {
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
