import {
  type Analytics,
  keptTimesPath,
  setKeptTimesPage,
} from '@baari/contract/hospital/analytics.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSubmit } from '../../api/forms/use-submit.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Section } from './section.tsx';

/**
 * The switch that makes the accuracy of the hospital's wait times public, and the link to the
 * public page [WAIT-3].
 */
export function KeptTimesPage({ figures }: { figures: Analytics }): ReactNode {
  const { administration: t } = useMessages('administration');
  const client = useQueryClient();
  const write = useSubmit(setKeptTimesPage, {
    onSuccess: () => client.invalidateQueries({ queryKey: ['analytics'] }),
    failed: t.keptTimesPage.failed,
  });
  const isShown = write.isPending ? write.variables.body.isShown : figures.showsKeptTimes;
  return (
    <Section title={t.keptTimesPage.title}>
      <Switch
        label={t.keptTimesPage.show}
        hint={t.keptTimesPage.hint}
        checked={isShown}
        disabled={write.isPending}
        onChange={({ target }) => write.mutate({ body: { isShown: target.checked } })}
      />
      {isShown && (
        <TextLink
          href={keptTimesPath(figures.hospitalId)}
          target="_blank"
          rel="noopener noreferrer"
          className="text-[0.9375rem]"
        >
          {t.keptTimesPage.open}
        </TextLink>
      )}
    </Section>
  );
}
