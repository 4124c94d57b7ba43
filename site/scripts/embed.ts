// Plays a video in the page when a visitor asks for it. Its host gets no request before that.
function frameOf({ embed, title }: DOMStringMap): HTMLIFrameElement {
  const url = new URL(embed!);
  // Twitch requires the host of the page as a parameter.
  if (url.hostname.endsWith('.twitch.tv')) url.searchParams.set('parent', location.hostname);
  const frame = document.createElement('iframe');
  frame.className = 'still-frame';
  frame.src = url.href;
  frame.title = title!;
  frame.allow = 'autoplay; fullscreen; encrypted-media; picture-in-picture';
  frame.allowFullscreen = true;
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-presentation allow-popups');
  return frame;
}

for (const still of document.querySelectorAll<HTMLElement>('[data-embed]')) {
  const button = still.querySelector('button');
  const poster = still.querySelector('.still-poster');
  const play = (event: Event) => {
    event.preventDefault();
    const frame = frameOf(still.dataset);
    poster?.remove();
    still.querySelector('.still-note')?.remove();
    button?.remove();
    still.prepend(frame);
    frame.focus();
  };
  for (const element of [button, poster]) element?.addEventListener('click', play);
}
