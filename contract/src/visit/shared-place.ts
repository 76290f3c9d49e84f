/**
 * Shared links: a patient or the desk shows a relative how a visit goes, without an account [ARR-7].
 */
import { z } from 'zod';
import { staffRoles } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { idParams, instant, uuid } from '../fields.ts';

/** The most active shared links of one visit. */
export const mostSharedLinks = 5;

/** The path of a shared page. In the full address, the link's secret follows. */
export const sharedPath = '/s/';

/** An active shared link, without its address, which is shown once. */
const sharedLink = z.object({
  id: uuid,
  madeAt: instant,
  /** The end of the hospital's day, when the link ends by itself. */
  endsAt: instant,
  /** Whether the hospital's staff made it, not the patient. */
  byStaff: z.boolean(),
});
export type SharedLink = z.infer<typeof sharedLink>;

const sharedLinks = z.array(sharedLink).max(mostSharedLinks);

export const listSharedLinks = endpoint({
  method: 'GET',
  path: '/queues/:id/shared-links',
  summary: "List the active shared links of an entry's visit, the latest first",
  rows: ['ARR-7'],
  access: ['patient', ...staffRoles],
  params: idParams,
  reply: z.object({ links: sharedLinks }),
  problems: ['not_found'],
});

export const sharePlace = endpoint({
  method: 'POST',
  path: '/queues/:id/shared-links',
  summary: 'Make a link with which a relative follows the visit until the end of the day',
  rows: ['ARR-7'],
  access: ['patient', ...staffRoles],
  status: 201,
  params: idParams,
  reply: z.object({
    link: sharedLink,
    /** The address of the page, which holds the link's secret. */
    url: z.url(),
  }),
  problems: ['not_found', 'nothing_to_share', 'too_many_shared_links'],
});

export const stopSharing = endpoint({
  method: 'DELETE',
  path: '/shared-links/:id',
  summary: 'End a shared link at once; a link that has ended stays so',
  rows: ['ARR-7'],
  access: ['patient', ...staffRoles],
  params: idParams,
  reply: z.object({ links: sharedLinks }),
  problems: ['not_found'],
});

/** The live event for staff: a shared link of a visit was made or ended. It holds no secret. */
export const publishedSharing = z.object({
  hospitalId: uuid,
  /** All stops of the visit, whose screens read the links again. */
  entryIds: z.array(uuid).max(100),
});
export type PublishedSharing = z.infer<typeof publishedSharing>;

/** A logged event of shared links; the rest of its body is a doctor, for the previous release. */
export const sharingInLog = z.object({ sharing: publishedSharing });
