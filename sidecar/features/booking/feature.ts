// Booking requests: the endpoints, the form and its state page.
import type { Settings } from '../../settings/settings.ts';
import type { Feature } from '../feature.ts';
import { bookingConsole } from './console.ts';
import { addBookingForm } from './form.ts';
import { bookingGuards, bookingHandlers } from './handlers.ts';
import { bookingExpiry } from './tables.ts';

export interface BookingDeps {
  settings: Partial<Pick<Settings, 'visitorMailsPerDay'>>;
}

export const bookingFeature = ({ settings }: BookingDeps) =>
  ({
    handlers: bookingHandlers(settings.visitorMailsPerDay),
    guards: bookingGuards,
    addPages: (app, deps) => addBookingForm(app, { ...deps, settings }),
    expiry: bookingExpiry,
    console: bookingConsole,
  }) satisfies Feature;
