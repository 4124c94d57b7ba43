// How single settings are read: problems are collected, so that all are told together.

/** The value that was given, else the default. */
export type Read<Name extends string> = (name: Name) => string;

export const isOrigin = (value: string) =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).href === `${value}/`;

export type ReadNumber<Name extends string> = (name: Name, least: number, most: number) => number;

export const numberReader =
  <Name extends string>(value: Read<Name>, problems: string[]): ReadNumber<Name> =>
  (name, least, most) => {
    const read = Number(value(name));
    if (!Number.isInteger(read) || read < least || read > most)
      problems.push(`${name} is ${value(name)}: give a number from ${least} to ${most}`);
    return read;
  };
