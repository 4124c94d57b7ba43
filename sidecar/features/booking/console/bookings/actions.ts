// Declines several booking requests without sending mails.
import { declineSilently } from '../../bookings.ts';
import { pageSize, withQuery } from '#sidecar/console/listing.ts';
import { type RunAction, formField, consoleActor } from '#sidecar/console/page.ts';

export const declineBookings: RunAction = async ({ store, now }, form) => {
  const ids = (form.id ?? []).slice(0, pageSize);
  const count = await declineSilently(store.db, ids, consoleActor, now());
  const to = withQuery('/bookings', { status: 'received', words: formField(form, 'words') || undefined });
  return { to, notice: 'bookingsDeclined', count };
};
