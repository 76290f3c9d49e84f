import type { LineLimits } from '@baari/contract/lines/line-limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useFailureToast } from '../../api/problems/use-failure-toast.ts';
import { lineLimitsQuery } from '../../api/queries/staff-queries.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { LimitsDialog } from './limits-dialog.tsx';

/**
 * A button that opens the dialog with the limits of a doctor's line or a shared line [QST-1,
 * LINE-6].
 */
export function LimitsButton({
  line,
  ...look
}: Omit<ButtonProps, 'children'> & {
  line: { readonly id: string; readonly name: string };
}): ReactNode {
  const { limits: t } = useMessages('limits');
  const client = useQueryClient();
  const showFailure = useFailureToast();
  const [isLoading, setLoading] = useState(false);
  const [opened, setOpened] = useState<LineLimits>();
  async function open(): Promise<void> {
    setLoading(true);
    try {
      setOpened((await client.fetchQuery(lineLimitsQuery(line.id))).limits);
    } catch (failure) {
      showFailure(failure, t.loadFailed);
    } finally {
      setLoading(false);
    }
  }
  return (
    <>
      <Button
        {...look}
        title={t.of(line.name)}
        aria-label={t.of(line.name)}
        busy={isLoading}
        onClick={() => void open()}
      >
        {t.button}
      </Button>
      {opened && <LimitsDialog line={line} opened={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
