import {
  type Consent,
  type HospitalConsents,
  type OwnEmergency,
  saveConsent,
} from '@baari/contract/patient/consent.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { consentsQuery } from '../../api/queries/access-queries.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { defaultZone } from '../../i18n/format.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';

/**
 * The patient's consents for each hospital, with a switch for each purpose, and a list of staff who
 * used emergency access [SEC-26].
 */
export function ConsentSection(): ReactNode {
  const { consent: t, common } = useMessages('consent');
  const problemText = useProblemText();
  const { data, error, isFetching, refetch } = useQuery(consentsQuery());
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className="flex flex-col gap-4 print:hidden">
      <div className="flex flex-col gap-1">
        <h2 id={id} className="text-base font-semibold text-ink">
          {t.title}
        </h2>
        <p className="text-sm text-ink-soft">{t.lead}</p>
        <p className="text-sm text-ink-soft">{t.needed}</p>
      </div>
      {data === undefined && error === null && (
        <LoadingRegion label={t.loading} className="flex flex-col gap-3">
          <Skeleton className="h-5 w-48" />
          <Skeleton className="h-6 w-full" />
        </LoadingRegion>
      )}
      {data === undefined && error !== null && (
        <Notice
          tone="warning"
          title={t.failed}
          action={
            <Button size="small" busy={isFetching} onClick={() => void refetch()}>
              {common.tryAgain}
            </Button>
          }
        >
          {problemText(error)}
        </Notice>
      )}
      {data?.hospitals.length === 0 && <p className="text-[0.9375rem] text-ink-soft">{t.none}</p>}
      {data?.hospitals.map((hospital) => (
        <HospitalLine key={hospital.hospital.id} {...hospital} />
      ))}
      {data && data.emergencies.length > 0 && <Emergencies emergencies={data.emergencies} />}
    </Card>
  );
}

function HospitalLine({ hospital, consents }: HospitalConsents): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 id={id} className="font-semibold wrap-anywhere text-ink">
        <bdi>{hospital.name}</bdi>
      </h3>
      {consents.map((consent) => (
        <ConsentLine key={consent.purpose} hospitalId={hospital.id} consent={consent} />
      ))}
    </section>
  );
}

/**
 * One consent of the patient. Changes are shown at once and undone if saving fails (optimistic
 * update).
 */
function ConsentLine({ hospitalId, consent }: { hospitalId: string; consent: Consent }): ReactNode {
  const { consent: t } = useMessages('consent');
  const format = useFormat();
  const client = useQueryClient();
  const save = useWrite(saveConsent, {
    onSuccess: ({ hospital: saved }) =>
      client.setQueryData(consentsQuery().queryKey, (known) =>
        known === undefined
          ? undefined
          : {
              ...known,
              hospitals: known.hospitals.map((each) =>
                each.hospital.id === saved.hospital.id ? saved : each,
              ),
            },
      ),
  });
  const { purpose, saidAt, changes } = consent;
  const isGiven = save.isPending ? save.variables.body.isGiven : consent.isGiven;
  const texts = t.purposes[purpose];
  const said = consent.isGiven ? t.saidGiven : t.saidWithdrawn;
  const earlier = changes.slice(1);
  return (
    <div className="flex flex-col gap-1">
      <Switch
        label={texts.label}
        hint={
          <>
            {isGiven ? texts.given : texts.withdrawn}{' '}
            {saidAt === null ? t.neverSaid : said(format.exact(saidAt, defaultZone))}
          </>
        }
        checked={isGiven}
        disabled={save.isPending}
        onChange={({ target }) =>
          save.mutate({ params: { id: hospitalId }, body: { purpose, isGiven: target.checked } })
        }
      />
      {earlier.length > 0 && (
        <details className="text-sm text-ink-soft">
          <summary className="w-fit cursor-pointer py-1">{t.history}</summary>
          <ul className="list-disc ps-5">
            {earlier.map(({ isGiven: wasGiven, at }) => (
              <li key={at}>
                {(wasGiven ? t.wasGiven : t.wasWithdrawn)(format.exact(at, defaultZone))}
              </li>
            ))}
          </ul>
        </details>
      )}
      {save.isError && <ProblemNotice problem={save.error} fallback={t.notSaved} />}
    </div>
  );
}

function Emergencies({ emergencies }: { emergencies: readonly OwnEmergency[] }): ReactNode {
  const { consent: t } = useMessages('consent');
  const format = useFormat();
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 id={id} className="font-semibold text-ink">
        {t.emergencies}
      </h3>
      <p className="text-sm text-ink-soft">{t.emergenciesLead}</p>
      <ul className="flex flex-col gap-2">
        {emergencies.map(({ id: key, hospitalName, patientName, role, kind, reason, openedAt }) => (
          <li key={key} className="text-[0.9375rem] wrap-anywhere text-ink">
            {t.emergency(t.roles[role], hospitalName, patientName)}
            <span className="block text-sm text-ink-soft">
              {`${format.exact(openedAt, defaultZone)} · ${[t.kinds[kind], reason]
                .filter((part) => part !== '')
                .join(': ')}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
