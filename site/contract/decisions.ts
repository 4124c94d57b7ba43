// Decisions on questions that the specification leaves open. Comments cite them by anchor, and a test checks the
// anchors.

/** Decisions by anchor. None of them renames or removes a name of the specification. */
export const decisions = {
  'lists-shape':
    'Every list is {items, count, total}: count is what this response carries, total what matches before limit and offset. ' +
    'Items are sorted newest first by publishedAt, ties by id. Nexus creators, the Nexus feed, the changelog and the task pool name their list after what is in it.',
  'limits-bounds':
    'A limit outside its bounds, a negative offset or a value that is not an integer is 400 and names the field, its minimum and its maximum. ' +
    'A limit is never lowered silently. Without one, content-index gives 50 items and the lists of one type give up to 1000.',
  dates:
    'The date of an item is the calendar day in the offset that its source states; where it states none, in the time zone of the room. Timestamps are ' +
    'RFC 3339 in UTC. dateFrom and dateTo are inclusive: YYYY-MM-DD is compared with date, RFC 3339 with publishedAt. An invalid date, or from ' +
    'after to, is 400 with the field.',
  planned:
    'An item is planned while its date, or the start of a stream, lies ahead: it says status planned (a stream: upcoming), comes after everything current in ' +
    'lists, the next one first, and is in no feed, digest or briefing. Its time makes it current without anything that the creator does, and then ' +
    'content.published is sent. A stream whose end has passed has ended, whatever its feed says; without an end it is live for at most 12 hours.',
  'error-statuses':
    'Each error kind has one status and one of the six codes: 413, 415 and malformed JSON carry bad_request, 503 carries internal_error. ' +
    'An unknown path below /api/ or /.well-known/ is 404 in the envelope; a wrong method on a known path is 405 with Allow and details.supportedMethods.',
  'not-found':
    'What was retracted is 410 with details.reason retracted and details.retractedAt; an unknown id is 404 with details.list, the address that lists the ids. ' +
    'Who asks for Markdown or JSON is answered so.',
  'content-date':
    'The content has one date that only moves forward, whatever is retracted, hidden or re-themed. It follows from the content folder alone: from the dates ' +
    'in the files of items, retracted ones included, and from changed.json, which notes a change that no item tells of.',
  retracted: 'The file of a retracted item says when it was retracted.',
  'unknown-parameters':
    'Unknown query parameters are ignored and named in X-Ignored-Parameters; unknown fields of a body are named in ignored, with the nearest known name.',
  sandbox:
    'Every GET of content and every POST answers sandbox=1 and X-Service-Sandbox: true. Each mock item says _sandbox; a POST is validated and answered ' +
    'as the real one would be, and keeps nothing.',
  'error-privacy': 'No error shows a stack, a file path, SQL or a secret. A 500 carries details.requestId.',
  'request-id':
    'X-Request-Id is echoed when it is 1 to 128 visible ASCII characters; otherwise the response has a new UUIDv7.',
  cors:
    'Public API routes may be called from every origin, since they use no cookies. The MCP endpoints accept the own origin, ' +
    'loopback and configured origins; the console sends no CORS headers.',
  'idempotency-key':
    'Every POST that creates something accepts Idempotency-Key, scoped to route and client, for 24 hours. A repetition gets the first response again, ' +
    '409 while the first is under way, and 422 with another body (draft-ietf-httpapi-idempotency-key-header).',
  rates:
    'Requests are counted per minute for each route and client: by valid access or agent token, otherwise by address. ' +
    'Each rate is a setting; the defaults are in limits.ts.',
  'item-ids':
    'An id is a slug of the first title seen and eight hex digits of the SHA-256 of the source key. Other scripts are transliterated; of Japanese, ' +
    'words in kanji are left out, since their reading needs a dictionary. The key is the guid if it is an absolute URI, else feed and guid, else the link, else feed, title and date. It never changes afterwards.',
  'private-feeds':
    'A personal key in the address of a feed is never published. Ingest removes keys from addresses and texts of items, and leaves out a recording, transcript or ' +
    'chapters file whose address has one; a link to a part of an item leads to the page of that item. A build refuses a file with a key of feeds.json or a secret setting.',
  topics:
    'A topic is a theme’s id or label or a keyword; case, accents, spaces, hyphens and number do not matter. tag and topic together must both fit. ' +
    'A topic is advertised only where it gives at least one item; one that gives none is answered with at most three suggestions, nearest first.',
  'empty-reason':
    'What is empty or shortened says why, in this order: index_empty, l402_required, per_surface_visibility, offset (past the end), filter. ' +
    'What a price hides is never left out silently: the answer says how much it is and what opens it. The search looks into no text with a price, paid or not: it says how many there are, and each result what opens its own.',
  'ask-claims':
    '/ask states a number, the newest, or how many mention something only where every word of the question was used and each item has all the words. ' +
    'A negation, a rank or a comparison that no rule follows is named, and passages are shown without a claim. An order or a wish begins a booking; a question about guests or interviews does not.',
  'a2a-booking':
    'A message to a task whose booking request is in is refused: it would change nothing. Fields that a request does not have are named in the answer.',
  'verify-quote':
    'A match never crosses a change of speaker, and names the speaker, whether that is the creator, and when it is said. ' +
    'Authorship belongs to a passage: a quotation, a repost, a letter, a turn of an interview or an advertisement inside an item is not ' +
    'the creator’s; its speaker is the one who is named, else null. A callout is the creator’s, unless it is an advertisement. ' +
    'A channel’s own name as an author stands for the owner whom the channel states, else for the creator. ' +
    'The summary of a text with a price is nobody’s until the text is opened. Notes of a show with several hosts are nobody’s in particular. ' +
    'A quote that is found nowhere is not_checked where texts with a price were not compared; with the token that opens them, they are.',
  'written-numbers':
    'Superscripts, subscripts, fractions and formulas keep their meaning in every text: 10⁶ or 10^6, 2019[1], x₁2, 1 1/2. ' +
    'A formula is printed once, as its TeX if that is known. […] stands in plain text for what was struck out or is only a picture; a quote that leaves it out is near, with the reason source_gap.',
  'guest-kit':
    'A guest kit is the briefing pack with bio, introduction, pronunciation, pictures, suggested titles, links and technical notes; ' +
    'it is stored and can be fetched again by its id, as JSON, Markdown or PDF.',
  'content-signals':
    'A creator who says nothing wants to be found and quoted, and has not offered texts for training models.',
  'dot-events':
    'dot.approved and content.published are sent once the content is live, however it was approved. An item that is no article sends content.published only. ' +
    'Every payload carries event, type and timestamp next to the specified fields.',
  'digest-fields':
    'digestSchedule and digestWindow are sent together, and only with content_index.digest among the events; otherwise 400.',
  'webhook-retries':
    'Delivery is at least once. Attempts follow after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, with jitter; ' +
    '410 ends the subscription and Retry-After is honoured. Then the delivery is exhausted and can be replayed.',
  'webhook-signatures':
    'Deliveries are signed as Standard Webhooks says. X-Service-Signature is keyed with the secret as it was shown, whsec_ included; ' +
    'webhook-signature with its base64 content.',
  'booking-fields':
    'showName and timeframe have at most 200 characters, message at most 5000; a longer one is 400 with its name.',
  'booking-states':
    'received leads to confirmed, needs_info, proposed or declined; needs_info and proposed lead on to the others; ' +
    'any open state can be cancelled. From needs_info a request goes on as from received, since the answer may come by mail. ' +
    'A time that several are offered is of the first who picks it; the others are no longer offered it while that booking stands.',
  'payment-challenge':
    'The 402 carries the envelope with resourceId and amountSats, next to it the context token, offers and tiers, and first among its challenges ' +
    'WWW-Authenticate: L402 with macaroon, invoice, version and token.',
  'access-token':
    'The access token is a macaroon and the preimage of the payment hash, so that verify returns what a standard L402 client builds for itself.',
  'access-hours':
    'A payment opens one resource for 24 hours after the last moment at which its invoice can be paid; verify, macaroon and console name the same end. Later prices take nothing away from it.',
  'open-invoice':
    'A client known by a token or a cookie gets the invoice that it has open for the resource again, while five minutes are left to pay it. What it has paid for opens without its token, ' +
    'also where the wallet shows the payment only after the invoice has expired. Many may be behind an address: of these each 402 has an invoice of its own, ' +
    'and after five unpaid ones in ten minutes it has none and reason too_many_open: payment_request_url gives another. ' +
    'Whoever proves a payment that the wallet does not show yet is offered no second invoice (reason unpaid). ' +
    'A payment hash alone gives its token to the client that asked for the invoice. HEAD opens none. The tier pay_or_work stands where work-offer would give a task to this client; static documents name it where a text suffices for a task (90 words).',
  'what-a-price-means':
    'The build and the form refuse prices by which something that is sold opens nothing, or of what the room does not have (an article, an engine that transcribes), and name the key. One payment buys one guest kit or one recording, ' +
    'which may be asked for again while the token holds; what is refused or fails uses nothing up, and for anything else the token is 402 with reason used. ' +
    'Where the same is asked for several times, the token is free for something else once all of that has failed. A job that its client cancels stays paid for, since what was heard until then can be read. ' +
    'With pricePerMinute a recording costs its minutes: maxMinutes of the request says how many are paid for, and a longer recording is 400 with durationMinutes where that is known. ' +
    'What can lead to nothing (an address that is refused, a language that nothing here hears) is 400 before any 402.',
  'prices-need-a-wallet':
    'Prices and tips go live once the wallet has answered a test: an invoice that it made and found again. That is remembered with the wallet, so that an outage later changes nothing. ' +
    'Until a first or another wallet answers, what is sold for the first time stays free, and what had a price before keeps it, since a text that was open once cannot be taken back. ' +
    'A room without a wallet that takes USDC tests its facilitator in the same way: programs pay, people cannot, and there are no tips. ' +
    'The console, the log at the start and doctor say so; the room repeats the test by itself.',
  'other-rails':
    'Behind the challenge of L402 the same invoice is offered by the Payment scheme of MPP and by x402 version 2; before it where the request says Accept-Payment: lightning/charge, ' +
    'since some clients of MPP read the first challenge alone. Cashu (NUT-24) is not taken: ecash is safe only once it is ' +
    'swapped at its mint, so that the room would hold bearer money, back it up and trust mints, where now a wallet of the creator receives everything.',
  usdc:
    'Where usdc of access.json names a facilitator, PAYMENT-REQUIRED also accepts USDC (x402 version 2, scheme exact) for the same resource. What a client signed for the price and the resource of the moment is verified and settled there, ' +
    'once: the same signature opens the resource again for a day, another price or resource is 402 before anything is settled. It is counted apart from satoshis. Where no wallet is set, a 402 has no invoice and reason usdc_only.',
  'work-tasks':
    'A task is valid for 15 minutes and for one submission. Submissions are maps by question id: label, matchId and answers; summary is a text.',
  'work-article': 'articleId of a work offer names the one article, of all that cost the same, that is worked for.',
  'agent-tier-fields': 'The fields of a registration have the lengths of those of a booking request.',
  fields:
    'fields names the members of the items of a list (id stays), or the parts of a briefing pack; maxTokens, at a quarter of the bytes, keeps the first items that fit, ' +
    'one at least, and the response says truncated. An unknown field is 400 with all that there are.',
  compression:
    'Responses generated on request are compressed (br, gzip) from 1 KB up, save those for one client alone.',
  'rates-shared':
    'Of MCP only tools/call counts. Known agents, who sign their requests, have ten times the rate, and so have all that one network signs together, with what it does not sign. An agent is a host, whatever its port; ' +
    'its keys are read when it asks for what has a rate, from at most five directories a minute for each network. Where a hosted client says for whom it asks ' +
    '(_meta, openai/subject), each of these people has the rate, and the address ten times as much in all; what makes something counts by address.',
  'mcp-bounds':
    'A tool takes the query parameters or path ids of the endpoint it stands for, checked by the same schemas; at /api/mcp a list has 20 items unless limit says otherwise. ' +
    'A result over the bound is a tool error that names limit and offset.',
  'nexus-members':
    'A Nexus reads the index and profile of a room that registers, visits it on a schedule, calls it stale when it does not respond, ' +
    'and drops it from the list after 30 days. Answers with texts of other rooms say trust: third_party and the same as a sentence. ' +
    'Items of a feed with review auto say reviewed: auto, and are never said to be approved.',
  'transcription-sources':
    'The publisher’s own transcript of a known episode is preferred, then a cached result, then the engine or the provider. ' +
    'Long media is a job for clients that send Prefer: respond-async. A failure is never charged for.',
  'transcription-queue':
    'Twenty recordings may wait, five of one client and ten of one host; more are 429. What the feed or an earlier response already says takes no place. ' +
    'DELETE of the status address cancels: the job counts as failed, with the reason cancelled.',
} as const satisfies Record<string, string>;

export type DecisionName = keyof typeof decisions;
