import type { StaffRole } from '@baari/contract/constants.ts';
import { joinableTitles, type TeamMember } from '@baari/contract/account/team.ts';
import { ShieldCheck, Stethoscope, UserRound } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { sayGone, useSayGone } from '../../api/problems/use-say-gone.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { useUser } from '../../session/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { TextLink } from '../../ui/link.tsx';
import { goOnBeside } from '../../ui/dialog/go-on-beside.ts';
import { DateText } from '../../ui/text/time.tsx';
import { RemoveQuestion, RoleQuestion } from './member-questions.tsx';
import { otherRole } from './team-rights.ts';
import { useOwnZone } from './use-team-write.ts';

type Question = 'remove' | { readonly to: 'receptionist' | 'hospital_admin' };

/** The card of a member of the team, with role and job title [JOINH-2]. */
export function MemberCard({ member }: { member: TeamMember }): ReactNode {
  const { team: t } = useMessages('team');
  const user = useUser();
  const nameId = useId();
  const { language } = useLanguage();
  const [asking, setAsking] = useState<Question>();
  const next = otherRole(member.role);
  // If the member's role has changed in the meantime, the dialog that asks to confirm the change
  // closes, because it no longer applies.
  const isAnswered = typeof asking === 'object' && asking.to !== next;
  useEffect(() => {
    if (isAnswered) void sayGone(language, member.name);
  }, [isAnswered, language, member.name]);
  useSayGone(asking !== undefined && !isAnswered, member.name);
  return (
    <Card as="li" ref={goOnBeside} aria-labelledby={nameId} className="flex flex-col gap-3">
      <div className="flex items-start gap-3">
        <Avatar name={member.name} />
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          <h3 id={nameId} className="font-semibold wrap-anywhere text-ink">
            {member.name}
          </h3>
          <Contact email={member.email} />
          <Standing member={member} />
        </div>
        {user?.id === member.userId && <Badge>{t.you}</Badge>}
      </div>
      <div className="mt-auto flex flex-wrap gap-2">
        {next && (
          <Button size="small" aria-describedby={nameId} onClick={() => setAsking({ to: next })}>
            {next === 'hospital_admin' ? t.makeAdmin : t.makeReceptionist}
          </Button>
        )}
        <Button
          size="small"
          variant="quiet"
          // If this is the only button, the negative margin aligns its label with the card's text.
          className={next ? '' : '-ms-3'}
          aria-describedby={nameId}
          onClick={() => setAsking('remove')}
        >
          {t.remove}
        </Button>
      </div>
      {typeof asking === 'object' && !isAnswered && (
        <RoleQuestion member={member} role={asking.to} onClose={() => setAsking(undefined)} />
      )}
      {asking === 'remove' && (
        <RemoveQuestion member={member} onClose={() => setAsking(undefined)} />
      )}
    </Card>
  );
}

function Contact({ email }: { email: string | null }): ReactNode {
  const { team: t } = useMessages('team');
  if (email === null) return <p className="text-sm text-ink-soft">{t.noEmail}</p>;
  return (
    <TextLink
      href={`mailto:${email}`}
      className="inline-flex min-h-11 w-fit items-center text-sm break-all md:pointer-fine:min-h-6"
    >
      {email}
    </TextLink>
  );
}

function Standing({ member }: { member: TeamMember }): ReactNode {
  const { team: t } = useMessages('team');
  const zone = useOwnZone();
  const title = titleOf(member);
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pt-1 text-sm text-ink-soft">
      <Badge
        tone={member.role === 'hospital_admin' ? 'primary' : 'neutral'}
        icon={icons[member.role]}
      >
        {t.roles[member.role]}
      </Badge>
      {title !== undefined && <span>{t.titles[title]}</span>}
      <span>
        {t.since} <DateText moment={member.joinedAt} zone={zone} />
      </span>
    </div>
  );
}

/** The member's job title, if it is more specific than the role. */
function titleOf({ title, role }: TeamMember) {
  const known = joinableTitles.find((one) => one === title);
  const isSaid = known === role || (known === 'admin' && role === 'hospital_admin');
  return isSaid ? undefined : known;
}

const icons: Record<StaffRole, typeof ShieldCheck> = {
  hospital_admin: ShieldCheck,
  doctor: Stethoscope,
  receptionist: UserRound,
};
