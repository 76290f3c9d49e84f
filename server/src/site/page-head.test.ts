import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { pageHtml } from './page-head.ts';
import { landingPage } from './public-pages.ts';

const template = await readFile(new URL('../../../web/index.html', import.meta.url), 'utf8');
const publicUrl = 'https://baari.example';
const site = { contactEmail: 'hello@baari.example' };
const options = { template, publicUrl, site };

test('a public page has its title, description, address and picture in its head [LAND-5]', () => {
  const html = pageHtml(options, landingPage);
  assert.equal(html.match(/<title>/gu)?.length, 1);
  assert.equal(html.match(/name="description"/gu)?.length, 1);
  assert.match(html, /<title>Your turn at the doctor, without the waiting room · Baari<\/title>/u);
  assert.match(html, /<link rel="canonical" href="https:\/\/baari\.example\/">/u);
  assert.match(html, /property="og:image" content="https:\/\/baari\.example\/social\.png"/u);
  assert.doesNotMatch(html, /noindex/u);
});

test('a page behind a sign-in is left out by search engines [LAND-5]', () => {
  const html = pageHtml(options, undefined);
  assert.match(html, /<title>Baari<\/title>\s*<meta name="robots" content="noindex">/u);
  assert.doesNotMatch(html, /og:|canonical/u);
});

test('nothing an operator writes can break out of the head [security 12]', () => {
  const title = '</title><script>alert("$&")</script>';
  const evil = { ...landingPage, title, description: '"><script>x</script>' };
  const html = pageHtml({ ...options, site: { contactEmail: '</script><script>y' } }, evil);
  assert.doesNotMatch(html, /<script>(?:alert|x|y)/u);
  const data = /<script type="application\/json" id="site">(?<json>.*?)<\/script>/u.exec(html);
  assert.deepEqual(JSON.parse(data?.groups?.['json'] ?? ''), {
    contactEmail: '</script><script>y',
  });
});
