import { Component, type ReactNode } from 'react';
import { RouteError } from './route-error.tsx';

interface Props {
  /** The current URL path; a navigation resets the error. */
  readonly place: string;
  readonly children: ReactNode;
}

interface State {
  readonly hasFailed: boolean;
  readonly place: string;
}

/** The error boundary for a page that fails to render or to load; React has logged the cause. */
export class RouteBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, place: this.props.place };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ place }: Props, before: State): Partial<State> | null {
    return place === before.place ? null : { place, hasFailed: false };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <RouteError /> : this.props.children;
  }
}
