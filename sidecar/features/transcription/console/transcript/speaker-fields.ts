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
  const given = fields.map((field) => field.parentElement!.querySelector<HTMLInputElement>('[name="was"]')!);
  // Lines store their speaker, because two speakers share a name while their names are being swapped.
  const voiceOf = ({ line, speaker }: CueRow): number => {
    const known = Number(line.dataset.voice ?? -1);
    return given[known]?.value === speaker.value ? known : given.findIndex(({ value }) => value === speaker.value);
  };
  return {
    names: () => given.map(({ value }) => value),
    restore: (names) =>
      names.forEach((name, index) => {
        given[index]!.value = name;
        fields[index]!.value = name;
      }),
    rename: (field) => {
      const renamed = fields.indexOf(field);
      for (const row of allRows(list)) {
        const voice = voiceOf(row);
        row.line.dataset.voice = String(voice);
        if (voice === renamed) row.speaker.value = field.value;
      }
      // The server has nothing left to rename.
      given[renamed]!.value = field.value;
    },
  };
}
