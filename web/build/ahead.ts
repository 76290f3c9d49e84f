/**
 * Lists what the server does for a page before the page's code has loaded: API responses to embed
 * and pages to prerender. Browsers never load this file.
 */

export interface Ahead {
  /** API paths. The server embeds the responses to these requests in the page [decision 025]. */
  readonly asks: readonly string[];
  /** Whether the server prerenders the page from the embedded responses [decision 025]. */
  readonly isPrerendered: boolean;
}

const queueAsks = [
  '/api/queues/open',
  '/api/visits/open',
  '/api/queues/history',
  '/api/appointments',
  '/api/queues/ratings',
  '/api/notifications/settings',
  '/api/profile',
] as const;
/** The API requests that every staff page makes for its layout or title. */
const staffAsks = ['/api/hospital', '/api/hospitals/:ownHospital/queues/pending'] as const;
const deskAsks = [
  '/api/hospital',
  '/api/hospitals/:hospitalId/queues/pending',
  '/api/hospitals/:hospitalId/queues/waiting',
  '/api/hospitals/:hospitalId/queues/counts',
] as const;
const doctorAsks = [
  ...staffAsks,
  '/api/doctors/:doctorId',
  '/api/hospital/doctors/:doctorId/queue?includeCompleted=false',
] as const;

/** The API requests of the button that joins a line. */
const joinAsks = ['/api/queues/open', '/api/people'] as const;
const doctorPageAsks = [
  ...joinAsks,
  '/api/doctors/:doctorId',
  '/api/doctors/:doctorId/profile',
  '/api/doctors/:doctorId/schedule',
  '/api/doctors/:doctorId/hours',
] as const;

/** For each route path, the API responses to embed and whether to prerender the page. */
export const ahead: Readonly<Record<string, Ahead>> = {
  '/patient/dashboard': { asks: ['/api/queues/open', '/api/hospitals'], isPrerendered: true },
  '/patient/queue': { asks: queueAsks, isPrerendered: true },
  '/patient/hospital/:hospitalId/queue': { asks: queueAsks, isPrerendered: true },
  '/patient/hospital/:hospitalId': {
    asks: [
      ...joinAsks,
      '/api/hospitals/:hospitalId',
      '/api/hospitals/:hospitalId/lines',
      '/api/hospitals/:hospitalId/doctors',
      '/api/hospitals/:hospitalId/next-slots',
    ],
    isPrerendered: true,
  },
  '/patient/hospital/:hospitalId/doctor/:doctorId': {
    asks: [
      ...doctorPageAsks,
      '/api/hospitals/:hospitalId',
      '/api/hospitals/:hospitalId/next-slots',
    ],
    isPrerendered: true,
  },
  // The address does not name the hospital, so the page could not be prerendered as a whole.
  '/patient/doctor/:doctorId': { asks: doctorPageAsks, isPrerendered: false },
  '/staff/queue/:hospitalId': { asks: deskAsks, isPrerendered: true },
  '/staff/dashboard': {
    asks: [...staffAsks, '/api/hospitals/:ownHospital/queues/counts', '/api/hospital/doctors'],
    isPrerendered: true,
  },
  '/doctor/console/:doctorId': { asks: doctorAsks, isPrerendered: true },
};
