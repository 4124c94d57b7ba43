// Prices, payments and access tokens, with the pages where people pay.
import { createVisitorCaller } from '../../http/call-endpoint.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Feature } from '../feature.ts';
import { registerAgentTier } from './agent-tier-handler.ts';
import { accessConsole } from './console.ts';
import { l402PaymentRequest, l402Verify } from './l402-handlers.ts';
import type { Access } from './open.ts';
import { addReadPage } from './read-route.ts';
import { accessExpiry } from './tables.ts';
import { addTipRoutes } from './tips-route.ts';

export interface AccessFeatureDeps {
  access: Access;
  settings: Pick<Settings, 'rates'>;
}

const second = 1000;

export const accessFeature = ({ access, settings }: AccessFeatureDeps) =>
  ({
    handlers: {
      registerAgentTier: registerAgentTier(settings.rates.freeSlice),
      l402PaymentRequest: l402PaymentRequest(access.payment),
      l402Verify: l402Verify(access.payment),
    },
    addPages: (app, deps) => {
      addReadPage(app, { ...access, ...deps, callAs: createVisitorCaller(deps) });
      addTipRoutes(app, { ...access, ...deps });
    },
    jobs: [
      { name: 'looking up payments', everyMs: 2 * second, duty: 'works', run: access.settleDue },
      { name: 'comparing invoices with the wallet', everyMs: 6 * second, duty: 'works', run: access.compareNext },
      {
        name: 'reading payments received by the wallet',
        everyMs: 5 * second,
        duty: 'works',
        run: access.readReceivedPayments,
      },
      {
        name: 'storing the settings of the wallet',
        everyMs: 600 * second,
        duty: 'works',
        run: access.storeWalletSettings,
      },
    ],
    expiry: accessExpiry,
    console: accessConsole(access),
  }) satisfies Feature;
