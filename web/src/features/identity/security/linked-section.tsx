import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { identityCall } from '../../../api/identity.ts';
import { securityQuery } from '../../../api/queries/security-query.ts';
import { useFailureToast } from '../../../api/problems/use-failure-toast.ts';
import { useOneAtATime } from '../../../api/use-one-at-a-time.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { ownSecurityKey } from './security-queries.ts';
import { SecuritySection } from './security-section.tsx';

type Linked = 'google' | 'hospital';

/**
 * Accounts at other providers with which the user can sign in, each with a remove button. Renders
 * nothing if there are none.
 */
export function LinkedSection(): ReactNode {
  const t = useMessages('security');
  const showFailure = useFailureToast();
  const queries = useQueryClient();
  const security = useQuery(securityQuery());
  const names = { google: t.security.google, hospital: t.security.hospitalSignIn };
  const removal = useOneAtATime({
    mutationFn: (provider: Linked) => identityCall('removeLinkedSignIn', { provider }),
    onSuccess: (_reply, provider) =>
      toast({ type: 'success', title: t.security.linkedRemoved(names[provider]) }),
    onError: (failure) => showFailure(failure, t.security.linkedNotRemoved),
    onSettled: () => queries.invalidateQueries({ queryKey: ownSecurityKey }),
  });
  const { data } = security;
  const linked: Linked[] = [
    ...(data?.hasGoogle === true ? (['google'] as const) : []),
    ...(data?.hasHospitalSignIn === true ? (['hospital'] as const) : []),
  ];
  if (linked.length === 0) return null;
  return (
    <SecuritySection
      id="linked"
      title={t.security.linkedTitle}
      lead={t.security.linkedLead}
      query={security}
      skeleton={<Skeleton className="h-5 w-2/3" />}
    >
      {() => (
        <ul className="flex flex-col divide-y divide-line">
          {linked.map((provider) => (
            <li key={provider} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
              <Link2 aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
              <p className="min-w-0 flex-1 text-[0.9375rem] font-medium text-ink">
                {names[provider]}
              </p>
              <Button
                size="small"
                busy={removal.isPending && removal.variables === provider}
                aria-label={t.security.removeNamed(names[provider])}
                onClick={() => removal.mutate(provider)}
              >
                {t.common.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </SecuritySection>
  );
}
