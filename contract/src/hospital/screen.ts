/** The waiting room's screens: their links, and the board that a display shows [ARR-6]. */
import { z } from 'zod';
import { doctorStatuses, maxLength, maxScreens, maxSharedLines } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import {
  fieldMessages,
  idParams,
  instant,
  nullableInstant,
  requiredName,
  uuid,
} from '../fields.ts';
import { languages } from '../languages.gen.ts';
import { seen } from '../seen.ts';
import { lineNames } from '../lines/line-names.ts';
import { maxPoints } from '../lines/service-kinds.ts';

export const screenKinds = ['display', 'kiosk'] as const;
export type ScreenKind = (typeof screenKinds)[number];

/** Languages of a hospital's screens; the first is its main language. */
export const screenLanguages = z
  .array(z.enum(languages))
  .max(languages.length)
  .default([...languages]);

/** The most doctors that one display can be limited to. */
export const maxDoctorsShown = 200;

/** A television or kiosk with its own link; the link is shown once, when it is made. */
export const screen = z.object({
  id: uuid,
  kind: z.enum(screenKinds),
  name: z.string(),
  /**
   * Ids of the doctors and shared lines that a display shows; empty if it shows the whole hospital.
   */
  doctorIds: z.array(uuid).max(maxDoctorsShown),
  madeAt: instant,
  /** The time at which the link of this screen was last used; null until somebody has opened it. */
  lastSeenAt: nullableInstant,
});
export type Screen = z.infer<typeof screen>;

/** The code on the poster at the hospital's door, by which patients check in. */
export const door = z.object({ url: z.url(), madeAt: instant });
export type Door = z.infer<typeof door>;

const screenName = requiredName(maxLength.name);
const shownDoctors = z.array(uuid).max(maxDoctorsShown, { error: fieldMessages.tooMany });

export const listScreens = endpoint({
  method: 'GET',
  path: '/hospital/screens',
  summary: "List the screen links of the caller's hospital, and the code at its door",
  rows: ['ARR-6', 'ARR-5'],
  access: ['hospital_admin'],
  reply: z.object({ screens: z.array(screen).max(maxScreens), door: door.nullable() }),
  problems: ['forbidden'],
});

export const makeScreen = endpoint({
  method: 'POST',
  path: '/hospital/screens',
  summary: 'Make a link for a display or a kiosk, valid until it is revoked',
  rows: ['ARR-6', 'ARR-5'],
  access: ['hospital_admin'],
  status: 201,
  isSecret: true,
  body: z.object({
    kind: z.enum(screenKinds, { error: fieldMessages.choice }),
    name: screenName,
    /**
     * Ids of the doctors and shared lines that a display shows; by default it shows the whole
     * hospital.
     */
    doctorIds: shownDoctors.default([]),
  }),
  reply: z.object({ screen, url: z.url() }),
  reachesOutside: true,
  problems: ['forbidden', 'not_found', 'too_many_screens', 'not_in_practice'],
});

export const editScreen = endpoint({
  method: 'PUT',
  path: '/hospital/screens/:id',
  summary: 'Rename a screen and choose the doctors it shows; an open screen follows within seconds',
  rows: ['ARR-6'],
  access: ['hospital_admin'],
  params: idParams,
  body: z.object({
    name: screenName,
    doctorIds: shownDoctors,
    seen: seen(screen.pick({ name: true, doctorIds: true })),
  }),
  reply: z.object({ screen }),
  reachesOutside: true,
  problems: ['forbidden', 'not_found', 'changed_meanwhile', 'not_in_practice'],
});

export const revokeScreen = endpoint({
  method: 'DELETE',
  path: '/hospital/screens/:id',
  summary: 'Revoke a link; screens opened with it close within seconds',
  rows: ['ARR-6', 'ARR-5'],
  access: ['hospital_admin'],
  params: idParams,
  reply: z.object({ screen }),
  problems: ['forbidden', 'not_found'],
});

export const renewScreenLink = endpoint({
  method: 'POST',
  path: '/hospital/screens/:id/link',
  summary: 'Make a new link for a screen; screens opened with the old one close within seconds',
  rows: ['ARR-6', 'ARR-5'],
  access: ['hospital_admin'],
  isSecret: true,
  params: idParams,
  reply: z.object({ screen, url: z.url() }),
  reachesOutside: true,
  problems: ['forbidden', 'not_found', 'not_in_practice'],
});

export const renewDoorCode = endpoint({
  method: 'POST',
  path: '/hospital/door-code',
  summary: 'Make a new code for the door; posters with the old one no longer work',
  rows: ['ARR-5'],
  access: ['hospital_admin'],
  reply: z.object({ door }),
  reachesOutside: true,
  problems: ['forbidden', 'not_in_practice'],
});

/** How many token numbers of waiting patients a display shows for each line. */
export const boardNext = 4;

/**
 * One doctor on a waiting-room display. Patients appear by token number only; the only name is the
 * doctor's.
 */
export const boardDoctor = z.object({
  id: uuid,
  name: z.string(),
  department: z.string(),
  status: z.enum(doctorStatuses),
  /** When the doctor's break is announced to end. */
  breakUntil: nullableInstant,
  /** The room that patients of the doctor go to; null while unset [ROOM-1]. */
  room: z.string().nullable().default(null),
  /**
   * The token number of the patient with the doctor, and since when the patient is there. A display
   * announces each change.
   */
  serving: z.object({ token: z.string(), since: instant }).nullable(),
  /** The token numbers of the next patients in line, at most `boardNext`. */
  next: z.array(z.string()).max(boardNext),
  waiting: z.int().min(0),
});

/**
 * One shared line on a waiting-room display: its open service points, and the token number at each
 * [LINE-2].
 */
const boardLine = z.object({
  id: uuid,
  name: z.string(),
  /**
   * The names of the line by language code, since a display shows one language and announces in
   * several.
   */
  names: lineNames.default({}),
  points: z
    .array(
      z.object({
        id: uuid,
        name: z.string(),
        names: lineNames.default({}),
        /**
         * The token number being served. `since` changes with each call, even when the same person
         * is called again. A display announces each change.
         */
        serving: z.object({ token: z.string(), since: instant }).nullable(),
      }),
    )
    .max(maxPoints),
  next: z.array(z.string()).max(boardNext),
  waiting: z.int().min(0),
});

export const board = z.object({
  hospital: z.object({
    id: uuid,
    name: z.string(),
    timeZone: z.string(),
    /** Languages of the display's texts and announcements; the first is the main language. */
    languages: screenLanguages,
  }),
  /** The doctors who work now, sorted by name. */
  doctors: z.array(boardDoctor).max(maxDoctorsShown),
  /**
   * Shared lines with an open service point or somebody in them, sorted by name. A display that is
   * limited to chosen lines shows only those.
   */
  lines: z.array(boardLine).max(maxSharedLines).default([]),
});
export type Board = z.infer<typeof board>;

/**
 * One event of the stream to a waiting-room display. The first event always holds the whole content
 * of the display.
 */
export const screenEvent = z.union([
  z.object({ type: z.literal('board'), data: board }),
  z.object({ type: z.literal('connected'), data: z.object({ at: instant }) }),
  z.object({ type: z.literal('disconnected'), data: z.object({ reason: z.string() }) }),
  z.object({ type: z.literal('error'), data: z.object({ message: z.string() }) }),
]);
export type ScreenEvent = z.infer<typeof screenEvent>;

/**
 * The path of the stream to a waiting-room display, below /api. The display sends GET with the key
 * of its link as bearer token.
 */
export const boardStreamPath = '/screens/board/events';
