/** The server's time in answers, since a device's clock may be minutes wrong. */

/** The header of every answer of the API: the server's time, ms since 1970. */
export const serverTimeHeader = 'x-baari-time';

/** The start of a stream's heartbeat, an SSE comment; the server's time follows, ms since 1970. */
export const heartbeatStart = 'now ';
