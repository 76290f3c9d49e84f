/** Somebody signed in on the stage, as the session finds them: pieces ask it who looks at them. */
import type { Role } from '@baari/contract/constants.ts';
import type { SignedInUser } from '@baari/contract/account/identity.ts';
import { type ReactNode, useEffect } from 'react';
import { findSession, useUser } from '../src/session/session.ts';

interface SignedInProps {
  readonly viewer: Role;
  readonly doctorId?: string | null;
  readonly children: ReactNode;
}

/** Shows what stands inside once they are signed in. */
export function SignedIn({ viewer, doctorId = null, children }: SignedInProps): ReactNode {
  const user = useUser();
  useEffect(() => {
    answerFor({
      id: 'u1',
      name: 'Meera Joshi',
      email: 'meera@example.org',
      emailVerified: true,
      phone: null,
      role: viewer,
      hospitalId: 'h1',
      doctorId,
    });
    void findSession();
  }, [viewer, doctorId]);
  return user === null ? null : children;
}

/** The answers of which a session is made, and that nobody has answered before a visit; everything else goes its way. */
function answerFor(user: SignedInUser): void {
  const { role, hospitalId, doctorId } = user;
  const claims = btoa(JSON.stringify({ role, hospitalId, doctorId }));
  const answers = new Map<string, object>([
    ['/api/identity/get-session', { user }],
    ['/api/identity/token', { token: `e30.${claims}.stage` }],
    ['/api/auth/user', { user }],
    ['/api/hospital/assessments/watch', { alerts: 0, overdue: 0, mark: '0-' }],
  ]);
  const onward = window.fetch.bind(window);
  window.fetch = (asked, options) => {
    const url = asked instanceof Request ? asked.url : asked.toString();
    const path = new URL(url, window.location.href).pathname;
    const answer = answers.get(path);
    if (answer !== undefined) return Promise.resolve(Response.json(answer));
    return path === streamPath ? Promise.resolve(silentStream()) : onward(asked, options);
  };
}

const streamPath = '/api/queues/realtime/events';

/** Stays open and tells nothing: on the stage nothing happens by itself. */
function silentStream(): Response {
  return new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } });
}
