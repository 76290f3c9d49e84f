/** /fhir/token and the SMART configuration: SMART Backend Services for hospitals' systems [API-36]. */
import type { FastifyInstance } from 'fastify';
import { waysOf } from './smart-scopes.rules.ts';
import { issueToken, type TokenOptions } from './issue-token.ts';

export const tokenPath = '/fhir/token';

export interface SmartOptions extends TokenOptions {
  readonly app: FastifyInstance;
  /** The address of the FHIR server without the origin. */
  readonly fhirPath: string;
  readonly rateLimit: boolean;
}

/** How many tokens one network address may ask for in a minute. */
const tokensAMinute = 120;
const mostFormBytes = 16_384;

export async function mountSmart(options: SmartOptions): Promise<void> {
  const { app, fhirPath, tokenUrl, types, rateLimit } = options;
  app.get(`${fhirPath}/.well-known/smart-configuration`, (_request, reply) =>
    reply.send({
      token_endpoint: tokenUrl,
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: ['private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: ['RS384', 'ES384'],
      scopes_supported: Object.keys(types).map((type) => `system/${type}.${waysOf(type)}`),
      // SMART requires the member, also of a server without an authorization endpoint.
      code_challenge_methods_supported: ['S256'],
      capabilities: ['client-confidential-asymmetric', 'permission-v2'],
    }),
  );
  await app.register(async (scope) => {
    scope.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, text, done) => done(null, text),
    );
    const limit = { max: tokensAMinute, timeWindow: 60_000 };
    scope.post(
      tokenPath,
      { bodyLimit: mostFormBytes, config: rateLimit ? { rateLimit: limit } : {} },
      async (request, reply) => {
        const text = typeof request.body === 'string' ? request.body : '';
        const answer = await issueToken(options, new Map(new URLSearchParams(text)));
        reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
        if (answer.ok) return reply.send(answer.token);
        const { error, why } = answer;
        return reply
          .code(error === 'invalid_client' ? 401 : 400)
          .send({ error, error_description: why });
      },
    );
  });
}
