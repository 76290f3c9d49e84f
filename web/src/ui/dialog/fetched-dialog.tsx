import {
  type ComponentType,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import type { AreaName } from '../../i18n/areas.gen.ts';
import { loadAreas } from '../../i18n/catalogue.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { toast } from '../feedback/toast.ts';
import { fetchWindows } from './dialog.tsx';

/** The props with which a dialog can be closed: `onClose`, or `open` with `onOpenChange`. */
type Closable =
  | { readonly onClose: () => void }
  | { readonly open: boolean; readonly onOpenChange: (open: boolean) => void };

/**
 * Makes a dialog whose code loads when the dialog first opens, together with the named groups of
 * texts. If loading fails, a toast says so and the page stays. Otherwise a short network failure
 * would replace the whole page by an error.
 */
export function fetchedDialog<Props extends Closable>(
  fetchCode: () => Promise<ComponentType<Props>>,
  areas: readonly AreaName[] = [],
): ComponentType<Props> {
  let arrived: ComponentType<Props> | undefined;
  return function FetchedDialog(props: Props): ReactNode {
    const { common } = useMessages();
    const { language } = useLanguage();
    const [Arrived, setArrived] = useState(() => arrived);
    const giveUp = useEffectEvent(() => {
      if ('onClose' in props) props.onClose();
      else props.onOpenChange(false);
      toast({ type: 'error', title: common.networkFailed });
    });
    const isMissing = Arrived === undefined && ('onClose' in props || props.open);
    useEffect(() => {
      if (!isMissing) return;
      // At once, because on a slow line each wait for an answer is long.
      Promise.all([fetchCode(), fetchWindows(), loadAreas(language, areas)]).then(
        ([code]) => {
          arrived = code;
          setArrived(() => code);
        },
        () => giveUp(),
      );
    }, [isMissing, language]);
    if (Arrived === undefined) return null;
    return (
      <Suspense fallback={null}>
        <Arrived {...props} />
      </Suspense>
    );
  };
}
