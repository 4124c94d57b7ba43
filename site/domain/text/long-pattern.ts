/** Builds a regular expression from a source of several lines, whose line breaks and indentation are left out. */
export const longPattern = (source: string, flags = ''): RegExp => new RegExp(source.replace(/\n\s*/g, ''), flags);
