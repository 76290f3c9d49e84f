/**
 * The callback of ABDM Scan & Register, at the path that ABDM defines [API-38]. It exists only where
 * the operator has configured ABDM.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { limitPages } from '../platform/pages/secret-page.ts';
import { checkCallbackToken } from './callback-token.ts';
import type { AbdmSettings, Gateway } from './gateway/gateway.ts';
import { receiveShare } from './receive-share.use-case.ts';
import { shareOf } from './share-body.ts';

export interface CallbackOptions {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: AbdmSettings;
  readonly gateway: Gateway;
  /** Called after a share was stored, so that its answer is sent at once. */
  readonly onStored: () => void;
  /** Whether the number of calls is limited; false only for load tests on loopback. */
  readonly rateLimit: boolean;
}

export const sharePath = '/api/v3/hip/patient/share';

/** The largest body in bytes: a profile may come with a photo, which is dropped. */
const bodyLimit = 1_048_576;
const retrySeconds = 5;

/** Mounts the callback. The token is checked before the body is read. */
export function mountAbdmCallback(options: CallbackOptions): void {
  const { app, database: db, clock, settings, gateway, onStored, rateLimit } = options;

  async function onRequest(request: FastifyRequest, reply: FastifyReply) {
    const { authorization } = request.headers;
    const check = await checkCallbackToken(authorization, settings, gateway, clock);
    if (check === 'valid') return undefined;
    request.log.warn(
      { check },
      check === 'invalid'
        ? 'A call to the ABDM callback had no valid token of the gateway, so it was refused.'
        : 'The keys of the ABDM gateway could not be read, so a call was refused for now. Check ABDM_GATEWAY_URL, ABDM_CLIENT_ID and ABDM_CLIENT_SECRET.',
    );
    return check === 'invalid'
      ? sendError(reply, 401, '900901', 'Invalid Credentials')
      : sendError(
          reply.header('retry-after', retrySeconds),
          503,
          'ABDM-1024',
          'Dependent service unavailable',
        );
  }

  app.post(
    sharePath,
    { bodyLimit, onRequest, ...limitPages(rateLimit) },
    async (request, reply) => {
      const headers = {
        requestId: headerOf(request, 'request-id'),
        timestamp: headerOf(request, 'timestamp'),
        hipId: headerOf(request, 'x-hip-id'),
      };
      const share = shareOf(headers, request.body, clock.now());
      if (typeof share === 'string') return sendError(reply, 400, 'ABDM-1006', share);
      await receiveShare({ db, clock, address: request.ip }, share);
      onStored();
      return reply.code(200).send({});
    },
  );
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function sendError(
  reply: FastifyReply,
  status: number,
  code: string,
  message: string,
): FastifyReply {
  return reply.code(status).send({ error: { code, message } });
}
