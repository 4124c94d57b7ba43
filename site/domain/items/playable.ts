// Video that browsers cannot play: it is offered as a file.

export const isUnplayable = (mediaType: string): boolean =>
  /mpegurl|dash\+xml|x-flv|x-ms|x-matroska|3gpp|avi/i.test(mediaType);
