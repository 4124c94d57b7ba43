// Show preparation and guest kits.
import type { Feature } from '../feature.ts';
import { guestsConsole } from './console.ts';
import { addGuestKitPage, type GuestKitFormDeps } from './guest-kit-form.ts';
import { type Emit, guestKit, guestKitAgain } from './guest-kit-handlers.ts';
import { createGuestKitRenderer } from './guest-kit-pdf.ts';
import { showPrep } from './show-prep.ts';
import { guestExpiry } from './tables.ts';

export interface GuestDeps {
  emit: Emit;
  /** Takes a payment for one request. */
  spend: GuestKitFormDeps['spend'];
}

export const guestFeature = ({ emit, spend }: GuestDeps) =>
  ({
    handlers: { showPrep, guestKit: guestKit(emit), guestKitAgain },
    render: { guestKitPdf: createGuestKitRenderer() },
    addPages: (app, deps) => addGuestKitPage(app, { ...deps, emit, spend }),
    expiry: guestExpiry,
    console: guestsConsole,
  }) satisfies Feature;
