/** Tests of the pages before sign-in, at each width, in light and dark mode, in both languages. */
import packageJson from '../../package.json' with { type: 'json' };
import { hospitalTypes } from '@baari/contract/constants.ts';
import { expect, test } from './support/fixtures.ts';
import { collectNames, expectHindiOnly, readInHindi } from './support/language.ts';
import { expectSound, expectSoundBriefly } from './support/looks.ts';
import { delay } from './support/routing.ts';

// One of the longest files, so its tests run in parallel on all workers.
test.describe.configure({ mode: 'parallel' });

interface PublicScreen {
  readonly path: string;
  readonly english: string;
  readonly rows: string;
}

const screens: readonly PublicScreen[] = [
  {
    path: '/',
    english: 'Your turn at the doctor, without the waiting room.',
    rows: '[ROUTE-1, LAND-1, LAND-2, LAND-3]',
  },
  { path: '/login', english: 'Welcome back', rows: '[ROUTE-2, LOGIN-1] @gate' },
  { path: '/signup', english: 'Create your account', rows: '[ROUTE-3, SIGN-1]' },
  { path: '/signup/patient', english: 'Sign up as a patient', rows: '[ROUTE-4, SIGN-2]' },
  { path: '/signup/hospital', english: 'Sign up as a hospital', rows: '[ROUTE-5, SIGN-5]' },
  { path: '/signup/hospital/join', english: 'Join', rows: '[ROUTE-6, JOINH-1]' },
  { path: '/email-verification', english: 'Verify your email', rows: '[ROUTE-8, VERI-1]' },
  { path: '/hospital/create', english: 'Create your hospital', rows: '[ROUTE-7, WIZ-1]' },
  { path: '/about', english: 'About', rows: '[ROUTE-26]' },
  { path: '/terms', english: 'Terms', rows: '[ROUTE-26]' },
  { path: '/privacy', english: 'Privacy', rows: '[ROUTE-26]' },
  { path: '/contact', english: 'Contact', rows: '[ROUTE-27]' },
  { path: '/no/such/page', english: 'Page not found', rows: '[ROUTE-29] @gate' },
];

for (const { path, english, rows } of screens) {
  test(`${path} is accessible on a phone and a desktop, in light and dark mode, in both languages ${rows}`, async ({
    page,
    trouble,
  }) => {
    const names = collectNames(page);
    trouble.allow(/^404 GET \/no\/such\/page$/u);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(english);
    await expectSound(page);
    await readInHindi(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/[\u0900-\u097f]/u);
    await expectHindiOnly(page, names);
    await expectSoundBriefly(page);
  });
}

test('a signed-out visitor is not shown as signed in on the page where the sign-in popup returns [LOGIN-2]', async ({
  page,
}) => {
  await page.goto('/signed-in');
  await expect(page).toHaveURL(/\/login$/u);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back');
});

test('the landing page links to sign-up, and shows its figures, its mailbox and its version [LAND-1, LAND-3, LAND-4, LAND-5, WORK-2] @gate', async ({
  page,
}) => {
  await page.goto('/');
  const top = page.getByRole('banner');
  await expect(top.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
  await expect(top.getByRole('link', { name: 'Get Started Free' })).toHaveAttribute(
    'href',
    '/signup',
  );
  for (const figure of ['40% less waiting', '25+ hospitals', '10K+ patients served']) {
    await expect(page.getByText(figure)).toBeVisible();
  }
  for (const name of ['Start Free Trial', 'Contact Sales']) {
    await expect(page.getByRole('link', { name })).toBeVisible();
  }
  const foot = page.getByRole('contentinfo');
  for (const path of ['/about', '/privacy', '/terms', '/contact']) {
    await expect(foot.locator(`a[href="${path}"]`)).toBeVisible();
  }
  await expect(foot.getByRole('link', { name: 'hello@baari.local' })).toBeVisible();
  await expect(foot.getByText(`Version ${packageJson.version}`, { exact: true })).toBeVisible();
});

test('the footer of a public page links to the licences of code and fonts', async ({ page }) => {
  await page.goto('/about');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Third-party licences' }).click();
  await expect(page).toHaveURL('/licenses.txt');
  const text = await page.locator('body').innerText();
  for (const named of ['react - ', 'lucide-react - ', '@fontsource-variable/inter - ']) {
    expect(text).toContain(`## ${named}`);
  }
  expect(text).toContain('SIL Open Font License');
});

test('the sign-in page without JavaScript says what does not work and where to get help, in the reader’s language and in English [ROUTE-2, ERR-1]', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    locale: 'ur-PK',
    baseURL: server.origin,
  });
  const page = await context.newPage();
  await page.goto('/login');
  // The paragraphs are located by position, because Playwright's text locators do not search in
  // noscript.
  const [urdu, english] = [
    page.locator('noscript p').first(),
    page.locator('noscript p[lang="en"]'),
  ];
  await expect(english).toContainText('Baari needs JavaScript for this page.');
  await expect(english).toBeVisible();
  await expect(urdu).toContainText('اس صفحے کے لیے جاوا اسکرپٹ ضروری ہے۔');
  await expect(urdu).toHaveAttribute('dir', 'rtl');
  await expect(urdu).toBeVisible();
  await context.close();
});

test('a chosen language is stored, and the visitor can change it back [ENT-9]', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByLabel('Read Baari in').selectOption('hi');
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/[\u0900-\u097f]/u);
  await page.getByLabel('बारी इसमें पढ़ें').selectOption('en');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back');
});

test('a failed sign-in is explained beside the field, and typed text is kept [ERR-3, VAL-1] @gate', async ({
  page,
  trouble,
}) => {
  trouble.allow(/^401 POST \/api\/identity\/sign-in\/email$/u);
  await page.goto('/login');
  const signIn = page.getByRole('button', { name: 'Sign in', exact: true });
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('nobody');
  await page.getByLabel('Password', { exact: true }).fill('123');
  await signIn.click();
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
  await expect(page.getByText('Password must be at least 6 characters.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toBeFocused();
  await expectSoundBriefly(page);
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('nobody@example.org');
  await page.getByLabel('Password', { exact: true }).fill('123456');
  await signIn.click();
  await expect(page.getByText('No account found. Would you like to sign up?')).toBeVisible();
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('patient@baari.example');
  await signIn.click();
  await expect(page.getByText('Incorrect password. Please try again.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue(
    'patient@baari.example',
  );
});

test('patient sign-up says when an address is in use [ERR-4, SIGN-2]', async ({
  page,
  trouble,
}) => {
  trouble.allow(/^4\d\d POST \/api\/identity\/sign-up\/email$/u);
  await page.goto('/signup/patient');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('patient@baari.example');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Email already in use. Try logging in instead.')).toBeVisible();
});

test('each step of registering a hospital is accessible and shows which fields are missing, and the last step cannot be sent twice [WIZ-1, WIZ-2, WIZ-7, WIZ-8, WIZ-9] @gate', async ({
  page,
}) => {
  test.setTimeout(90_000);
  await page.goto('/hospital/create');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Hospital name')).toBeFocused();
  await expectSoundBriefly(page);
  await page.getByLabel('Hospital name').fill('Wada Clinic');
  const types = page.getByLabel('Hospital type');
  for (const type of hospitalTypes) {
    await expect(types.locator(`option[value="${type}"]`)).toHaveCount(1);
  }
  await types.selectOption('clinic');
  await page.getByLabel('Address', { exact: true }).fill('12 Station Road');
  await page.getByLabel('City').fill('Nashik');
  await page.getByLabel('State').fill('Maharashtra');
  await page.getByLabel('ZIP code').fill('422001');
  await page.getByLabel('Hospital phone').fill('+912532500100');
  await page.getByLabel('Hospital email').fill('desk@wada.example');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Details' })).toBeFocused();
  await expectSoundBriefly(page);
  await page.getByLabel('First name').fill('Rukmini');
  await page.getByLabel('Last name').fill('Gokhale');
  await page.getByLabel('Admin email').fill('rukmini@wada.example');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByLabel('Confirm password').fill('correct hose');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.getByLabel('Confirm password').fill('correct horse');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Customize' })).toBeFocused();
  await expect(page.getByRole('checkbox')).toHaveCount(16);
  await expect(page.getByRole('button', { name: 'Create Hospital' })).toBeVisible();
  await expectSoundBriefly(page);
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Rukmini');
  await page.getByRole('button', { name: 'Continue' }).click();
  const letGo = await delay(page, { method: 'POST', path: /^\/identity\/sign-up\/email$/u });
  await page.getByRole('button', { name: 'Create Hospital' }).click();
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  await letGo();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verify your email');
});
