import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { ICruiseResult } from 'dependency-cruiser';
import rules, { folderOrders, webTiers } from '../../.dependency-cruiser.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A violation of each rule: a file, and its forbidden import. */
const planted: Record<string, { file: string; imports: string; typesOnly?: boolean }> = {
  'no-cycles': {
    file: 'contract/src/one.ts',
    imports: './other.ts',
    typesOnly: true,
  },
  'everything-resolves': { file: 'web/src/lost.ts', imports: './nowhere.ts' },
  'contract-is-a-leaf': { file: 'contract/src/leaf.ts', imports: 'pg' },
  'client-stands-alone': {
    file: 'packages/client/src/lines.ts',
    imports: '../../../contract/src/other.ts',
    typesOnly: true,
  },
  'web-knows-no-server': {
    file: 'web/src/app/spy.ts',
    imports: '../../../server/src/queue/queue.store.ts',
  },
  'server-knows-no-web': {
    file: 'server/src/queue/spy.ts',
    imports: '../../../web/src/ui/button.tsx',
  },
  'decisions-are-pure': { file: 'server/src/queue/queue.rules.ts', imports: 'node:fs' },
  'views-are-pure': {
    file: 'server/src/queue/queue.view.ts',
    imports: '../platform/http/route.ts',
  },
  'views-take-only-types-from-stores': {
    file: 'server/src/queue/entry.view.ts',
    imports: './queue.store.ts',
  },
  'sql-only-in-stores': { file: 'server/src/queue/list.query.ts', imports: 'sql-template-tag' },
  'threads-apart': {
    file: 'server/src/reports/print.query.ts',
    imports: './report-pdf.thread.ts',
  },
  'documents-in-threads': { file: 'server/src/reports/print.use-case.ts', imports: 'pdfkit' },
  'use-cases-know-no-http': { file: 'server/src/queue/start.use-case.ts', imports: 'fastify' },
  'platform-imports-leftwards': {
    file: 'server/src/platform/http/route.ts',
    imports: '../../queue/queue.store.ts',
  },
  'identity-imports-leftwards': {
    file: 'server/src/identity/who.ts',
    imports: '../hospitals/hospital.store.ts',
  },
  'hospitals-imports-leftwards': {
    file: 'server/src/hospitals/list.ts',
    imports: '../reports/report.store.ts',
  },
  'doctors-imports-leftwards': {
    file: 'server/src/doctors/list.ts',
    imports: '../queue/queue.store.ts',
    typesOnly: true,
  },
  'schedule-imports-leftwards': {
    file: 'server/src/schedule/plan.ts',
    imports: '../queue/queue.store.ts',
  },
  'held-slots-imports-leftwards': {
    file: 'server/src/held-slots/count.ts',
    imports: '../appointments/plan.ts',
  },
  'limits-imports-leftwards': {
    file: 'server/src/limits/count.ts',
    imports: '../queue/queue.store.ts',
  },
  'waits-imports-leftwards': {
    file: 'server/src/waits/estimate.ts',
    imports: '../queue/queue.store.ts',
  },
  'queue-imports-leftwards': {
    file: 'server/src/queue/notify.ts',
    imports: '../reports/report.store.ts',
  },
  'lines-imports-leftwards': {
    file: 'server/src/lines/call.ts',
    imports: '../reports/report.store.ts',
  },
  'day-end-imports-leftwards': {
    file: 'server/src/day-end/end.ts',
    imports: '../reports/report.store.ts',
  },
  'notifications-imports-leftwards': {
    file: 'server/src/notifications/remind.ts',
    imports: '../reports/report.store.ts',
  },
  'people-imports-leftwards': {
    file: 'server/src/people/list.ts',
    imports: '../queue/queue.store.ts',
  },
  'consent-imports-leftwards': {
    file: 'server/src/consent/list.ts',
    imports: '../hospitals/hospital.store.ts',
  },
  'timetables-imports-leftwards': {
    file: 'server/src/timetables/offer.ts',
    imports: '../reports/report.store.ts',
  },
  'appointments-imports-leftwards': {
    file: 'server/src/appointments/plan.ts',
    imports: '../reports/report.store.ts',
  },
  'patients-imports-leftwards': {
    file: 'server/src/patients/know.ts',
    imports: '../reports/report.store.ts',
  },
  'screens-imports-leftwards': {
    file: 'server/src/screens/show.ts',
    imports: '../reports/report.store.ts',
  },
  'texts-imports-leftwards': {
    file: 'server/src/texts/say.ts',
    imports: '../queue/queue.store.ts',
  },
  'hand-offs-imports-leftwards': {
    file: 'server/src/hand-offs/note.ts',
    imports: '../reports/report.store.ts',
  },
  'vitals-imports-leftwards': {
    file: 'server/src/vitals/measure.ts',
    imports: '../reports/report.store.ts',
  },
  'follow-ups-imports-leftwards': {
    file: 'server/src/follow-ups/remind.ts',
    imports: '../reports/report.store.ts',
  },
  'assessments-imports-leftwards': {
    file: 'server/src/assessments/ask.ts',
    imports: '../reports/report.store.ts',
  },
  'arrivals-imports-leftwards': {
    file: 'server/src/arrivals/arrive.ts',
    imports: '../reports/report.store.ts',
  },
  'replay-imports-leftwards': {
    file: 'server/src/replay/play.ts',
    imports: '../reports/report.store.ts',
  },
  'reports-imports-leftwards': {
    file: 'server/src/reports/rate.ts',
    imports: '../ratings/star.ts',
  },
  'integrations-imports-leftwards': {
    file: 'server/src/integrations/rate.ts',
    imports: '../ratings/star.ts',
  },
  'later-features-side-by-side': {
    file: 'server/src/profile/rate.ts',
    imports: '../ratings/star.ts',
  },
  'nothing-imports-the-composition': {
    file: 'server/src/reports/report.ts',
    imports: '../app.ts',
  },
  'web-features-apart': {
    file: 'web/src/features/queue/list.tsx',
    imports: '../doctors/card.tsx',
  },
  'web-shared-below-features': {
    file: 'web/src/shared/patient/line.tsx',
    imports: '../../features/doctors/card.tsx',
  },
  'web-features-below-pages': {
    file: 'web/src/features/doctors/card.tsx',
    imports: '../../pages/home.tsx',
  },
  'ui-takes-props': { file: 'web/src/ui/button.tsx', imports: '@tanstack/react-query' },
  ...plantedInFolders(),
  ...plantedInTiers(),
};

/**
 * Violations of the order of the web folders. A folder of each tier imports from the next tier, and
 * a folder of the last tier imports a feature.
 */
function plantedInTiers(): typeof planted {
  return Object.fromEntries(
    webTiers.map((tier, index) => [
      `web-${tier.join('-')}-imports-leftwards`,
      {
        file: `web/src/${tier[0]}/offender.ts`,
        imports: `../${webTiers[index + 1]?.[0] ?? 'features'}/last.ts`,
      },
    ]),
  );
}

/**
 * Imports that violate the order of folders within a large part of the code. Every folder except
 * the last imports from the last one, which the rules forbid.
 */
function plantedInFolders(): typeof planted {
  const offenders: typeof planted = {};
  for (const [base, order] of Object.entries(folderOrders)) {
    for (const folder of order.slice(0, -1)) {
      offenders[`${base.split('/').at(-1)}-${folder}-imports-leftwards`] = {
        file: `${base}/${folder}/offender.ts`,
        imports: `../${order.at(-1)}/last.ts`,
      };
    }
  }
  return offenders;
}

/** Files that the violations import, and a few files with allowed imports. */
const innocent: Record<string, string> = {
  'contract/src/other.ts': "import { z } from 'zod';\nimport type { value } from './one.ts';\n",
  'server/src/app.ts': "import './queue/queue.store.ts';\n",
  'server/src/hospitals/hospital.store.ts': "import pg from 'pg';\n",
  'server/src/queue/queue.store.ts': "import '../waits/wait.rules.ts';\n",
  'server/src/waits/wait.rules.ts': "import '../../../contract/src/other.ts';\n",
  'server/src/reports/report.view.ts': "import type {} from './report.store.ts';\n",
  'server/src/doctors/doctor.view.ts': "import '../waits/wait.rules.ts';\n",
  'server/src/ratings/star.ts': 'export {};\n',
  'server/src/reports/open.ts': "import type pg from 'pg';\n",
  'server/src/reports/report.store.ts': "import '../queue/queue.store.ts';\n",
  'web/src/pages/home.tsx': "import { useQuery } from '@tanstack/react-query';\n",
  'web/src/features/last.ts': 'export {};\n',
  ...Object.fromEntries(
    Object.entries(folderOrders).map(([base, order]) => [
      `${base}/${order.at(-1)}/last.ts`,
      'export {};\n',
    ]),
  ),
  ...Object.fromEntries(webTiers.map(([folder]) => [`web/src/${folder}/last.ts`, 'export {};\n'])),
};

describe('the import rules', () => {
  let folder = '';
  let found: ICruiseResult['summary'];

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'baari-rules-'));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const [file, text] of Object.entries(innocent)) plant(file, text);
    for (const { file, imports, typesOnly } of Object.values(planted)) {
      const names = typesOnly === true ? 'type * as it' : '* as it';
      plant(file, `import ${names} from '${imports}';\nexport const value = 1;\n`);
    }
    found = cruise();
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it('the rules for imports between files apply to every file', () => {
    const files = Object.keys(innocent).length + Object.keys(planted).length;
    assert.ok(found.totalCruised >= files, `only ${found.totalCruised} modules were looked at`);
  });

  it('the test of the import rules contains one example violation for each rule', () => {
    const names = rules.forbidden.map((rule) => rule.name);
    assert.deepEqual(Object.keys(planted).toSorted(), names.toSorted());
  });

  for (const [name, { file }] of Object.entries(planted)) {
    it(`the import rule ${name} finds the violation in ${file}`, () => {
      const breaks = found.violations.some((one) => one.from === file && one.rule.name === name);
      assert.ok(breaks, JSON.stringify(found.violations, undefined, 2));
    });
  }

  it('the import rules cover every folder of the web pages', () => {
    const folders = readdirSync(join(root, 'web/src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    assert.deepEqual(
      [...webTiers.flat(), 'features', 'pages', 'app'].toSorted(),
      folders.toSorted(),
    );
  });

  it('the import rules accept files without a violation', () => {
    const blamed = found.violations
      .filter((one) => one.from in innocent && one.rule.name !== 'no-cycles')
      .map((one) => `${one.rule.name}: ${one.from}`);
    assert.deepEqual(blamed, []);
  });

  function plant(file: string, text: string): void {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }

  function cruise(): ICruiseResult['summary'] {
    const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
    const config = join(root, '.dependency-cruiser.mjs');
    const args = [
      program,
      '--config',
      config,
      '--output-type',
      'json',
      'contract',
      'packages',
      'server',
      'web',
    ];
    const run = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    return (JSON.parse(run.stdout) as ICruiseResult).summary;
  }
});
