// Browser tests in Debian's Chromium without a window, where Playwright's own is not there.
import { existsSync } from 'node:fs';
import { chromium, defineConfig } from '@playwright/test';

const ownBrowser = existsSync(chromium.executablePath());

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  // A limit for what hangs, wide enough for a machine that does other work besides.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    launchOptions: {
      ...(ownBrowser ? {} : { executablePath: '/usr/bin/chromium-headless-shell' }),
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
