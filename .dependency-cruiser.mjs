/**
 * Who may import whom. `npm run check` runs it; `scripts/checks/dependency-rules.test.ts` plants a violation
 * of each rule and makes sure that it is found.
 */

/** Server features import leftwards only. Those not listed come after all of these, side by side. */
const featureOrder = [
  'texts',
  'platform',
  'identity',
  'people',
  'consent',
  'schedule',
  'hospitals',
  // When a line can be booked, and when it takes requests.
  'timetables',
  'limits',
  'waits',
  'doctors',
  'queue',
  // Goes with a transfer to another line.
  'hand-offs',
  'lines',
  // Ends doctors' lines and shared ones alike.
  'day-end',
  'notifications',
  // Places that are held for the person who is asked.
  'held-slots',
  // Whoever arrives may have booked, or stand before a kiosk.
  'appointments',
  // Whoever arrives through ABDM may be known already.
  'patients',
  'screens',
  // Whoever was checked in at a kiosk may be asked there.
  'assessments',
  // Measured at a step of a visit.
  'vitals',
  // A patient's calendar feed shows them.
  'follow-ups',
  // A practice hospital plays both.
  'arrivals',
  'replay',
  // Systems learn through FHIR that reports exist, and subscribe to events.
  'reports',
  'integrations',
];

/** Inside a large part, folders import leftwards only. Files beside the folders are free. */
export const folderOrders = {
  'server/src/platform': [
    'embedded-postgres',
    'secrets',
    'threads',
    'database',
    'hospital-sql',
    'waiting-audits',
    'audit',
    'events',
    'jobs',
    'messages',
    'files',
    'pages',
    'http',
  ],
  'server/src/identity': [
    'messages',
    'attempts',
    'security-events',
    'sessions',
    'provider',
    'sign-in',
    'account',
  ],
  'server/src/queue': ['order', 'tokens', 'promises', 'transfer', 'day', 'reads', 'visits'],
  'server/src/lines': ['points', 'visits', 'layout'],
  'web/src/api': ['problems', 'demands', 'queries', 'forms'],
};

/**
 * Folders of the pages import leftwards, and their own tier: every folder of `web/src` is here or in the last three,
 * features, pages and app, which have rules of their own.
 */
export const webTiers = [
  ['clock'],
  ['fonts'],
  ['device'],
  ['i18n'],
  ['ui'],
  ['navigation'],
  // Calls carry the session's token, and the session is asked for by calls.
  ['api', 'session'],
  ['live'],
  ['shared'],
];

/** Compose features; nothing imports them. */
const aboveFeatures = '^server/src/(app\\.ts|(?:dev\\.)?main\\.ts|backup/|demo/|testing/)';

const tests = '\\.test\\.tsx?$';
const pureFiles = '^server/src/.+\\.(rules|access|view)\\.ts$';
/** Tables of Unicode: text in, text out. */
const pureLibraries = packages('any-ascii|bidi-js|unhomoglyph');
const pureTools = [
  '^contract/',
  pureFiles,
  '^server/src/platform/(result|actor)\\.ts$',
  pureLibraries,
];
const stores = '\\.store\\.ts$';

/**
 * `node_modules` may lie in a workspace as well as at the root.
 * @param {string} names
 */
function packages(names) {
  return `(^|/)node_modules/(${names})/`;
}

/** @typedef {{ path?: string | string[], pathNot?: string | string[] }} From */
/** @typedef {From & { circular?: boolean, couldNotResolve?: boolean, dependencyTypesNot?: string[] }} To */

/**
 * @param {string} name
 * @param {string} comment
 * @param {From} from
 * @param {To} to
 */
function forbid(name, comment, from, to) {
  return { name, comment, severity: 'error', from, to };
}

function featureOrderRules() {
  const listed = featureOrder.join('|');
  const inOrder = featureOrder.map((feature, index) => {
    const before = featureOrder.slice(0, index + 1).join('|');
    return forbid(
      `${feature}-imports-leftwards`,
      `Features import in one order: ${featureOrder.join(' < ')} < the others.`,
      { path: `^server/src/${feature}/`, pathNot: tests },
      { path: '^server/src/[^/]+/', pathNot: `^server/src/(${before})/` },
    );
  });
  const others = forbid(
    'later-features-side-by-side',
    'Features after these do not import each other: share through an earlier one.',
    { path: `^server/src/(?!(?:${listed}|backup|demo|testing)/)([^/]+)/`, pathNot: tests },
    { path: '^server/src/[^/]+/', pathNot: `^server/src/(?:${listed}|$1)/` },
  );
  return [...inOrder, others];
}

/**
 * @param {string} base
 * @param {string[]} order
 */
function folderOrderRules(base, order) {
  const part = base.split('/').at(-1);
  return order
    .slice(0, -1)
    .map((folder, index) =>
      forbid(
        `${part}-${folder}-imports-leftwards`,
        `Folders of ${base} import in one order: ${order.join(' < ')}.`,
        { path: `^${base}/${folder}/`, pathNot: tests },
        { path: `^${base}/(${order.slice(index + 1).join('|')})/` },
      ),
    );
}

function webTierRules() {
  return webTiers.map((tier, index) =>
    forbid(
      `web-${tier.join('-')}-imports-leftwards`,
      `Folders of web/src import in one order: ${webTiers.map((each) => each.join(' and ')).join(' < ')}.`,
      { path: `^web/src/(${tier.join('|')})/`, pathNot: tests },
      {
        path: '^web/src/[^/]+/',
        pathNot: `^web/src/(${webTiers
          .slice(0, index + 1)
          .flat()
          .join('|')})/`,
      },
    ),
  );
}

export default {
  forbidden: [
    forbid('no-cycles', 'Imports of types count too.', {}, { circular: true }),
    forbid(
      'everything-resolves',
      'A rule cannot judge what was not found.',
      {},
      {
        couldNotResolve: true,
      },
    ),
    forbid(
      'contract-is-a-leaf',
      'Both sides import the contract; it knows zod, the numbering plans of phones and itself.',
      { path: '^contract/', pathNot: tests },
      { pathNot: ['^contract/', packages('zod|libphonenumber-js')] },
    ),
    forbid(
      'client-stands-alone',
      'Hospitals install the client without anything else of this project.',
      { path: '^packages/' },
      { pathNot: '^packages/' },
    ),
    forbid(
      'web-knows-no-server',
      'They meet in the contract.',
      { path: '^web/' },
      {
        path: '^(server|bench)/',
      },
    ),
    forbid(
      'server-knows-no-web',
      'They meet in the contract.',
      { path: '^server/' },
      {
        path: '^(web|bench|e2e)/',
      },
    ),
    forbid(
      'decisions-are-pure',
      'Rules and access see data, not the world.',
      { path: '^server/src/.+\\.(rules|access)\\.ts$' },
      { pathNot: pureTools },
    ),
    forbid(
      'views-are-pure',
      'A view turns a row into what goes over the wire, and nothing else.',
      { path: '^server/src/.+\\.view\\.ts$' },
      { pathNot: [...pureTools, stores] },
    ),
    forbid(
      'views-take-only-types-from-stores',
      'A view may name the type of a row; it does not fetch one.',
      { path: '^server/src/.+\\.view\\.ts$' },
      { path: stores, dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'sql-only-in-stores',
      'Statements live in *.store.ts; the database is opened in few places.',
      {
        path: '^(contract|server|web)/',
        pathNot: [
          stores,
          '^server/src/(platform|testing)/',
          '^server/src/start-database\\.ts$',
          '^server/src/identity/(auth|provider-pool)\\.ts$',
          tests,
        ],
      },
      { path: packages('pg|@types/pg|sql-template-tag'), dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'use-cases-know-no-http',
      'A use case runs the same from HTTP, a job or a test.',
      { path: '\\.(use-case|query)\\.ts$' },
      { path: [packages('fastify|@fastify'), '^(node:)?https?$'] },
    ),
    forbid(
      'threads-apart',
      'What a thread does is asked of it; imported, it would run on the event loop.',
      {
        path: '^server/src/',
        pathNot: ['\\.(thread|worker)\\.ts$', '^server/src/testing/', tests],
      },
      { path: '\\.(thread|worker)\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'documents-in-threads',
      'Libraries that read and draw documents load in the threads that use them, not with the server.',
      { path: '^server/src/', pathNot: ['\\.thread\\.ts$', '^server/src/testing/', tests] },
      { path: packages('pdfkit|fontkit|harfbuzzjs|@cantoo') },
    ),
    ...featureOrderRules(),
    forbid(
      'nothing-imports-the-composition',
      'app, main, demo and testing compose the features.',
      { path: '^server/src/', pathNot: [aboveFeatures, tests] },
      { path: aboveFeatures },
    ),
    forbid(
      'web-features-apart',
      'Pages compose features; features do not import each other.',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    ),
    forbid(
      'web-shared-below-features',
      'What several features show knows none of them.',
      { path: '^web/src/(?!(?:features|pages|app)/)[^/]+/', pathNot: tests },
      { path: '^web/src/features/' },
    ),
    forbid(
      'web-features-below-pages',
      'Pages and the application shell compose features, not the other way round.',
      { path: '^web/src/(?!(?:pages|app)/)[^/]+/' },
      { path: '^web/src/(pages|app)/' },
    ),
    ...webTierRules(),
    ...Object.entries(folderOrders).flatMap(([base, order]) => folderOrderRules(base, order)),
    forbid(
      'ui-takes-props',
      'The design system neither fetches nor routes.',
      { path: '^web/src/ui/' },
      {
        path: [
          '^web/src/(api|live|session|navigation|features|pages|app)/',
          packages('wouter|@tanstack/react-query'),
        ],
      },
    ),
  ],
  options: {
    // TypeScript 7 has no API: without this the tool sees no modules and reports success. It sees what is
    // imported as types as well, so that no option for those is needed, which would ask for that API.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    // Anchored: `(^|/)dist/` would hide every library whose entry lies in its dist folder.
    exclude: { path: '^(web/dist|packages/client/dist|web/[.]cache|e2e/test-results|data)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
