// The page of an episode: the recording, who speaks, chapters and transcripts, show notes.
import type { Room, RoomItem } from '#domain/room.ts';
import { sizeOf } from './dates.ts';
import type { Link } from './frame.ts';
import { itemView, type ItemView, standfirstOf } from './item.ts';
import { proseOf } from './prose.ts';
import { webLink } from './web-link.ts';

export interface EpisodeView extends ItemView {
  audio: { src: string; type: string | undefined; size: string | undefined } | undefined;
  persons: { name: string; role: string | undefined; href: string | undefined }[];
  /** Chapters, and a transcript in each form. */
  companions: (Link & { language?: string | undefined })[];
  prose: string;
}

const formNames: Record<string, string> = {
  'text/html': 'web page',
  'text/plain': 'text',
  'text/vtt': 'WebVTT',
  'application/srt': 'SubRip',
  'application/x-subrip': 'SubRip',
  'application/json': 'JSON',
};

function companionsOf({ chaptersUrl, transcripts = [] }: RoomItem): EpisodeView['companions'] {
  const chapters = webLink(chaptersUrl);
  return [
    ...(chapters ? [{ href: chapters, label: 'Chapters (JSON)' }] : []),
    ...transcripts.flatMap(({ url, type, language }) => {
      const href = webLink(url);
      return href ? [{ href, label: `Transcript (${formNames[type] ?? type})`, language }] : [];
    }),
  ];
}

function audioOf({ audioUrl, audioType, audioBytes }: RoomItem): EpisodeView['audio'] {
  const src = webLink(audioUrl);
  return src ? { src, type: audioType, size: audioBytes ? sizeOf(audioBytes) : undefined } : undefined;
}

export function episodeView(room: Room, item: RoomItem, body: string): EpisodeView {
  const view = itemView(room, item);
  return {
    ...view,
    kicker: item.podcast ?? view.kicker,
    facts: [
      ...view.facts,
      ...(item.episodeType && item.episodeType !== 'full' ? [item.episodeType] : []),
      ...(item.explicit ? ['explicit'] : []),
    ],
    summary: standfirstOf(item, body),
    audio: audioOf(item),
    persons: (item.persons ?? []).map(({ name, role, href }) => ({ name, role, href: webLink(href) })),
    companions: companionsOf(item),
    prose: proseOf(room, body),
  };
}
