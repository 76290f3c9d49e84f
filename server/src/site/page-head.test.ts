import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { textsOf } from '../texts/texts.ts';
import { missingPageHtml, pageHtml, withAnswers, withPreloads } from './page-head.ts';
import { landingPage as landingPageIn, publicPageAt } from './public-pages.ts';
import { readTextPages } from './text-pages.ts';

const template = await readFile(new URL('../../../web/index.html', import.meta.url), 'utf8');
const publicUrl = 'https://baari.example';
const figures = { lessWaiting: '40%', hospitals: '25+', patientsServed: '10K+' };
const figuresBasis = { kind: 'stated' } as const;
const site = { contactEmail: 'hello@baari.example', figures, figuresBasis };
const landingPage = landingPageIn('en');
const options = { template, publicUrl, site, language: 'en' } as const;

test('a public page has its title, description, address and picture in its head [LAND-5]', () => {
  const html = pageHtml(options, landingPage);
  assert.equal(html.match(/<title>/gu)?.length, 1);
  assert.equal(html.match(/name="description"/gu)?.length, 1);
  assert.match(html, /<title>Your turn at the doctor, without the waiting room · Baari<\/title>/u);
  assert.match(html, /<link rel="canonical" href="https:\/\/baari\.example\/">/u);
  assert.match(html, /property="og:image" content="https:\/\/baari\.example\/social\.png"/u);
  assert.doesNotMatch(html, /noindex/u);
});

test('a page behind a sign-in shows only its purpose in its head [LAND-5]', () => {
  const html = pageHtml(options, undefined);
  assert.match(
    html,
    /<title>Baari<\/title>\s*<meta name="description" content="Patients see their place/u,
  );
  assert.equal(html.match(/name="description"/gu)?.length, 1);
  assert.doesNotMatch(html, /og:|canonical|noindex/u);
});

test('public pages and pages behind a sign-in have their title in the reader’s language [LAND-5]', async () => {
  const inHindi = { ...options, language: 'hi' } as const;
  const login = await publicPageAt('/login', () => readTextPages(undefined), 'hi');
  assert.match(pageHtml(inHindi, login), /<title>साइन इन · बारी<\/title>/u);
  assert.match(pageHtml(inHindi, undefined), /name="description" content="कतार में आपकी जगह/u);
});

test('without JavaScript a page says what does not work, in the reader’s language and in English [ERR-1]', () => {
  const html = pageHtml({ ...options, language: 'ta' }, landingPage);
  const [said = ''] = /<noscript>.*<\/noscript>/u.exec(html) ?? [];
  const inTamil = textsOf('publicPages', 'ta').noScript;
  assert.ok(said.startsWith('<noscript><p lang="ta" dir="ltr"') && said.includes(inTamil));
  assert.ok(said.includes('<p lang="en" dir="ltr"'));
  assert.equal(pageHtml(options, landingPage).match(/Baari needs JavaScript/gu)?.length, 1);
});

test('a page that does not exist is excluded from search engines [LAND-5]', () => {
  assert.match(missingPageHtml(options), /<meta name="robots" content="noindex">/u);
});

test('a value that an operator sets is escaped in the page’s HTML head and cannot add markup [SEC-12]', () => {
  const title = '</title><script>alert("$&")</script>';
  const evil = { ...landingPage, title, description: '"><script>x</script>' };
  const html = pageHtml(
    { ...options, site: { ...site, contactEmail: '</script><script>y' } },
    evil,
  );
  assert.doesNotMatch(html, /<script>(?:alert|x|y)/u);
  const data = /<script type="application\/json" id="site">(?<json>.*?)<\/script>/u.exec(html);
  assert.deepEqual(JSON.parse(data?.groups?.['json'] ?? ''), {
    contactEmail: '</script><script>y',
    figures,
    figuresBasis,
  });
});

test('the rendered page shows the operator’s own figures as plain text [LAND-3, SEC-12]', () => {
  const rendered = template.replace(
    '<div id="root">',
    '<div id="root">{{hospitals}} {{contactEmail}}',
  );
  const html = pageHtml(
    {
      ...options,
      template: rendered,
      site: { ...site, figures: { ...figures, hospitals: '<b>$&' } },
    },
    landingPage,
  );
  assert.match(html, /<div id="root">&lt;b&gt;\$&amp; hello@baari\.example/u);
  const noted = pageHtml(
    { ...options, language: 'hi', template: rendered.replace('</div>', '{{figuresNote}}</div>') },
    landingPage,
  );
  assert.match(noted, /इस साइट के संचालक के अनुसार।<\/div>/u);
});

test('a text that a patient wrote is escaped in the data sent with a page and cannot add markup [SEC-12]', () => {
  const symptoms = '</script><img src=x onerror=alert(1)></body>$&';
  const sent = { user: null, answers: { '/api/queues/open': { queues: [{ symptoms }] } } };
  const html = withAnswers(pageHtml(options, undefined), sent);
  assert.doesNotMatch(html, /<img/u);
  const data = /<script type="application\/json" id="sent">(?<json>.*?)<\/script>/u.exec(html);
  assert.deepEqual(JSON.parse(data?.groups?.['json'] ?? ''), sent);
});

test('a page arrives with its style sheets, so that nothing jumps when its code has loaded [WORK-4]', () => {
  const html = withPreloads(template, ['/assets/desk-1.js', '/assets/desk-1.css']);
  const [head = ''] = html.split('</head>');
  assert.match(head, /<link rel="stylesheet" crossorigin href="\/assets\/desk-1\.css">/u);
  assert.match(head, /<link rel="modulepreload" crossorigin href="\/assets\/desk-1\.js">/u);
});
