/** The server's time in answers, since a device's clock may be minutes wrong. */

/** The header with the server's time, ms since 1970, in every answer of the API. */
export const serverTimeHeader = 'x-baari-time';

/**
 * How a heartbeat of a stream starts; it is an SSE comment. The server's time follows, ms since 1970.
 */
export const heartbeatStart = 'now ';
