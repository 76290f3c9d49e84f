/** The server's log about itself; never patient data, a secret or a full URL. */
export interface Log {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/**
 * The part of an error that may be logged: kind, code and stack. The message is left out, because
 * it can quote a value.
 */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { kind: typeof error };
  const frames = error.stack?.split('\n').filter((line) => line.trimStart().startsWith('at '));
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  return {
    kind: error.name,
    ...('code' in error ? { code: error.code } : {}),
    ...('constraint' in error ? { constraint: error.constraint } : {}),
    frames: frames?.slice(0, 8),
    ...cause,
  };
}
