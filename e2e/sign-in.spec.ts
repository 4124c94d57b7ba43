// Signing in with a real browser: link, password and passkey, with and without scripts; and what other sites try.
import { createServer } from 'node:http';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { command } from './room.ts';
import { room } from './room-pages.ts';
import { excessWidth } from './sound-page.ts';

test.describe.configure({ mode: 'serial' });

const password = 'tide lamp bucket';
let origin: string;
test.beforeAll(() => {
  origin = room();
});

async function newLink(): Promise<string> {
  const env = JSON.parse(process.env.ROOM_ENV!) as NodeJS.ProcessEnv;
  return (await command(env, 'sign-in')).split('\n')[0]!;
}

async function enterByLink(page: Page): Promise<void> {
  await page.goto(await newLink());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${origin}/console/account?notice=signedIn`);
}

/** The notice about the last action, apart from the line about the build. */
const notice = (page: Page) => page.getByRole('status').filter({ hasText: /./ });

const signOut = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();

async function enterByPassword(page: Page): Promise<void> {
  await page.goto(`${origin}/console`);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Password').press('Enter');
  await expect(notice(page)).toHaveText('You are signed in.');
}

/** An authenticator of this context that answers without a user. */
async function addDevice(context: BrowserContext, page: Page): Promise<void> {
  const device = await context.newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** A page of somebody else, at an origin of its own. */
async function otherSite(html: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((_, answer) => void answer.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

for (const javaScriptEnabled of [false, true]) {
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled });

    test('a creator comes by link, sets a password, and comes by it from then on', async ({ page }) => {
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      await enterByLink(page);
      await page.getByLabel('New password').fill(password);
      await page.getByLabel('Repeat password').fill(password);
      await page.getByRole('button', { name: /^(Set|Change) password$/ }).click();
      await expect(notice(page)).toContainText(/Password (set|changed)/);
      await signOut(page);
      await expect(notice(page)).toHaveText('You are signed out.');
      await enterByPassword(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
      expect(problems).toEqual([]);
    });

    test('a wrong password is told at its field, which keeps the focus', async ({ page }) => {
      await page.goto(`${origin}/console`);
      await page.getByLabel('Password').fill('a wrong password');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      const field = page.getByLabel('Password');
      await expect(field).toHaveAccessibleDescription('Wrong password.');
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toBeFocused();
      await expect(field).toHaveValue('');
    });
  });
}

test('a passkey is added, signs in, and is gone when it is removed', async ({ page, context }) => {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await addDevice(context, page);
  await enterByPassword(page);
  await page.getByRole('link', { name: 'Sign-in' }).click();
  await page.getByLabel('Name').fill('My phone');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(notice(page)).toContainText('Passkey added.');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByRole('alert')).toHaveText('This device already has a passkey for this room.');

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(notice(page)).toHaveText('You are signed in.');

  await page.getByRole('link', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Remove My phone' }).click();
  await expect(page.getByText('My phone')).toHaveCount(0);
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('was not accepted');
  expect(problems.filter((text) => !text.includes('403'))).toEqual([]);
});

test('passkeys are not offered without scripts, nor at another address of the room', async ({ page, browser }) => {
  await page.goto(`${origin}/console`.replace('localhost', '127.0.0.1'));
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect(page.getByRole('button', { name: 'passkey' })).toBeHidden();
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(`${origin}/console`);
  await expect(plain.getByRole('button', { name: 'passkey' })).toBeHidden();
  await plain.close();
});

test('a page that was open at sign-out is not shown again by the Back button', async ({ page }) => {
  await enterByPassword(page);
  await page.goto(`${origin}/console`);
  await signOut(page);
  await expect(page).toHaveURL(/\/console\/sign-in\?notice=signedOut/);
  await page.goBack();
  await expect(page).toHaveURL(`${origin}/console/sign-in`);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Inbox' })).toHaveCount(0);
});

test('clickjacking: another site gets no frame of the console', async ({ page }) => {
  await enterByPassword(page);
  const site = await otherSite(`<iframe src="${origin}/console/account"></iframe>`);
  await page.goto(site.url);
  const frame = page.frames()[1]!;
  await expect.poll(() => frame.url()).toMatch(/^chrome-error:/);
  site.close();
});

for (const [name, attributes] of [
  ['of another site', ''],
  ['of a sandboxed frame, with Origin null', 'sandbox="allow-scripts allow-forms allow-top-navigation"'],
] as const) {
  test(`CSRF: a form ${name} changes nothing, though the creator is signed in`, async ({ page }) => {
    await enterByPassword(page);
    const form = `<form method=post target=_top action=${origin}/console/account/sessions/end-others></form><script>document.forms[0].submit()</script>`;
    const site = await otherSite(attributes ? `<iframe ${attributes} srcdoc='${form}'></iframe>` : form);
    const answered = page.waitForResponse(/end-others/);
    await page.goto(site.url).catch(() => {});
    expect((await answered).status()).toBe(403);
    await expect(page.getByRole('alert')).toContainText('sent from another place');
    site.close();
  });
}

test('a sign-in link from another site needs one more click', async ({ page }) => {
  await enterByPassword(page);
  const site = await otherSite(`<a href="${origin}/console/account">to the console</a>`);
  await page.goto(site.url);
  await page.getByRole('link').click();
  await page.getByRole('link', { name: 'Open the console' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign-in');
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();
  site.close();
});

test('the pages of signing in fit into narrow and wide windows', async ({ page }) => {
  const fits = async () => {
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await excessWidth(page), page.url()).toBeLessThanOrEqual(0);
    }
  };
  await page.goto(`${origin}/console`);
  await fits();
  await enterByPassword(page);
  await page.goto(`${origin}/console/account`);
  await fits();
});

test('the last way in is removed only after a warning', async ({ page }) => {
  await enterByPassword(page);
  await page.getByRole('link', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Remove Password' }).click();
  await expect(page.getByRole('alert')).toContainText('you need a one-time link');
  await page.getByRole('link', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Remove Password' }).click();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(page.getByText('You can sign in only with a one-time link.')).toBeVisible();
});
