import {
  LogOut,
  type LucideIcon,
  Menu as MenuIcon,
  PanelLeftClose,
  PanelLeftOpen,
} from 'lucide-react';
import { memo, type ReactNode, Suspense, useState } from 'react';
import { useSwitch } from '../../device/use-switch.ts';
import { usePlace } from '../../navigation/navigation.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { CountBadge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Drawer } from '../../ui/dialog/dialog.tsx';
import { LanguageMenu } from '../../ui/text/language-menu.tsx';
import { Link } from '../../ui/link.tsx';
import { Logo, LogoMark } from '../../ui/layout/logo.tsx';
import { DetailSkeleton } from '../../ui/feedback/skeleton.tsx';
import { ThemeSwitch } from '../../ui/layout/theme-switch.tsx';
import { HelpButton } from './help-button.tsx';
import { useMedia } from '../../ui/hooks/use-media.ts';
import { contentId } from '../content-id.ts';
import { isCurrentItem } from './current-item.ts';

export interface SidebarItem {
  readonly href: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /**
   * Other path prefixes at which the sidebar item counts as current, such as `/patient/hospital/`.
   */
  readonly alsoUnder?: readonly string[];
  /**
   * The number shown at the sidebar item, such as the number of waiting requests. `countLabel` is
   * the number as text, such as "3 requests".
   */
  readonly count?: number;
  readonly countLabel?: string;
}

export interface SidebarShellProps {
  /** The heading above the sidebar's items, such as "Patient" or the hospital's name. */
  heading: string;
  items: readonly SidebarItem[];
  user: { readonly displayName: string; readonly profilePath?: string };
  onLogout: () => void;
  /**
   * A component such as a LiveBadge. It is shown at the right of the top bar on phones, and above
   * the sidebar's items on wider screens.
   */
  status?: ReactNode;
  /** A component shown above the sidebar's items, such as a choice of the hospital. */
  above?: ReactNode;
  children: ReactNode;
}

/**
 * The layout of pages for signed-in people. It has a collapsible sidebar on a desktop, which slides
 * over the page below 768 px [PAT-1].
 */
export function SidebarShell(props: SidebarShellProps): ReactNode {
  const t = useMessages();
  const [collapsed, setCollapsed] = useSwitch('baari_sidebar_collapsed', { atFirst: false });
  const { pathname, search } = usePlace();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isWide = useMedia('(min-width: 48rem)');
  const here = pathname + search;
  // The menu is open only for the page on which it was opened, so navigation closes it.
  const menuOpen = openAt === here;

  return (
    <div className="flex min-h-dvh flex-col md:flex-row">
      {isWide && (
        <aside
          className={classNames(
            // The class z-10 is needed although nothing overlaps the sidebar: without it the
            // browser makes extra compositing layers for content painted after a sticky element.
            'sticky top-0 z-10 flex h-dvh shrink-0 flex-col border-e border-line bg-surface max-md:hidden print:hidden',
            collapsed ? 'w-18' : 'w-66',
          )}
        >
          <div
            className={classNames(
              'flex min-h-16 items-center gap-2 px-4',
              collapsed && 'flex-col justify-center gap-1 px-2 py-3',
            )}
          >
            <Link
              href="/"
              aria-label={t.common.homeLink}
              className={classNames(
                'flex min-h-9 items-center rounded-control',
                !collapsed && 'me-auto',
              )}
            >
              {collapsed ? <LogoMark className="h-5 w-[38px]" /> : <Logo />}
            </Link>
            <IconButton
              label={collapsed ? t.common.expandSidebar : t.common.collapseSidebar}
              aria-expanded={!collapsed}
              icon={
                collapsed ? (
                  <PanelLeftOpen aria-hidden="true" />
                ) : (
                  <PanelLeftClose aria-hidden="true" />
                )
              }
              onClick={() => setCollapsed(!collapsed)}
            />
          </div>
          <SidebarContent {...props} collapsed={collapsed} />
        </aside>
      )}
      {/* Server-side rendering does not know the width of the window, so CSS decides. */}
      {(!isWide || import.meta.env.SSR) && (
        <header className="sticky top-0 z-30 flex min-h-14 items-center gap-1 border-b border-line bg-surface px-2 md:hidden print:hidden">
          {/* The prerendered top bar is empty, because its buttons do not work yet. */}
          {!import.meta.env.SSR && (
            <>
              <IconButton
                label={t.common.openMenu}
                aria-expanded={menuOpen}
                icon={<MenuIcon aria-hidden="true" />}
                onClick={() => setOpenAt(here)}
              />
              <Link
                href="/"
                aria-label={t.common.homeLink}
                className="me-auto flex min-h-11 items-center rounded-control"
              >
                <Logo />
              </Link>
              {props.status}
              <HelpButton />
            </>
          )}
        </header>
      )}
      <Drawer
        side="start"
        open={menuOpen}
        onOpenChange={(open) => setOpenAt(open ? here : null)}
        title={props.heading}
      >
        <SidebarContent {...props} collapsed={false} inDrawer />
      </Drawer>

      <main
        id={contentId}
        tabIndex={-1}
        className="mx-auto w-full max-w-7xl min-w-0 flex-1 px-4 py-5 sm:px-6 md:py-8 lg:px-8"
      >
        <Suspense fallback={<DetailSkeleton label={t.common.loading} />}>{props.children}</Suspense>
      </main>
    </div>
  );
}

function SidebarContent({
  heading,
  items,
  user,
  onLogout,
  status,
  above,
  collapsed,
  inDrawer = false,
}: SidebarShellProps & { collapsed: boolean; inDrawer?: boolean }): ReactNode {
  const t = useMessages();
  const place = usePlace();
  return (
    <div
      className={classNames(
        'flex min-h-0 flex-1 flex-col gap-4',
        inDrawer ? '-m-4 min-h-full p-3' : 'px-3 pb-3',
      )}
    >
      {!collapsed && !inDrawer && (
        <div className="flex flex-col gap-2 px-2">
          <p className="flex text-sm font-semibold text-ink-soft">
            <bdi className="truncate">{heading}</bdi>
          </p>
          {status}
        </div>
      )}
      {!collapsed && above}
      <nav aria-label={t.common.mainNavigation} className="flex-1 overflow-y-auto">
        <ul className="flex flex-col gap-1">
          {items.map((item) => (
            <li key={item.href}>
              <SidebarLink
                href={item.href}
                label={item.label}
                icon={item.icon}
                count={item.count}
                countLabel={item.countLabel}
                collapsed={collapsed}
                isCurrent={isCurrentItem(item, items, place)}
              />
            </li>
          ))}
        </ul>
      </nav>
      <div
        className={classNames(
          'flex flex-col gap-2 border-t border-line pt-3',
          collapsed && 'items-center',
        )}
      >
        <div className={classNames('flex items-center gap-1', collapsed && 'flex-col')}>
          {!collapsed && <LanguageMenu />}
          <span className={collapsed ? '' : 'ms-auto'}>
            <ThemeSwitch />
          </span>
          {!inDrawer && <HelpButton />}
          <IconButton
            label={t.common.logout}
            icon={<LogOut aria-hidden="true" />}
            onClick={onLogout}
          />
        </div>
        <UserLine user={user} collapsed={collapsed} />
      </div>
    </div>
  );
}

interface SidebarLinkProps {
  readonly href: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly count: number | undefined;
  readonly countLabel: string | undefined;
  readonly isCurrent: boolean;
  readonly collapsed: boolean;
}

/** A sidebar item, memoised so that it re-renders only when its own count changes. */
const SidebarLink = memo(function SidebarLink({
  href,
  label,
  icon: Icon,
  count = 0,
  countLabel,
  isCurrent,
  collapsed,
}: SidebarLinkProps): ReactNode {
  return (
    <Link
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      {...(collapsed ? { title: label } : {})}
      className={classNames(
        'relative flex min-h-11 items-center gap-2.5 rounded-control px-3 text-[0.9375rem] font-medium text-ink-soft transition-colors hover:bg-sunken hover:text-ink aria-[current]:bg-primary-soft aria-[current]:font-semibold aria-[current]:text-primary-ink',
        collapsed && 'justify-center px-0',
      )}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      <span className={collapsed ? 'sr-only' : 'min-w-0 flex-1 truncate'}>{label}</span>
      {count > 0 && (
        <span className={collapsed ? 'absolute top-0.5 inset-e-1' : ''}>
          <CountBadge count={count} label={countLabel ?? String(count)} />
        </span>
      )}
    </Link>
  );
});

function UserLine({
  user,
  collapsed,
}: {
  user: SidebarShellProps['user'];
  collapsed: boolean;
}): ReactNode {
  const line = (
    <>
      <Avatar name={user.displayName} size="small" />
      <bdi className={collapsed ? 'sr-only' : 'min-w-0 truncate text-sm font-semibold text-ink'}>
        {user.displayName}
      </bdi>
    </>
  );
  const look = 'flex min-h-11 min-w-0 items-center gap-2.5 rounded-control px-2';
  if (user.profilePath === undefined) return <div className={look}>{line}</div>;
  return (
    <Link
      href={user.profilePath}
      {...(collapsed ? { title: user.displayName } : {})}
      className={`${look} transition-colors hover:bg-sunken`}
    >
      {line}
    </Link>
  );
}
