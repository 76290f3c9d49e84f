/** The server's time in API responses, since a device's clock may be minutes wrong. */

/** The header with the server's time, ms since 1970, in every API response. */
export const serverTimeHeader = 'x-baari-time';

/**
 * The text with which a heartbeat of the live stream starts; a heartbeat is an SSE comment. The
 * server's time follows, ms since 1970.
 */
export const heartbeatStart = 'now ';
