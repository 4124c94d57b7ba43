// Decisions on questions that the specification leaves open. Comments cite them by anchor, and a test checks the
// anchors.

/** Decisions by anchor. None of them renames or removes a name of the specification. */
export const decisions = {
  'lists-shape':
    'Every list has the form {items, count, total}: count is the number of items in this response, total the number before limit and offset. ' +
    'Items are sorted by publishedAt, newest first, then by id. Nexus creators, the Nexus feed, the changelog and the task pool name their list after its contents.',
  'limits-bounds':
    'A limit outside its bounds, a negative offset or a value that is not an integer is 400, with the field, its minimum and its maximum. ' +
    'A limit is never lowered silently. Without one, content-index returns 50 items, and lists of one type return up to 1000.',
  dates:
    'The date of an item is the calendar day in the time zone that its source states, otherwise in the time zone of the room. Timestamps are ' +
    'RFC 3339 in UTC. dateFrom and dateTo are inclusive: YYYY-MM-DD is compared with date, RFC 3339 with publishedAt. An invalid date, or a dateFrom ' +
    'after dateTo, is 400 with the field.',
  undated:
    'An item whose date cannot be read waits in the inbox without a date, and cannot be approved until the creator sets one. If its source states no ' +
    'date at all, it has the time of its approval, unless the creator sets another. Neither is published without review.',
  planned:
    'An item is planned while its date, or the start of a stream, is in the future. Its status is planned (upcoming for a stream). It comes after all current items in ' +
    'lists, the next one first, and is in no feed, digest or briefing pack. At its time it becomes current without any action, and ' +
    'content.published is sent. A stream whose end has passed has ended, whatever its feed says. Without an end it is live for at most 12 hours. ' +
    'An event is past after its end or its last day. A cancelled event stays cancelled.',
  'error-statuses':
    'Each kind of error has one status and one of the six codes: 413, 415 and malformed JSON have bad_request, 503 has internal_error. ' +
    'An unknown path below /api/ or /.well-known/ is 404 in the envelope. A wrong method on a known path is 405 with Allow and details.supportedMethods.',
  'not-found':
    'A retracted item is 410 with details.reason retracted and details.retractedAt. An unknown id is 404 with details.list, the address of the list of ids. ' +
    'The response is Markdown or JSON if the client asks for it.',
  'content-date':
    'The date of the content only moves forward, whatever is retracted, hidden or re-themed. It depends on the content folder alone: on the dates ' +
    'in the files of items, including retracted ones, and on changed.json, which records changes that no item shows.',
  retracted: 'The file of a retracted item contains the time of the retraction.',
  'unknown-parameters':
    'Unknown query parameters are ignored and named in X-Ignored-Parameters. Unknown fields of a body are named in ignored, with the nearest known name.',
  sandbox:
    'Every GET of content and every POST accepts sandbox or X-Service-Sandbox with 1 or true; any other value is 400. Each mock item has _sandbox. A POST is validated and answered ' +
    'like a real one, but stores nothing.',
  'error-privacy': 'No error contains a stack, a file path, SQL or a secret. A 500 contains details.requestId.',
  'request-id':
    'X-Request-Id is returned unchanged if it has 1 to 128 visible ASCII characters. Otherwise the response has a new UUIDv7.',
  cors:
    'Public API routes may be called from every origin, because they use no cookies. The MCP endpoints accept their own origin, ' +
    'loopback and configured origins. The console sends no CORS headers.',
  'idempotency-key':
    'Every POST that creates something accepts Idempotency-Key, for each route and client, for 24 hours. A repeated request gets the first response, ' +
    '409 while the first is still running, and 422 if its body differs (draft-ietf-httpapi-idempotency-key-header).',
  rates:
    'Requests are counted per minute for each route and client: by valid access or agent token, otherwise by address. ' +
    'Each rate is a setting. The defaults are in limits.ts.',
  'item-ids':
    'An id is a slug of the first known title and eight hex digits of the SHA-256 of the source key. Other scripts are transliterated. Japanese ' +
    'words in kanji are left out, because their reading needs a dictionary. The key is the guid if it is an absolute URI, otherwise feed and guid, the link, or feed, title and date. It never changes.',
  'private-feeds':
    'A personal key in the address of a feed is never published. Ingest removes keys from addresses and texts of items, and leaves out recordings, transcripts and ' +
    'chapters at addresses with a key. A link to a part of an item leads to the page of that item. A build refuses files with a key of feeds.json or a secret setting.',
  topics:
    'A topic is the id or label of a theme, a keyword, or words in a title or summary. An item belongs to a theme if a keyword, its title or its summary names it; pages and filters use the same rule. Case, accents, spaces, hyphens and plural do not matter. With both tag and topic, items must match both. ' +
    'A topic is only offered if it has at least one item. For a topic without items, the response has up to three suggestions, nearest first.',
  'empty-reason':
    'An empty list states the reason in emptyReason: index_empty, l402_required, per_surface_visibility or filter, in this order. If only offset is past the end, ' +
    'it has offsetPastEnd. Priced items are never left out silently: withheld says how many and what they cost, also in lists that are not empty. The search does not read priced texts, even if they are paid for. It says how many there are, and each result names its own price.',
  'ask-claims':
    '/ask states a number, the newest item, an exclusion, or how many items mention something only if every word of the question was understood and each item has all the words. ' +
    'Who, where, when and how many are answered by a passage with all words and a name, a place, a time or a number; otherwise the sentence says what the passages mention, and that it was not understood whether they answer the question. ' +
    'The approved texts about the creator answer like items. The answer is in the language of the question. Requests and wishes start a booking. Questions about guests or interviews do not.',
  'a2a-booking':
    'Show and dates that the first sentence names are used if they are unambiguous; otherwise the task asks for the show. A message to a task whose request has been sent acts by its data: ' +
    'it accepts an offered time or changes the request. Everything else changes nothing and is answered as such, with input-required and the fields that exist. A sentence alone is not interpreted.',
  'verify-quote':
    'A match never spans two speakers. It names the speaker, the time, and whether the speaker is the creator. ' +
    'Authorship belongs to a passage: a quotation, a repost, a letter, a turn of an interview or an advertisement inside an item is not ' +
    'by the creator. Its speaker is the named one, otherwise null. A callout is by the creator unless it is an advertisement. ' +
    'If a channel names itself as the author, this means the owner that the channel states, otherwise the creator. ' +
    'The summary of a priced text has no speaker until the text is opened. Notes of a show with several hosts have no speaker. ' +
    'A quote that was not found is not_checked if priced texts were not compared. They are compared with the token that opens them. ' +
    'total and speakers count all places, in one text of each item. A withdrawn text is compared by a fingerprint that cannot be read; ' +
    'not_published is said only if every text, withdrawn ones included, could be compared.',
  people:
    'People are those whom feeds name (podcast:person, authors), speakers of transcripts with a full name, and guests whom a title or summary ' +
    'announces by a phrase that fits persons only. A phrase such as “with Home Assistant” names nobody. Spellings that differ in case, accents ' +
    'or order are one person. The id is the name in lower case; names in other scripts have six digits of a hash. Each member of a group is the creator.',
  'written-numbers':
    'Superscripts, subscripts, fractions and formulas keep their meaning in every text: 10⁶ or 10^6, 2019[1], x₁2, 1 1/2. ' +
    'A formula is printed once, as its TeX if that is known. In plain text, […] replaces struck-out words and pictures. A quote without it is near, with the reason source_gap.',
  'media-kit':
    'bios has only the lengths that the creator wrote. jobTitle and contacts (role, name, email, telephone) are optional fields beside the specified ones.',
  'stored-text':
    'The text of an item is stored as Markdown alone, because a person can read and edit it and every client understands it. HTML next to it would be a second truth. ' +
    'CommonMark with tables and strikethrough is extended by []{#id}, an anchor for links within the text; <br>, a line break in a table cell or heading; ' +
    '[!NOTE], a callout; and emphasis next to punctuation without a space. Code and preformatted text are fenced; poems have line breaks and &nbsp;. Layout tables become paragraphs. ' +
    'Quotes are compared with the text that this Markdown shows.',
  'guest-kit':
    'A guest kit is the briefing pack with biography, introduction, pronunciation, pictures, suggested titles, links and technical notes. ' +
    'It is stored and can be fetched again by its id, as JSON, Markdown or PDF.',
  'content-signals': 'By default a creator allows search and quotation, and does not offer texts for training models.',
  'dot-events':
    'dot.approved and content.published are sent when the content is live, however it was approved. For items other than articles, only content.published is sent. ' +
    'Every payload has event, type and timestamp in addition to the specified fields.',
  'digest-fields':
    'digestSchedule and digestWindow are sent together, and only with content_index.digest among the events. Otherwise the response is 400.',
  'more-events':
    'events of the index has the five ids of the specification. content.updated and content.retracted are in moreEvents and announced by the capability events.v2; ' +
    'a subscription accepts all of them.',
  'webhook-retries':
    'Each event is delivered at least once. Further attempts follow after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, with jitter. ' +
    '410 ends the subscription, and Retry-After is respected. After the last attempt the delivery is exhausted and can be replayed.',
  'webhook-signatures':
    'Deliveries are signed according to Standard Webhooks. The key of X-Service-Signature is the secret as shown, including whsec_. ' +
    'The key of webhook-signature is its base64 content.',
  'booking-fields':
    'showName and timeframe have at most 200 characters, message at most 5000. A longer field is 400 with its name.',
  'booking-states':
    'received leads to confirmed, needs_info, proposed or declined. needs_info and proposed lead to the others. ' +
    'Any open state can be cancelled. The creator can move a confirmed booking to another time. ' +
    'The requester can accept an offered time (accept or startsAt), change a request that is not closed (message, timeframe, proposedTimes, timeZone) and cancel it, by HTTP, MCP and A2A alike. ' +
    'A change leaves the status: a confirmed time stays until the creator moves it. An answer with any other field, or one that fits no such action, is refused and changes nothing. From needs_info a request continues as from received, because the reply may come by mail. ' +
    'If several people are offered the same time, the first one to choose it gets it. The others are no longer offered it while that booking stands.',
  'payment-challenge':
    'The 402 has the envelope with resourceId and amountSats, and in addition the context token, offers and tiers. Its first challenge is ' +
    'WWW-Authenticate: L402 with macaroon, invoice, version and token.',
  'access-token':
    'The access token is a macaroon and the preimage of the payment hash, so verify returns what a standard L402 client builds itself.',
  'access-hours':
    'A payment opens one resource until 24 hours after its invoice expires. verify, macaroon and console state the same end. Later prices do not affect it.',
  'open-invoice':
    'A client with a token or cookie gets its open invoice for the resource again, as long as five minutes remain to pay it. What it has paid for opens without its token, ' +
    'even if the wallet shows the payment only after the invoice has expired. Clients known only by their address get a new invoice with each 402, because many may share the address. ' +
    'After five unpaid ones in ten minutes, the 402 has no invoice and the reason too_many_open. payment_request_url then returns another. ' +
    'A client that proves a payment which the wallet does not show yet is offered no second invoice (reason unpaid). ' +
    'A payment hash alone returns its token only to the client that requested the invoice. HEAD creates no invoice. The tier pay_or_work appears if work-offer would give this client a task. Static documents name it if a text is long enough for a task (90 words).',
  'what-a-price-means':
    'The build and the form refuse prices that open nothing, or that are for something the room does not have (an article, a speech engine), and name the key. One payment buys one guest kit or one recording, ' +
    'which can be requested again while the token is valid. Refused and failed requests use nothing up. For anything else the token is 402 with the reason used. ' +
    'If the same is requested several times, the token is free again once all of these requests have failed. A job that its client cancels stays paid for, because its partial transcript can be read. ' +
    'With pricePerMinute the price of a recording depends on its length: maxMinutes of the request says how many minutes are paid for, and a longer recording is 400, with durationMinutes if known. ' +
    'A request that cannot succeed (a refused address, a language without an engine) is 400 before any 402.',
  'prices-need-a-wallet':
    'Prices and tips go live after the wallet has passed a test: it created an invoice and found it again. The result is stored with the wallet, so a later outage changes nothing. ' +
    'Until a first or a new wallet has passed, resources without a price so far stay free, and existing prices stay, because an open text cannot be taken back. ' +
    'A room without a wallet that accepts USDC tests its facilitator in the same way. Programs can then pay, people cannot, and there are no tips. ' +
    'The console, the log at the start and doctor report this. The room repeats the test by itself.',
  'other-rails':
    'After the L402 challenge, the same invoice is offered with the Payment scheme of MPP and with x402 version 2. With Accept-Payment: lightning/charge, the Payment scheme comes first, ' +
    'because some MPP clients read only the first challenge. Cashu (NUT-24) is not accepted: ecash is safe only after it is ' +
    'swapped at its mint, so the room would have to hold and back up bearer money and trust mints. All payments go to the wallet of the creator instead.',
  usdc:
    'If usdc of access.json names a facilitator, PAYMENT-REQUIRED also accepts USDC (x402 version 2, scheme exact) for the same resource. The facilitator verifies and settles a signed payment for the current price and resource ' +
    'once. The same signature opens the resource again for a day. Another price or resource is 402 before anything is settled. USDC is counted apart from satoshis. Without a wallet, a 402 has no invoice and the reason usdc_only.',
  'work-tasks':
    'A task is valid for 15 minutes and one submission. Submissions are maps by question id: label, matchId and answers. summary is a text.',
  'work-article': 'articleId of a work offer selects one article among those with the same price.',
  'agent-tier-fields': 'The fields of a registration have the same lengths as those of a booking request.',
  fields:
    'fields selects the fields of the items of a list (id is always included) or the parts of a briefing pack. maxTokens, at a quarter of the bytes, limits the response to the first items that fit, ' +
    'at least one, and the response has truncated. An unknown field is 400 with the list of all fields.',
  compression:
    'Responses generated on request are compressed (br, gzip) from 1 KB, except responses for a single client.',
  'rates-shared':
    'In MCP only tools/call is counted. Agents that sign their requests have ten times the rate, and all requests of one network together, signed or not, also have ten times the rate. An agent is a host, whatever its port. ' +
    'Its keys are read for requests with a rate limit only, from at most five directories a minute for each network. If a hosted client names its user ' +
    '(_meta, openai/subject), each user has the rate, and the address ten times as much in total. Requests that create something are counted by address.',
  'mcp-bounds':
    'A tool takes the query parameters or path ids of its endpoint, checked by the same schemas. At /api/mcp a list has 20 items by default. ' +
    'A result that is too large is a tool error that names limit and offset.',
  'nexus-members':
    'A Nexus reads the index and profile of a room that registers, visits it on a schedule, marks it stale when it does not respond, ' +
    'and removes it from the list after 30 days. Responses with texts of other rooms have trust: third_party and a sentence that says so. ' +
    'Items of a feed with review auto have reviewed: auto, and are never described as approved.',
  'transcription-sources':
    'The transcript of the publisher is preferred for a known episode, then a cached result, then the engine or the service. ' +
    'Long recordings become jobs for clients that send Prefer: respond-async. Failures are never charged.',
  'transcription-queue':
    'Twenty recordings can wait, five of one client and ten of one host. More are 429. Results of the feed or of an earlier request need no place in the queue. ' +
    'DELETE on the status address cancels a job. It then counts as failed, with the reason cancelled.',
} as const satisfies Record<string, string>;
