// Times in the show notes play in the page instead of opening the recording.
const player = document.querySelector<HTMLMediaElement>('.screening video, .player audio');

for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-seconds]')) {
  link.addEventListener('click', (event) => {
    if (!player || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    player.currentTime = Number(link.dataset.seconds);
    void player.play();
    player.focus();
  });
}
