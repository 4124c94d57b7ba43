// Section of a page as data: heading, paragraphs, links, lines and a button. Features describe theirs with it.

export interface SectionParagraph {
  /** Text for Sentence.astro: backticks mark code, brackets mark the link. */
  text: string;
  href?: string;
  values?: Record<string, string>;
  isQuiet?: true;
}

/** Detail of a line. `at` is a time in milliseconds for the slot `{when}` of the text. */
export interface SectionFact {
  text?: string;
  at?: number;
  href?: string;
  values?: Record<string, string>;
}

export interface SectionLine {
  /** Untrusted text. */
  title: string;
  href?: string;
  isCode?: true;
  state?: { label: string; tone: 'plain' | 'waiting' | 'good' | 'bad' | 'over' };
  facts: SectionFact[];
  /** Untrusted text. */
  detail?: string;
  isMarked?: boolean;
}

export interface PageSection {
  id: string;
  title: string;
  /** Position on the page; lower numbers come first. */
  order: number;
  paragraphs?: SectionParagraph[];
  links?: { label: string; href: string }[];
  lines?: SectionLine[];
  more?: { label: string; href: string };
  button?: { label: string; action: string; about?: string };
}
