import { type ReactNode, useState } from 'react';
import { usePageTitle } from '../../navigation/page-title.ts';
import { useSite } from '../../app/site.ts';
import { ContactForm, ContactSent } from '../../features/site/contact-form.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { useUser } from '../../session/session.ts';
import { Card } from '../../ui/layout/card.tsx';
import { TextLink } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';

/** The contact page [ROUTE-27]. */
export function Page(): ReactNode {
  const t = useMessages('site');
  const user = useUser();
  const { contactEmail } = useSite();
  const [sentFor, setSentFor] = useState<string>();
  usePageTitle(t.site.contactTitle, t.site.contactDescription);
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col px-4 py-8 sm:py-14">
      <PageHeader title={t.site.contactTitle} description={t.site.contactLead} />
      <Card padding="large">
        {sentFor === undefined ? (
          <ContactForm
            writer={{ name: user?.name ?? '', email: user?.email ?? '' }}
            mailbox={contactEmail}
            onSent={setSentFor}
          />
        ) : (
          <ContactSent address={sentFor} onWriteAnother={() => setSentFor(undefined)} />
        )}
      </Card>
      <div className="mt-5 flex flex-col items-center gap-1 text-center text-[0.9375rem] text-ink-soft">
        <p>{t.site.emergency}</p>
        {contactEmail && (
          <p>
            {t.site.orByMail} <TextLink href={`mailto:${contactEmail}`}>{contactEmail}</TextLink>
          </p>
        )}
      </div>
    </div>
  );
}
