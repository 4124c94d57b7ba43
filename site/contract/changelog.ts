// The changelog of the API, newest first; an entry joins with each change that clients can see.
import type { Static } from 'typebox';
import type { ChangelogEntry } from './schemas/discovery.ts';

export const changelogEntries: Static<typeof ChangelogEntry>[] = [
  {
    date: '2026-11-21',
    summary: 'Requests that the creator answers: bookings, guest kits, the agent tier.',
    changes: [
      'Booking requests with a secret statusUrl: state, the creator’s reply, cancelling, and iCalendar once confirmed.',
      'Guest kits as JSON and Markdown, kept under an address of their own.',
      'Registration for the free slice; an agent token has a rate limit of its own.',
      'Idempotency-Key on every POST that creates something.',
    ],
  },
  {
    date: '2026-11-21',
    summary: 'Webhooks: events are sent to subscribers that the creator approved.',
    changes: [
      'Subscriptions with a signing secret, and a secret manageUrl for state, test event and end.',
      'dot.approved, content.published, guest_kit.generated, changelog.updated and content_index.digest, daily or weekly.',
      'Signatures after Standard Webhooks, repeats for three days with the same webhook-id.',
    ],
    capabilities: ['webhooks.v1', 'digest.v1'],
  },
  {
    date: '2026-11-21',
    summary: 'The read side of the API.',
    changes: [
      'Index, health, discovery bundle, landing payload, widget, changelog and OpenAPI document.',
      'Profile, booking, media kit, speaking and show preparation.',
      'Content index with filters, shards and NDJSON; articles, episodes, streams, videos and timeline entries.',
      'Sandbox answers for profile, booking, media kit, speaking and content index.',
    ],
    capabilities: ['sandbox.v1'],
  },
];
