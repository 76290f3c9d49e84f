import { placeOf } from '@baari/contract/text/commas.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ownHospitalsQuery } from '../../api/queries/own-hospitals-query.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { actFor } from '../../session/act-for.ts';
import { useUser } from '../../session/session.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Select } from '../../ui/form/select.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';

/**
 * A select field with the user's hospitals. Choosing a hospital switches every tab to it [ROLE-9];
 * a user with one hospital does not see the field.
 */
export function HospitalSwitch({ labelHidden = false }: { labelHidden?: boolean }): ReactNode {
  return useUser()?.worksAtSeveral === true ? <Switch labelHidden={labelHidden} /> : null;
}

function Switch({ labelHidden }: { labelHidden: boolean }): ReactNode {
  const { hospitalSwitch: t, common } = useMessages('hospitalSwitch');
  const problemText = useProblemText();
  const hospitals = useQuery(ownHospitalsQuery());
  const [chosen, setChosen] = useState<string>();
  const [problem, setProblem] = useState<string>();

  async function choose(id: string): Promise<void> {
    setChosen(id);
    setProblem(undefined);
    try {
      await actFor(id);
    } catch (failure) {
      setChosen(undefined);
      setProblem(problemText(failure, t.switchFailed));
    }
  }

  if (hospitals.data === undefined) {
    if (!hospitals.error) {
      return (
        <LoadingRegion label={common.loading}>
          <Skeleton className="h-16" />
        </LoadingRegion>
      );
    }
    return (
      <Notice tone="danger" action={<TryAgain query={hospitals} />}>
        {problemText(hospitals.error, t.hospitalsFailed)}
      </Notice>
    );
  }
  const acting = hospitals.data.find(({ isActing }) => isActing)?.id ?? '';
  return (
    <div className="flex flex-col gap-2">
      <Select
        label={t.workingAt}
        labelHidden={labelHidden}
        value={chosen ?? acting}
        disabled={chosen !== undefined}
        options={hospitals.data.map(({ id, name, city }) => ({
          value: id,
          label: placeOf([name, city]),
        }))}
        onChange={({ target }) => void choose(target.value)}
      />
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {chosen === undefined ? '' : t.switching}
      </p>
      {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
    </div>
  );
}
