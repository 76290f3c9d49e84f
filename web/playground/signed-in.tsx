/** Signs in a made-up user, because components read the session's user. */
import type { Role } from '@baari/contract/constants.ts';
import type { SignedInUser } from '@baari/contract/account/identity.ts';
import { type ReactNode, useEffect } from 'react';
import { findSession, useUser } from '../src/session/session.ts';

interface SignedInProps {
  readonly viewer: Role;
  readonly doctorId?: string | null;
  readonly children: ReactNode;
}

/** Shows the children once the user is signed in. */
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

/**
 * Answers the requests for the session, and reports that nobody has answered questions before a
 * visit. All other requests are sent as usual.
 */
function answerFor(user: SignedInUser): void {
  const { role, hospitalId, doctorId } = user;
  const claims = btoa(JSON.stringify({ role, hospitalId, doctorId }));
  const answers = new Map<string, object>([
    ['/api/identity/get-session', { user }],
    ['/api/identity/token', { token: `e30.${claims}.playground` }],
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

/**
 * An event stream that stays open and sends nothing, so that a scene changes only when the test
 * acts.
 */
function silentStream(): Response {
  return new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } });
}
