// Fields that name the speakers; a new name applies to all lines of that speaker.
import { allRows, type CueRow } from './rows.ts';

export interface SpeakerFields {
  /** Returns the names in the lines. */
  names: () => string[];
  restore: (names: string[]) => void;
  /** Copies the name in a field to the lines of its speaker. */
  rename: (field: HTMLInputElement) => void;
}

export function createSpeakerFields(form: HTMLFormElement, list: HTMLElement): SpeakerFields {
  const fields = [...form.querySelectorAll<HTMLInputElement>('[name="named"]')];
  const previousNames = fields.map((field) => field.parentElement!.querySelector<HTMLInputElement>('[name="was"]')!);
  // Lines store their speaker, because two speakers share a name while their names are being swapped.
  const findVoice = ({ line, speaker }: CueRow): number => {
    const voice = Number(line.dataset.voice ?? -1);
    return previousNames[voice]?.value === speaker.value
      ? voice
      : previousNames.findIndex(({ value }) => value === speaker.value);
  };
  return {
    names: () => previousNames.map(({ value }) => value),
    restore: (names) =>
      names.forEach((name, index) => {
        previousNames[index]!.value = name;
        fields[index]!.value = name;
      }),
    rename: (field) => {
      const renamed = fields.indexOf(field);
      for (const row of allRows(list)) {
        const voice = findVoice(row);
        row.line.dataset.voice = String(voice);
        if (voice === renamed) row.speaker.value = field.value;
      }
      // The server has nothing left to rename.
      previousNames[renamed]!.value = field.value;
    },
  };
}
