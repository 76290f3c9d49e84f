import { Building2, ChevronRight, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../navigation/page-title.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Link, TextLink } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';

/**
 * ROUTE-3: the page on which a new user chooses to sign up as a patient or for a hospital [SIGN-1].
 */
export function Page(): ReactNode {
  const t = useMessages('identity');
  usePageTitle(t.identity.signUp);
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-8 sm:py-14">
      <PageHeader title={t.identity.chooseTitle} description={t.identity.chooseLead} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Path
          href="/signup/patient"
          icon={<UserRound />}
          title={t.identity.patient}
          lead={t.identity.patientLead}
        />
        <Path
          href="/signup/hospital"
          icon={<Building2 />}
          title={t.identity.hospital}
          lead={t.identity.hospitalLead}
        />
      </div>
      <div className="mt-6 flex flex-col gap-2 text-[0.9375rem] text-ink-soft">
        <p>
          {t.identity.agreeBefore}
          <TextLink href="/terms">{t.identity.agreeTerms}</TextLink>
          {t.identity.agreeBetween}
          <TextLink href="/privacy">{t.identity.agreePrivacy}</TextLink>
          {t.identity.agreeAfter}
        </p>
        <p>
          {t.identity.haveAccount} <TextLink href="/login">{t.identity.signIn}</TextLink>
        </p>
      </div>
    </div>
  );
}

function Path({
  href,
  icon,
  title,
  lead,
}: {
  href: string;
  icon: ReactNode;
  title: string;
  lead: string;
}): ReactNode {
  return (
    <Card
      interactive
      padding="large"
      className="flex items-start gap-4 max-sm:flex-wrap sm:flex-col"
    >
      <span
        aria-hidden="true"
        className="grid size-12 shrink-0 place-items-center rounded-card bg-primary-soft text-primary-ink [&_svg]:size-6"
      >
        {icon}
      </span>
      <div className="flex min-w-0 flex-col gap-1 max-sm:flex-1 max-sm:basis-40">
        <h2 className="text-lg font-semibold text-ink">
          <Link href={href} className="inline-flex items-center gap-1 after:absolute after:inset-0">
            {title}
            <ChevronRight aria-hidden="true" className="size-5 text-primary-ink" />
          </Link>
        </h2>
        <p className="text-[0.9375rem] text-ink-soft">{lead}</p>
      </div>
    </Card>
  );
}
