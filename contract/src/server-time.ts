/** How the server says what time it is, since a device's clock may be minutes wrong. */

/** The header of every answer of the API: the server's time, ms since 1970. */
export const serverTimeHeader = 'x-baari-time';

/** What a heartbeat of a stream, an SSE comment, starts with; the server's time follows, ms since 1970. */
export const heartbeatStart = 'now ';
