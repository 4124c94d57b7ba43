// Grammar of English questions.
import { type Grammar, languageRows } from '../grammar.ts';

export const english: Grammar = {
  language: 'en',
  months:
    'january|jan february|feb march|mar april|apr may june|jun july|jul august|aug september|sept|sep october|oct november|nov december|dec',
  seasons: 'spring|springtime summer|summertime autumn|fall winter|wintertime',
  rows: [
    ['type', 'article', 'article essay newsletter_post newsletter_article newsletter_issue blog_post'],
    ['types', 'article', 'articles essays newsletter_posts newsletter_articles newsletter_issues blog_posts'],
    ['type', 'episode', 'episode podcast podcast_episode'],
    ['types', 'episode', 'episodes podcasts podcast_episodes'],
    ['type', 'video', 'video film clip'],
    ['types', 'video', 'videos films clips'],
    ['type', 'stream', 'stream livestream live_stream'],
    ['types', 'stream', 'streams livestreams live_streams'],
    ['type', 'episode video', 'recording'],
    ['types', 'episode video', 'recordings'],
    ['type', 'timeline', 'event appearance'],
    ['types', 'timeline', 'events appearances'],
    ['type', 'video episode', 'upload'],
    ['types', 'video episode', 'uploads'],
    ['items', 'one', 'item post piece entry publication blogpost thing'],
    ['items', '', 'items posts pieces entries publications blogposts things everything anything something stuff'],
    ['noun', 'one', 'letter note work story text issue diary log column print drawing picture'],
    [
      'noun',
      '',
      'paintings artworks letters notes works stories texts issues diaries logs columns prints drawings pictures news',
    ],
    ['order', 'newest', 'newest latest recent most_recent newly recently'],
    ['order', 'newest weak', 'last new'],
    ['order', 'oldest', 'oldest earliest very_first'],
    ['order', 'oldest weak', 'first'],
    ['order', 'longest', 'longest runs_longest'],
    ['order', 'shortest', 'shortest'],
    ['how many', '', 'how_many number_of count_of'],
    ['asks', 'person', 'who whose whom who_is who_are'],
    ['asks', 'place', 'where'],
    ['asks', 'since', 'since_when'],
    ['asks', 'time', 'when what_year which_year what_day which_day what_date what_time'],
    ['asks', 'price', 'how_much how_expensive'],
    ['asks', 'price free', 'cost costs price prices charge charges fee fees'],
    ['asks', 'size', 'how_thick how_wide how_high how_deep how_big how_large how_far how_tall'],
    ['asks', 'weight', 'how_heavy'],
    ['asks', 'speed', 'how_fast'],
    ['asks', 'length', 'how_long'],
    ['asks', 'age', 'how_old her_age his_age your_age'],
    ['asks', 'frequency', 'how_often how_many_times'],
    ['asks', 'reason', 'why'],
    ['asks', 'manner', 'how'],
    ['asks', 'thing', 'what which where_can_i where_can_we where_do_i where_to'],
    ['auxiliary', 'have', 'has have had does do did'],
    ['auxiliary', '', 'is are was were can could will would should may might'],
    [
      'not',
      '',
      'not without except excluding excluded other_than rather_than apart_from aside_from everything_but anything_but neither nor',
    ],
    [
      'unknown',
      'negation',
      'no none nobody nothing nowhere no_one never cannot hardly unless lack lacks lacking instead_of',
    ],
    [
      'unknown',
      '',
      'more_than best worst most least fewest less fewer at_least at_most exactly only every each usually good great nice second third fourth fifth popular favourite favorite longer shorter older newer originally biggest largest smallest highest before after available free_to_use left remaining missing before_that after_that',
    ],
    ...languageRows,
    ['guest', '', 'guest'],
    ['hint', 'organiser', 'we us our'],
    ['unknown', 'fact', 'actually really'],
    ['number', '1', 'one'],
    ['number', '2', 'two'],
    ['number', '3', 'three'],
    ['number', '4', 'four'],
    ['number', '5', 'five'],
    ['number', '6', 'six'],
    ['number', '7', 'seven'],
    ['number', '8', 'eight'],
    ['number', '9', 'nine'],
    ['number', '10', 'ten'],
    ['since', '', 'since'],
    ['after', '', 'after'],
    ['before', '', 'before'],
    ['until', '', 'until till'],
    ['between', '', 'between from'],
    ['and', '', 'and to or until'],
    ['in', '', 'in on during of from'],
    ['half', '1', 'first_half_of'],
    ['half', '2', 'second_half_of'],
    ['relative', 'today', 'today'],
    ['relative', 'yesterday', 'yesterday'],
    ['relative', 'week', 'last_week past_week this_week last_seven_days past_seven_days last_7_days past_7_days'],
    ['relative', 'thirty', 'last_30_days past_30_days last_thirty_days past_thirty_days'],
    ['relative', 'month', 'this_month'],
    ['relative', 'last month', 'last_month past_month'],
    ['relative', 'year', 'this_year'],
    ['relative', 'last year', 'last_year past_year'],
    ['season', 'last', 'last'],
    ['season', 'this', 'this'],
    ['status', 'live', 'live live_now live_right_now live_at_the_moment'],
    ['status', 'planned', 'upcoming planned coming_up planned_next next future'],
    ['status', 'open', 'free'],
    [
      'status',
      'source',
      'for_subscribers_only for_subscribers only_for_subscribers for_paying_readers paid subscribers_only',
    ],
    [
      'self',
      '',
      'you your yours he his him she her hers they their theirs them author creator host writer artist site website room page newsletter channel publication behind magazine blog show',
    ],
    [
      'about',
      'subject',
      'about regarding concerning mention mentions mentioned mentioning cover covers covered covering discuss discusses discussed contain contains feature features featured featuring explain explains explained explore explores say says said',
    ],
    ['about', '', 'on with is are was were'],
    ['link', '', 'a an the of and or its'],
    [
      'frame',
      '',
      `a about again all already altogether also always am an and another any anybody anyone anywhere archive as at be been being but by
      came come comes brought_out put_out put_online even still herself himself themselves contain content cover called current currently deals_with deal_with discuss doing done else
      ever exist exists explain explore far feature
      find for from gave get getting give given gives go going had having hear heard hello here hey hi how i
      idea ideas if in into
      it its just kind kindly kinds know let like link list listen look made make makes me mention might mine
      more must my need now of off
      offer on online per opinion opinions or our out over point produced publish published publishes read
      recommend released
      right s said saw say saying see series shall show shown so some somebody someone speak speaking speaks
      spoke spoken
      t take talk talked talking talks tell than thank thanks that the their them then there these they think
      thinks this those thought thoughts through time to topic topics total type types under up us used very
      view views want
      wants watch we well wish with work write writes writing written wrote yet recorded appear appeared appears please
      there's come_out came_out go_online went_online go_up posted post_about uploaded gave called title whats sent send happened happen
      person interviewed conversation`,
    ],
  ],
  classes: {
    may: 'can could may might',
    us: 'i we you',
    book: 'book schedule arrange request plan organize organise',
    meeting:
      'interview appearance talk keynote conversation session slot call chat meeting appointment date time booking',
    person: 'you him her them she he @name',
    ours: 'our my',
    det: 'a an the your our my',
  },
  acts: [
    ['cancel', `cancel|withdraw ... booking|request|appointment`],
    [
      'booking',
      `^ [please] <book> [me|us] <det> [?] [?] <meeting>
      ^ [please] set up <det> [?] [?] <meeting>
      to|please|and|lets <book> [me|us] <det> [?] [?] <meeting>
      to|please|and|lets set up <det> [?] [?] <meeting>
      <may> <us> [please] <book> <det> [?] [?] <meeting>
      ^ [please] book|engage|hire|invite|interview <person>
      please|lets book|engage|hire|invite|interview <person>
      i|we ... like|love|want|wish|need|hope|looking ... to invite|interview
      i|we ... like|love|want|wish|need|hope|looking ... to book|engage|hire <person>
      i|we ... like|love|want|wish|need|hope|looking ... to book|engage|hire ... to|on|for <ours>
      i|we ... like|love|want|wish|need|hope|looking ... guest on|for|in <ours>
      <may> <us> [please] book|engage|invite|hire|interview <person>
      <may> <us> [please] book|engage|invite|hire|interview ... to|on|for <ours>
      how|where do|can|could|would|should i|we|one book|engage|invite|hire|interview <person>
      how to book|engage|invite|hire|interview <person>
      can|could|would|will|may|might you|she|he|they|@name ... guest on|for|in <ours>
      can|could|would|will|may|might we have ... guest on|for|in <ours>
      can|could|would|will|may|might you|she|he|they|@name do|give [us|me] an interview
      as <ours> guest
      ^ make|send|place a booking
      to|please make|send|place a booking
      have|send|is a|an booking|interview|guest request|inquiry|enquiry
      ^ [a|an|my|our] [podcast|media|press] booking|interview|guest request|inquiry|enquiry
      ^ booking|bookings $`,
    ],
    [
      'prepare',
      `prepar* ... show|interview|episode|conversation
      show prep
      show-prep
      briefing`,
    ],
    [
      'feeds',
      `tell|notify|alert|inform me when|of
      tell|notify|alert|inform me about new
      let me know when
      subscribe to
      ^ subscribe
      how|can|could ... subscribe
      rss
      webhook|webhooks`,
    ],
    [
      'guests',
      `which|what|list|all|name ... guests
      who ... guests|guest
      who was|were|is|has|have ... on the|your|her|his|their show|podcast
      ^ [the] [podcast] guests $`,
    ],
    ['transcribe', `transcribe|transcribed|transcribing`],
    [
      'availability',
      `is|are|be you|she|he|they|@name [still|also] available
      is|are|be you|she|he|they|@name [still|also] free in|on|next|for
      her|his|their|your availability
      ^ availability`,
    ],
    [
      'phone',
      `phone|telephone number
      ^ phone|telephone $`,
    ],
    [
      'contact',
      `email|e-mail|mail $
      email|e-mail|mail address
      what ... email|e-mail
      @name email|e-mail
      write|talk to the|@name author|creator|editor
      write to @name|her|him|them|you
      in touch
      contact ... @name|her|him|them|you|author|creator
      ^ contact
      who|whom ... contact|ask|turn
      press contact
      contact details|address|person
      contact me`,
    ],
    [
      'press',
      `bio|biography|bios
      headshot|headshots|head-shot
      press kit|picture|pictures|photo|photos|material|office|release
      media kit
      logo|logos
      portrait|portraits
      ^ [the] press $`,
    ],
    [
      'rights',
      `may|can|could i|we quote|reuse|republish|reprint|translate|cite
      licence|license
      copyright`,
    ],
    [
      'last talk',
      `last|latest|newest talk|lecture|speech|keynote
      most recent talk|lecture|speech|keynote
      you|she|he|they|@name last speak|spoke`,
    ],
    [
      'speaking',
      `speaking fee|fees|topics|engagement|engagements|profile|request|requests
      speaker
      keynote|keynotes
      speaking|her|his|their|your fee|fees
      what|which ... fees
      her|his|their|your|past|previous|which|what talks
      talks on offer
      gives|give talks`,
    ],
    [
      'topics',
      `what|which|list ... topics|subjects|themes
      what do|does ... write|talk|speak|podcast|blog about $`,
    ],
    [
      'personal',
      `how old|tall|rich is|are you|she|he|they|@name
      is|are you|she|he|they|@name married|religious
      her|his|their|your birthday|salary|religion|children|husband|wife
      her|his|their|your home address
      where does|do you|she|he|they|@name live
      name of her|his|their|your husband|wife|child|son|daughter`,
    ],
  ],
};
