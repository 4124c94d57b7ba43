// Phrases that hand the word to somebody else: a reader, another account, or the next speaker of an interview.

/** Headings of sections that hold what readers wrote. */
const lettersHeading =
  /^[^\p{L}]*(?:(?:more |some |your |our )?(?:letters?|mail|e-?mails?|questions?|comments?|feedback|replies|notes?) (?:to the editors?|from (?:our |my |the )?(?:readers?|listeners?|subscribers?|viewers?|inbox|you))|(?:(?:our |the )?(?:readers?|listeners?|subscribers?|viewers?|audience)[’']?s?[’']?|your) (?:letters?|mail|e-?mails?|questions?|comments?|feedback|replies|notes?|corner)|(?:readers?|listeners?) (?:write|ask|respond|reply)(?: (?:in|back))?|letters|mail ?bag|mail ?box|post ?bag|(?:from|in) (?:our|my|the) (?:readers?|listeners?|inbox|mailbag|mailbox|postbag)|you (?:wrote|asked)(?: (?:in|me|us))?|leserbriefe?|leserpost|hörerpost|zuschriften|post von (?:euch|ihnen|lesern|leserinnen.*)|(?:eure|ihre) (?:briefe|fragen|post|zuschriften)|ihr habt geschrieben|(?:le )?courrier(?: des lecteurs.*)?|(?:vos|tus|vuestras|sus) (?:lettres|questions|cartas|preguntas)|lettres? des? lecteurs?|(?:cartas|correo) de (?:los )?lectores|(?:le )?lettere dei lettori|cartas (?:de|dos) leitores|lezersbrieven|読者(?:から|の).*|お便り|来信|رسائل القراء)(?:\s*[:,–—-].*|\s+of the (?:week|month))?[^\p{L}]*$/iu;
export const isLettersHeading = (text: string): boolean => text.length <= 80 && lettersHeading.test(text);

const audience =
  /reader|listener|subscriber|viewer|audience|mail ?bag|post ?bag|your |leser|hörer|zuschriften|lecteur|lector|lettori|leitores|読者|お便り/iu;
/** An item may have “Letters” in its title and be one of the creator's own. */
export const isLettersTitle = (title: string): boolean => isLettersHeading(title) && audience.test(title);

const letterVerbs =
  'writes?|wrote|asks?|asked|e-?mailed|schreibt|schrieb|fragt|fragte|écrit|demande|escribe|escribió|pregunta|scrive|chiede|escreve|pergunta|schrijft|vraagt|skriver|spør|frågar|hat geschrieben';
const speechVerbs =
  'writing|reporting|speaking|says?|said|puts? it|noted|added|replied|responds?|responded|explains|explained|tells (?:me|us)|told (?:me|us)|posted|tweeted|sagt|sagte|meint|dice|diz|zegt|säger';
/** Two plain alternatives, each without nested repetition: a line of any length takes time in proportion. */
const letterLead = new RegExp(
  `^([^:.!?“”"„«»\\n]{2,80}?),? (?:${letterVerbs})\\b([^:.!?“”"„«»\\n]{0,60}):\\s*(.*)$`,
  'iu',
);
const speechLead = new RegExp(`^([^:“”"„«»\\n]{2,120}?),? (?:${speechVerbs})\\b([^:.!?“”"„«»\\n]{0,60}):$`, 'iu');
const firstPerson = /(?:^|\s)(?:i|we|ich|wir|je|nous|yo|io|eu)$/iu;

export interface LeadIn {
  /** The announced person, as the line says it. */
  subject: string;
  /** The words that follow in the same line. */
  words: string;
  isLetter: boolean;
}

/** “Lena from Malmö writes: …”, or a line such as “As Lena put it:” that announces the next block. */
export function parseLeadIn(text: string): LeadIn | undefined {
  const letter = letterLead.exec(text);
  const match = letter ?? speechLead.exec(text);
  if (!match || firstPerson.test(match[1]!)) return undefined;
  return { subject: match[1]!, words: letter ? letter[3]! : '', isLetter: letter !== null };
}

const answerLead =
  /^(?:(?:my|our) (?:answer|reply|response)\b|i (?:reply|replied|answer|answered|wrote back)\b|(?:meine|unsere) antwort\b|ma réponse\b|mi respuesta\b)/iu;
export const isOwnAnswer = (text: string): boolean => answerLead.test(text);

const greetings =
  'dear|hi|hello|hey|liebe|lieber|hallo|cher|chère|bonjour|querid[oa]|hola|car[oa]|ciao|beste|hej|kära|kjære';
const salutation = new RegExp(
  `^(?:${greetings}) ([\\p{L}’'-]+)(?:\\s[\\p{L}’'-]+){0,2}\\s*(?:[,!.:–—]|and\\b|$)`,
  'iu',
);
/** The first name that a letter begins with: “Dear Mara,”. */
export const salutationName = (text: string): string | undefined => salutation.exec(text)?.[1];

const signature = /^(?:[—–―]|-{1,2})\s*([^.!?]{2,80})\.?$/u;
/** A line that signs what stands before it: “— Lena Forsberg, Malmö”. */
export const signatureName = (text: string): string | undefined => signature.exec(text)?.[1];

const closing =
  /^(?:(?:with )?(?:best|kind|warm|many)(?: \p{L}+)?|regards|yours(?: \p{L}+)?|sincerely(?: yours)?|cheers|thanks|thank you|love|greetings|(?:mit )?(?:liebe|viele|herzliche|beste|freundliche)n? grüßen?|lg|mfg|amitiés|bien à vous|cordialement|saludos|un abrazo|abraços|cordiali saluti|groeten)\s*[,!.–—]\s*(\S.{0,59})?$/iu;
/** The name behind “Best wishes,” at the end of a letter; empty if it stands in the next line. */
export function closingName(text: string): string | undefined {
  const match = closing.exec(text);
  return match ? (match[1] ?? '') : undefined;
}

const conversation =
  /\binterview|\bq ?& ?a\b|\bama\b|\bask me anything\b|\bin conversation\b|\bconversations? with\b|\bgespräch mit\b|\bentretien\b|\bentrevista|\bintervista|インタビュー/iu;
export const isConversationTitle = (title: string): boolean => conversation.test(title);

const secondPerson =
  /(?<!\p{L})(?:you|your|du|dein\p{L}*|dich|dir|sie|ihr\p{L}*|euch|vous|votre|vos|tu|tes?|usted|tú|lei|você|je|jij|jouw)(?!\p{L})/iu;
/** A question to somebody: “How did you begin?” */
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
  /** The account whose words follow, where it is named. */
  account?: string;
  /** Only this line leads to the other post: the rest is the creator's. */
  isLinkOnly?: true;
}

/** “RT @lena …”, “🔁 @lena”, “Lena boosted”, “RE: https://…”. */
export function parseRepost(text: string): Repost | undefined {
  const match = repostSign.exec(text) ?? repostWord.exec(text);
  if (match) return { account: match[1]! };
  if (repostBy.test(text) || repostSentence.test(text) || /^(?:RT\b|🔁|♻)/u.test(text)) return {};
  if (!replyReference.test(text)) return undefined;
  return /^\S+\s+\S+$/u.test(text) ? { isLinkOnly: true } : {};
}

/** A title such as “RT @lena: …”, which says it of the whole item. */
export const repostInTitle = (title: string): Repost | undefined =>
  /^(?:RT\b|QT\b|🔁|♻)/u.test(title) ? parseRepost(title) : undefined;

/** Labels of questions and answers, and roles in the place of a name. */
export const isQuestionLabel = (label: string): boolean =>
  /^(?:[qf]\d*|question|frage|pregunta|domanda|pergunta|vraag|fråga|問|问)$/iu.test(label);
export const isAnswerLabel = (label: string): boolean =>
  /^(?:[ar]\d*|answer|antwort|réponse|respuesta|risposta|resposta|antwoord|svar|答)$/iu.test(label);
export const isRoleLabel = (label: string): boolean =>
  /^(?:hosts?|guests?|interviewer(?:in)?|moderator(?:in)?|gast|gäste|invitée?|expert)$/iu.test(label);

const turnLabel = /^([\p{Lu}@][\p{L}\p{N}.’'_-]*(?:\s[\p{L}\p{N}.’'_-]+){0,3})\s*[:：]\s*(?=\S)/u;
const shortTurnLabel = /^([QAFR]\d{0,2}|[問答问])\s*[.:：]\s*(?=\S)/u;
/** Labels that begin a remark and name nobody. */
const remarkLabel =
  /^(?:notes?|updated?|edit|correction|warning|caution|tips?|hint|summary|tl;?dr|p?ps|p\.s\.?|fyi|todo|fix(?:ed)?|bonus|example|reminder|disclosure|disclaimer|sources?|links?|credits?|thanks|also|plus|pros|cons|verdict|price|first|second|third|finally|today|tomorrow|yesterday|monday|tuesday|wednesday|thursday|friday|saturday|sunday|achtung|hinweis|nachtrag|quelle|beispiel|faq|rip|wip|breaking|coming up|music|image|photo|picture|video|audio|translation|editor[’']?s note)$/iu;

/** The label of a turn in an interview: “TOM: …”, “Tom Berg: …”, “Q: …”. */
export function parseTurnLabel(text: string): string | undefined {
  const label = (shortTurnLabel.exec(text) ?? turnLabel.exec(text))?.[1];
  return label !== undefined && !remarkLabel.test(label) ? label : undefined;
}
