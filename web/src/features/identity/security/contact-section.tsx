import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Mail, Smartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { identityCall } from '../../../api/identity.ts';
import { type OwnSecurity, securityQuery } from '../../../api/queries/security-query.ts';
import { ProblemNotice } from '../../../api/problems/problem-notice.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { useUser } from '../../../session/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx';
import { fetchedDialog } from '../../../ui/dialog/fetched-dialog.tsx';
import { PhoneText } from '../../../ui/text/phone-text.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { useWaysIn } from '../sign-in/use-ways-in.ts';
import type { ContactKind } from './contact-dialog.tsx';
import { reloadOwnUser } from './reload-own-user.ts';
import { SecuritySection } from './security-section.tsx';

/** Lazily loaded with the schemas of its form, because few people change an address. */
const ContactDialog = fetchedDialog(
  async () => (await import('./contact-dialog.tsx')).ContactDialog,
);

/** The section with the account's email and phone: view, add and change. */
export function ContactSection(): ReactNode {
  const t = useMessages('security');
  const security = useQuery(securityQuery());
  return (
    <SecuritySection
      id="contact"
      title={t.security.contact}
      lead={t.security.contactLead}
      query={security}
      skeleton={
        <>
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-10 w-full" />
        </>
      }
    >
      {(shown) => <Contacts security={shown} />}
    </SecuritySection>
  );
}

function Contacts({ security }: { security: OwnSecurity }): ReactNode {
  const t = useMessages('security');
  const user = useUser();
  const waysIn = useWaysIn();
  const [changing, setChanging] = useState<ContactKind>();
  const queries = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const removal = useMutation({
    mutationFn: () => identityCall('removeOwnPhone', {}),
    onSuccess: async () => {
      await reloadOwnUser();
      await queries.invalidateQueries();
      toast({ type: 'success', title: t.security.phoneRemoved });
      setRemoving(false);
    },
  });
  if (!user) return null;
  const has = { email: user.email !== null, phone: security.phone !== null };
  const isPhoneOffered = waysIn?.phone === true;
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        <ContactLine
          kind="email"
          value={user.email}
          isProved={user.emailVerified}
          onChange={() => setChanging('email')}
        />
        {(isPhoneOffered || has.phone) && (
          <ContactLine
            kind="phone"
            value={security.phone}
            isProved={has.phone}
            onChange={isPhoneOffered ? () => setChanging('phone') : undefined}
            // The phone can be removed only if the email is verified. Otherwise the owner could no
            // longer sign in.
            onRemove={has.phone && user.emailVerified ? () => setRemoving(true) : undefined}
          />
        )}
      </ul>
      {changing && <ContactDialog kind={changing} onClose={() => setChanging(undefined)} />}
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title={t.security.removePhoneTitle}
        description={t.security.removePhoneLead(security.phone ?? '', user.email ?? '')}
        confirmLabel={t.security.removePhone}
        cancelLabel={t.common.cancel}
        busy={removal.isPending}
        busyLabel={t.common.processing}
        onConfirm={() => removal.mutate()}
      >
        {removal.isError && <ProblemNotice problem={removal.error} />}
      </ConfirmDialog>
    </>
  );
}

function ContactLine({
  kind,
  value,
  isProved,
  onChange,
  onRemove,
}: {
  kind: ContactKind;
  value: string | null;
  isProved: boolean;
  onChange: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
}): ReactNode {
  const t = useMessages('security');
  const Icon = kind === 'email' ? Mail : Smartphone;
  const name = kind === 'email' ? t.security.email : t.security.phone;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
      <div className="flex min-w-0 flex-1 basis-40 flex-col text-[0.9375rem]">
        <p className="text-sm text-ink-soft">{name}</p>
        <p className="flex flex-wrap items-center gap-x-2 font-medium break-all text-ink">
          {value === null ? t.security.noContact : <PhoneText number={value} />}
          {value !== null && (
            <Badge tone={isProved ? 'success' : 'warning'}>
              {isProved ? t.security.proved : t.security.notProved}
            </Badge>
          )}
        </p>
      </div>
      {onRemove && (
        <Button
          size="small"
          variant="quiet"
          aria-label={t.security.removeNamed(name)}
          onClick={onRemove}
        >
          {t.common.remove}
        </Button>
      )}
      {onChange && (
        <Button
          size="small"
          aria-label={value === null ? t.security.addNamed(name) : t.security.changeNamed(name)}
          onClick={onChange}
        >
          {value === null ? t.security.add : t.security.change}
        </Button>
      )}
    </li>
  );
}
