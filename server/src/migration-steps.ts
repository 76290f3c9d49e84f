/**
 * Migration steps in code, for what SQL alone cannot do. Each step runs in the same transaction as
 * the SQL file for which it is listed.
 */
import { takeUpTrail } from './audit/take-up-trail.ts';
import { trailKeysOf } from './audit/trail-keys.ts';
import type { Config } from './config.ts';
import { queryable } from './platform/database/database.ts';
import type { MigrationSteps } from './platform/database/migrate.ts';
import { readOrMakeSecret, type Secrets } from './platform/secrets/secret.ts';

export type StepsConfig = Pick<Config, 'dataDir' | 'secrets' | 'trailKeys'>;

export function migrationSteps(config: StepsConfig): MigrationSteps {
  return {
    '0050_keyed_seals.sql': async (client) => {
      const secrets = await secretsOf(config);
      const keys = trailKeysOf({ trailKeys: config.trailKeys, secrets });
      await takeUpTrail(queryable(client), keys, new Date());
    },
  };
}

/** The configured secrets; if none is configured, the secret that is stored in the data folder. */
export async function secretsOf({
  secrets,
  dataDir,
}: Pick<Config, 'dataDir' | 'secrets'>): Promise<Secrets> {
  return secrets ?? [await readOrMakeSecret(dataDir)];
}
