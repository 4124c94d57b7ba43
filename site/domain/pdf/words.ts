// What stands on the PDFs besides the creator's own words, in the language of the room; English where there is none of it.
const en = {
  mediaKit: 'Media kit',
  speaking: 'Speaking',
  guestKit: 'Guest kit',
  approved: 'Approved {day}',
  made: 'Made {day}',
  glance: 'At a glance',
  saidAs: 'Said as',
  pronouns: 'Pronouns',
  publication: 'Publication',
  tagline: 'Tagline',
  topics: 'Subjects',
  biography: 'Biography',
  short: 'Short',
  medium: 'Medium',
  long: 'Long',
  words: '{count} words',
  blurbs: 'Blurbs',
  boilerplate: 'Boilerplate',
  numbers: 'Numbers',
  portraits: 'Portraits',
  logos: 'Logos',
  file: 'Download',
  links: 'Links',
  contact: 'Press contact',
  together: 'All of it',
  zip: 'Pictures, texts and this file in one ZIP',
  introduction: 'Introduction',
  offer: 'On offer',
  heard: 'Heard afterwards',
  given: 'Given',
  recording: 'Recording',
  practical: 'Practical',
  audiences: 'Audiences',
  languages: 'Languages',
  travelsFrom: 'Travels from',
  needs: 'Needs',
  invite: 'Invite',
  minutes: '{count} min',
  readAloud: 'To be read aloud',
  titles: 'Titles',
  questions: 'Questions',
  angles: 'Angles',
  readFirst: 'To read first',
  technical: 'Technical notes',
  on: '{guest} on {show}',
};
type Words = typeof en;

const de: Words = {
  mediaKit: 'Pressemappe',
  speaking: 'Vorträge',
  guestKit: 'Gastmappe',
  approved: 'Freigegeben am {day}',
  made: 'Erstellt am {day}',
  glance: 'Auf einen Blick',
  saidAs: 'Aussprache',
  pronouns: 'Pronomen',
  publication: 'Publikation',
  tagline: 'Leitspruch',
  topics: 'Themen',
  biography: 'Biografie',
  short: 'Kurz',
  medium: 'Mittel',
  long: 'Lang',
  words: '{count} Wörter',
  blurbs: 'Kurztexte',
  boilerplate: 'Über die Publikation',
  numbers: 'Zahlen',
  portraits: 'Porträts',
  logos: 'Logos',
  file: 'Herunterladen',
  links: 'Links',
  contact: 'Pressekontakt',
  together: 'Alles zusammen',
  zip: 'Bilder, Texte und diese Datei in einem ZIP',
  introduction: 'Zur Person',
  offer: 'Im Angebot',
  heard: 'Stimmen danach',
  given: 'Gehalten',
  recording: 'Aufzeichnung',
  practical: 'Praktisches',
  audiences: 'Publikum',
  languages: 'Sprachen',
  travelsFrom: 'Reist an aus',
  needs: 'Braucht',
  invite: 'Einladen',
  minutes: '{count} Min.',
  readAloud: 'Zum Vorlesen',
  titles: 'Titel',
  questions: 'Fragen',
  angles: 'Zugänge',
  readFirst: 'Vorher zu lesen',
  technical: 'Technische Hinweise',
  on: '{guest} zu Gast bei {show}',
};

const files: Record<string, Words> = { en, de };

export type Say = (word: keyof Words, values?: Record<string, string>) => string;

export interface Language {
  tag: string;
  say: Say;
  day: (date: string) => string;
  number: (value: number) => string;
  /** The name of a language; the tag itself where it is none. */
  nameOf: (tag: string) => string;
}

function localeOf(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? 'en-GB';
  } catch {
    return 'en-GB';
  }
}

export function languageOf(wanted: string): Language {
  const tag = localeOf(wanted);
  const words = files[tag.split('-')[0]!] ?? en;
  const shape = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return {
    tag,
    say: (word, values = {}) => words[word].replace(/\{(\w+)\}/g, (slot, name: string) => values[name] ?? slot),
    day: (date) => new Intl.DateTimeFormat(tag, shape).format(new Date(date)),
    number: (value) => new Intl.NumberFormat(tag).format(value),
    nameOf: (other) => {
      try {
        return new Intl.DisplayNames([tag], { type: 'language' }).of(other) ?? other;
      } catch {
        return other;
      }
    },
  };
}
