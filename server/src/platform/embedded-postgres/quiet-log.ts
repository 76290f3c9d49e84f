/**
 * Keeps user input out of PostgreSQL's own log [SEC-5]. PostgreSQL's error texts quote input, their
 * details quote rows, and logged statements quote values. The application logs failures by their
 * code.
 */
import type pg from 'pg';

/**
 * PostgreSQL settings that turn off logging of statement errors. Starts, stops, recoveries and
 * crashes are still logged.
 */
export const quietLog: Readonly<Record<string, string>> = {
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_min_duration_sample: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
};

const silentLevels = new Set(['log', 'fatal', 'panic']);

/**
 * Names the settings that would write patient data into the database server's log; empty if no such
 * setting is on.
 */
export async function findTalkativeSettings(db: pg.ClientBase): Promise<string[]> {
  const { rows } = await db.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from pg_settings where name = any($1)',
    [Object.keys(quietLog)],
  );
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  const said = (name: string): string => `${name} = ${values.get(name)}`;
  const logsErrors = !silentLevels.has(values.get('log_min_messages') ?? '');
  const logsValues = values.get('log_parameter_max_length') !== '0';
  const logsStatements =
    ['mod', 'all'].includes(values.get('log_statement') ?? '') ||
    values.get('log_min_duration_statement') !== '-1' ||
    values.get('log_min_duration_sample') !== '-1';
  return [
    ...(logsErrors ? [said('log_min_messages')] : []),
    ...(logsStatements && logsValues ? [said('log_parameter_max_length')] : []),
  ];
}
