// Phrases that introduce the words of another person: a reader, another account, or a speaker of an interview.
import { parseFullName } from './named-person.ts';

/** Headings of sections with letters from readers. */
const lettersHeading =
  /^[^\p{L}]*(?:(?:more |some |your |our )?(?:letters?|mail|e-?mails?|questions?|comments?|feedback|replies|notes?) (?:to the editors?|from (?:our |my |the )?(?:readers?|listeners?|subscribers?|viewers?|inbox|you))|(?:(?:our |the )?(?:readers?|listeners?|subscribers?|viewers?|audience)[’']?s?[’']?|your) (?:letters?|mail|e-?mails?|questions?|comments?|feedback|replies|notes?|corner)|(?:readers?|listeners?) (?:write|ask|respond|reply)(?: (?:in|back))?|letters|mail ?bag|mail ?box|post ?bag|(?:from|in) (?:our|my|the) (?:readers?|listeners?|inbox|mailbag|mailbox|postbag)|you (?:wrote|asked)(?: (?:in|me|us))?|leserbriefe?|leserpost|hörerpost|zuschriften|post von (?:euch|ihnen|lesern|leserinnen.*)|(?:eure|ihre) (?:briefe|fragen|post|zuschriften)|ihr habt geschrieben|(?:le )?courrier(?: des lecteurs.*)?|(?:vos|tus|vuestras|sus) (?:lettres|questions|cartas|preguntas)|lettres? des? lecteurs?|(?:cartas|correo) de (?:los )?lectores|(?:le )?lettere dei lettori|cartas (?:de|dos) leitores|lezersbrieven|読者(?:から|の).*|お便り|来信|رسائل القراء)(?:\s*[:,–—-].*|\s+of the (?:week|month))?[^\p{L}]*$/iu;
export const isLettersHeading = (text: string): boolean => text.length <= 80 && lettersHeading.test(text);

const audience =
  /reader|listener|subscriber|viewer|audience|mail ?bag|post ?bag|your |leser|hörer|zuschriften|lecteur|lector|lettori|leitores|読者|お便り/iu;
/** Returns true for the title of an item with letters. A title such as “Letters” alone is not sufficient. */
export const isLettersTitle = (title: string): boolean => isLettersHeading(title) && audience.test(title);

const letterVerbs =
  'writes?|wrote|asks?|asked|e-?mailed|schreibt|schrieb|fragt|fragte|écrit|demande|escribe|escribió|pregunta|scrive|chiede|escreve|pergunta|schrijft|vraagt|skriver|spør|frågar|hat geschrieben';
const speechVerbs =
  'writing|reporting|speaking|says?|said|puts? it|noted|added|replied|responds?|responded|explains|explained|tells (?:me|us)|told (?:me|us)|posted|tweeted|sagt|sagte|meint|dice|diz|zegt|säger';
/** Two patterns without nested repetition, so that the time is proportional to the length of a line. */
const letterLead = new RegExp(
  `^([^:.!?“”"„«»\\n]{2,80}?),? (?:${letterVerbs})\\b([^:.!?“”"„«»\\n]{0,60}):\\s*(.*)$`,
  'iu',
);
const speechLead = new RegExp(`^([^:“”"„«»\\n]{2,120}?),? (?:${speechVerbs})\\b([^:.!?“”"„«»\\n]{0,60}):$`, 'iu');
const firstPerson = /(?:^|\s)(?:i|we|ich|wir|je|nous|yo|io|eu)$/iu;

export interface LeadIn {
  /** Announced person, as written in the line. */
  subject: string;
  /** Words that follow in the same line. */
  words: string;
  isLetter: boolean;
}

/** Parses a lead-in such as “Lena from Malmö writes: …”, or “As Lena put it:” before the next block. */
export function parseLeadIn(text: string): LeadIn | undefined {
  const letter = letterLead.exec(text);
  const match = letter ?? speechLead.exec(text);
  if (!match || firstPerson.test(match[1]!)) return undefined;
  return { subject: match[1]!, words: letter ? letter[3]! : '', isLetter: letter !== null };
}

const documents =
  'read ?me|documentation|docs|manual|man page|handbook|press release|statement|announcement|change ?log|release notes|website|web site|about page|faq|abstract|report|paper|study|specification|licen[cs]e|terms|wikipedia|dokumentation|handbuch|pressemitteilung|bericht|lizenz|communiqué|documentación|comunicado';
const documentLeads = [
  new RegExp(`^(?:from|quoting|according to|aus|laut|d’après|según) .{0,60}\\b(?:${documents})\\b.{0,40}:$`, 'iu'),
  new RegExp(
    `^.{0,60}\\b(?:${documents}|project|program|company)\\b.{0,40}\\b(?:says?|said|reads?|states?|describes? itself|puts? it|explains?|warns?|declares?|claims?|schreibt|sagt|beschreibt sich)\\b.{0,40}:$`,
    'iu',
  ),
];
/** Returns true for an introduction of words from a document, such as “From the README:”. */
export const isDocumentLead = (text: string): boolean => documentLeads.some((pattern) => pattern.test(text));

const byline =
  /^(?:(?:this (?:is )?|the following is )?an? )?(?:guest (?:post|article|essay|letter|column|contribution)|contribution|gastbeitrag|ein gastbeitrag|(?:this post|this letter|this article|this essay) (?:is|was) (?:written )?)\b[^.!?]{0,20}?\b(?:by|from|von)\s+([^.!?]{2,80}?)[.!]?$/iu;
const ownLine = /^(?:by|words by|text by|von|par|por|di)\s+([^.,!?]{2,60})$/iu;
const excerpt =
  /^(?:the following is )?(?:an? )?(?:excerpt(?:ed)?|extract(?:ed)?|auszug|extrait)\b.{0,80}?(?:\b(?:by|von|de)\s+([^.!?]{2,60}?))?[.:]?$/iu;

const ownWork = /\b(?:my|our|mein\p{L}*|unser\p{L}*|mon|ma|notre|mi|mio|mia|meu|minha)(?!\p{L})/iu;

/** Author of the text below a line; without a name if the line names nobody. */
export interface Byline {
  subject?: string;
  /** True if only the text up to the next heading or break is theirs. */
  isExcerpt?: true;
}

/** Parses a line such as “Guest post by Tove Lund”, or “An excerpt from Coast Book by Halvard Lie”. */
export function parseByline(text: string): Byline | undefined {
  const subject = byline.exec(text)?.[1] ?? parseFullName(ownLine.exec(text)?.[1] ?? '');
  if (subject !== undefined) return { subject };
  const match = text.length <= 140 && !ownWork.test(text) ? excerpt.exec(text) : null;
  return match ? { ...(match[1] && { subject: match[1] }), isExcerpt: true } : undefined;
}

const sentQuestion =
  /^(?:(?:a )?(?:question|letter|message|mail|comment)|(?:eine )?(?:frage|zuschrift|nachricht)) (?:from|by|von) ([^:]{2,60}):\s*\S/iu;
/** Returns the sender in a line such as “Question from Lena: …”. */
export const questionSender = (text: string): string | undefined => sentQuestion.exec(text)?.[1];

const nameWithPlace = /^(\p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+){0,2}), (?:\d{1,3}|\p{Lu}[\p{L} .’'-]{1,40}):?$/u;
/** Returns the name in a label such as “Lena, Malmö”. */
export const namedSender = (label: string): string | undefined => nameWithPlace.exec(label)?.[1];

const answerLead =
  /^(?:(?:my|our) (?:answer|reply|response)\b|i (?:reply|replied|answer|answered|wrote back)\b|(?:meine|unsere) antwort\b|ma réponse\b|mi respuesta\b)/iu;
export const isOwnAnswer = (text: string): boolean => answerLead.test(text);

const greetings =
  'dear|hi|hello|hey|liebe|lieber|hallo|cher|chère|bonjour|querid[oa]|hola|car[oa]|ciao|beste|hej|kära|kjære';
const salutation = new RegExp(
  `^(?:${greetings}) ([\\p{L}’'-]+)(?:\\s[\\p{L}’'-]+){0,2}\\s*(?:[,!.:–—]|and\\b|$)`,
  'iu',
);
/** Returns the name in a salutation such as “Dear Mara,”. */
export const salutationName = (text: string): string | undefined => salutation.exec(text)?.[1];

const signature = /^(?:[—–―]|-{1,2})\s*([^.!?]{2,80})\.?$/u;
/** Returns the name in a signature such as “— Lena Forsberg, Malmö”. */
export const signatureName = (text: string): string | undefined => signature.exec(text)?.[1];

const closing =
  /^(?:(?:with )?(?:best|kind|warm|many)(?: \p{L}+)?|regards|yours(?: \p{L}+)?|sincerely(?: yours)?|cheers|thanks|thank you|love|greetings|(?:mit )?(?:liebe|viele|herzliche|beste|freundliche)n? grüßen?|lg|mfg|amitiés|bien à vous|cordialement|saludos|un abrazo|abraços|cordiali saluti|groeten)\s*[,!.–—]\s*(\S.{0,59})?$/iu;
/** Returns the name after a closing such as “Best wishes,”; empty if the name is in the next line. */
export function closingName(text: string): string | undefined {
  const match = closing.exec(text);
  return match ? (match[1] ?? '') : undefined;
}

const conversation =
  /\binterview|\bq ?& ?a\b|\bama\b|\bask me anything\b|\bin conversation\b|\bconversations? with\b|\bgespräch mit\b|\bentretien\b|\bentrevista|\bintervista|インタビュー/iu;
export const isConversationTitle = (title: string): boolean => conversation.test(title);

const secondPerson =
  /(?<!\p{L})(?:you|your|du|dein\p{L}*|dich|dir|sie|ihr\p{L}*|euch|vous|votre|vos|tu|tes?|usted|tú|lei|você|je|jij|jouw)(?!\p{L})/iu;
/** Returns true for a question in the second person, such as “How did you begin?” */
export const isQuestionToPerson = (text: string): boolean => /[?？]$/u.test(text) && secondPerson.test(text);

const account = '@[\\w.-]+(?:@[\\w.-]+)?';
const repostSign = new RegExp(`(?:^|\\s)(?:RT|QT|QRT|MT|🔁|♻️?)[:\\s]+(${account})`, 'u');
const repostWord = new RegExp(
  `^(?:re-?post(?:ed|ing)?|boost(?:ed|ing)?|quot(?:e|ed|ing))(?: from)?[:\\s]+(${account})`,
  'iu',
);
const repostBy = new RegExp(`^(?:RT|retweet(?:ed)?|repost(?:ed)?|boost(?:ed)?|reblog(?:ged)?) by ${account}`, 'iu');
const repostSentence =
  /^(?:🔁 ?)?(?:\S+ ){1,4}(?:boosted|reposted|reblogged|retweeted)(?: (?:a|this|the) (?:post|status|toot|tweet|note))?(?: (?:by|from) \S+)?:?$/iu;
const replyReference = /^(?:RE|QT):?\s+(?=https?:|@)/iu;

export interface Repost {
  /** Account whose words follow, if it is named. */
  account?: string;
  /** Set if the line only links to the other post, so that the rest is the creator's. */
  isLinkOnly?: true;
}

/** Parses a repost: “RT @lena …”, “🔁 @lena”, “Lena boosted”, “RE: https://…”. */
export function parseRepost(text: string): Repost | undefined {
  const match = repostSign.exec(text) ?? repostWord.exec(text);
  if (match) return { account: match[1]! };
  if (repostBy.test(text) || repostSentence.test(text) || /^(?:RT\b|🔁|♻)/u.test(text)) return {};
  if (!replyReference.test(text)) return undefined;
  return /^\S+\s+\S+$/u.test(text) ? { isLinkOnly: true } : {};
}

/** Parses a title such as “RT @lena: …”, which marks the whole item as a repost. */
export const repostInTitle = (title: string): Repost | undefined =>
  /^(?:RT\b|QT\b|🔁|♻)/u.test(title) ? parseRepost(title) : undefined;

/** Returns true for a label of a question, such as “Q”. */
export const isQuestionLabel = (label: string): boolean =>
  /^(?:[qf]\d*|question|frage|pregunta|domanda|pergunta|vraag|fråga|問|问)$/iu.test(label);
export const isAnswerLabel = (label: string): boolean =>
  /^(?:[ar]\d*|answer|antwort|réponse|respuesta|risposta|resposta|antwoord|svar|答)$/iu.test(label);
export const isRoleLabel = (label: string): boolean =>
  /^(?:hosts?|guests?|interviewer(?:in)?|moderator(?:in)?|gast|gäste|invitée?|expert)$/iu.test(label);

const turnLabel = /^([\p{Lu}@][\p{L}\p{N}.’'_-]*(?:\s[\p{L}\p{N}.’'_-]+){0,3})\s*[:：]\s*(?=\S)/u;
const shortTurnLabel = /^([QAFR]\d{0,2}|[問答问])\s*[.:：]\s*(?=\S)/u;
/** Labels that introduce a remark instead of a speaker. */
const remarkLabel =
  /^(?:notes?|updated?|edit|correction|warning|caution|tips?|hint|summary|tl;?dr|p?ps|p\.s\.?|fyi|todo|fix(?:ed)?|bonus|example|reminder|disclosure|disclaimer|sources?|links?|credits?|thanks|also|plus|pros|cons|verdict|price|first|second|third|finally|today|tomorrow|yesterday|monday|tuesday|wednesday|thursday|friday|saturday|sunday|achtung|hinweis|nachtrag|quelle|beispiel|faq|rip|wip|breaking|coming up|music|image|photo|picture|video|audio|translation|editor[’']?s note)$/iu;

/** Returns the label of a turn in an interview: “TOM: …”, “Tom Berg: …”, “Q: …”. */
export function parseTurnLabel(text: string): string | undefined {
  const label = (shortTurnLabel.exec(text) ?? turnLabel.exec(text))?.[1];
  return label !== undefined && !remarkLabel.test(label) ? label : undefined;
}
