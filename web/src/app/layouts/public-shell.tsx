import type { ReactNode } from 'react';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { LanguageMenu } from '../../ui/text/language-menu.tsx';
import { Link } from '../../ui/link.tsx';
import { Logo } from '../../ui/layout/logo.tsx';
import { ThemeSwitch } from '../../ui/layout/theme-switch.tsx';
import { contentId } from '../content-id.ts';
import { version } from '../version.ts';

export interface PublicShellProps {
  /** The signed-in user; null for nobody. */
  user: { readonly displayName: string; readonly dashboardPath: string } | null;
  onLogout: () => void;
  contactEmail: string | null;
  /** The button of the help, for signed-in users. */
  help?: ReactNode;
  children: ReactNode;
}

/** The top bar and the footer of the public pages [LAND-1, LAND-5]. */
export function PublicShell({
  user,
  onLogout,
  contactEmail,
  help,
  children,
}: PublicShellProps): ReactNode {
  const t = useMessages();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-30 border-b border-line bg-canvas/95 supports-backdrop-filter:bg-canvas/80 supports-backdrop-filter:backdrop-blur-md print:hidden">
        <div className="mx-auto flex min-h-14 max-w-6xl flex-wrap items-center gap-x-0.5 gap-y-0 px-3 py-1 sm:gap-x-2 sm:px-6">
          <Link
            href="/"
            aria-label={t.common.homeLink}
            className="me-auto flex min-h-11 items-center rounded-control"
          >
            <Logo />
          </Link>
          <LanguageMenu />
          <span className="max-sm:hidden">
            <ThemeSwitch />
          </span>
          {help}
          <nav
            aria-label={t.common.accountNavigation}
            className="ms-auto flex min-w-0 items-center gap-1 sm:ms-0 sm:gap-2"
          >
            {user ? <SignedIn user={user} onLogout={onLogout} /> : <SignedOut />}
          </nav>
        </div>
      </header>
      <main id={contentId} tabIndex={-1} className="flex-1">
        {children}
      </main>
      <Footer contactEmail={contactEmail} />
    </div>
  );
}

function SignedOut(): ReactNode {
  const t = useMessages();
  return (
    <>
      <ButtonLink variant="quiet" size="small" href="/login" className={onPhones}>
        {t.common.signIn}
      </ButtonLink>
      <ButtonLink variant="secondary" size="small" href="/signup" className={onPhones}>
        {t.common.getStarted}
      </ButtonLink>
    </>
  );
}

function SignedIn({
  user,
  onLogout,
}: {
  user: NonNullable<PublicShellProps['user']>;
  onLogout: () => void;
}): ReactNode {
  const t = useMessages();
  return (
    <>
      <bdi className="max-w-48 truncate px-1 text-sm font-medium text-ink-soft">
        {user.displayName}
      </bdi>
      <ButtonLink variant="secondary" size="small" href={user.dashboardPath} className={onPhones}>
        {t.common.dashboard}
      </ButtonLink>
      <Button variant="quiet" size="small" className={onPhones} onClick={onLogout}>
        {t.common.logout}
      </Button>
    </>
  );
}

function Footer({ contactEmail }: { contactEmail: string | null }): ReactNode {
  const t = useMessages();
  const { language } = useLanguage();
  const links = [
    { href: '/about', label: t.common.about },
    { href: '/privacy', label: t.common.privacy },
    { href: '/terms', label: t.common.terms },
    { href: '/contact', label: t.common.contact },
    { href: `/help?lang=${language}`, label: t.common.help },
  ];
  return (
    <footer className="border-t border-line bg-surface print:hidden">
      <div className="mx-auto flex max-w-6xl flex-col gap-4 px-4 py-8 sm:flex-row sm:items-center sm:justify-between sm:px-6">
        <div className="flex flex-col gap-1.5">
          <Logo />
          <p className="text-sm text-ink-soft">{t.common.tagline}</p>
          <p className="text-xs text-ink-soft">{t.common.version(version)}</p>
          {/* A static file, unknown to the router. */}
          <a href="/licenses.txt" className={`${footerLink} -mx-2 self-start`}>
            {t.common.licenses}
          </a>
        </div>
        <div className="flex flex-col gap-1 sm:items-end">
          <nav aria-label={t.common.footerNavigation} className="-mx-2 flex flex-wrap items-center">
            {links.map((link) => (
              <Link key={link.href} href={link.href} className={footerLink}>
                {link.label}
              </Link>
            ))}
            <span className="sm:hidden">
              <ThemeSwitch />
            </span>
          </nav>
          {contactEmail ? (
            <Link
              href={`mailto:${contactEmail}`}
              className={`${footerLink} -mx-2 self-start sm:self-end`}
            >
              {contactEmail}
            </Link>
          ) : (
            // The placeholder reserves space, so that the footer does not grow when the contact
            // address appears.
            <span className={footerLink} />
          )}
        </div>
      </div>
    </footer>
  );
}

/** Sizes that fit the whole top bar into one row from 360 px on. */
const onPhones = 'max-sm:px-2 max-sm:text-[0.8125rem]';

const footerLink =
  'inline-flex min-h-11 items-center rounded-control px-2 text-sm font-medium text-ink-soft transition-colors hover:text-ink hover:underline md:pointer-fine:min-h-8';
