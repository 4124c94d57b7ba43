// Shows the press pictures large, one after the other. Without this script, their links open the files.
const box = document.querySelector<HTMLDialogElement>('.lightbox')!;
const frames = [...document.querySelectorAll<HTMLAnchorElement>('a.press-frame')];
const image = document.createElement('img');
box.querySelector('.lightbox-stage')!.append(image);
const caption = box.querySelector('p')!;
let at = 0;

function showPicture(index: number): void {
  at = (index + frames.length) % frames.length;
  const { href, dataset } = frames[at]!;
  image.src = href;
  image.alt = frames[at]!.querySelector('img')!.alt;
  caption.textContent = dataset.caption!;
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
const forward = getComputedStyle(box).direction === 'rtl' ? -1 : 1;

frames.forEach((frame, index) =>
  frame.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    showPicture(index);
    box.showModal();
  }),
);
for (const button of box.querySelectorAll<HTMLElement>('[data-step]')) {
  button.hidden = frames.length < 2;
  button.addEventListener('click', () => showPicture(at + Number(button.dataset.step)));
}
box.addEventListener('keydown', ({ key }) => steps[key] && showPicture(at + steps[key] * forward));
box.addEventListener('click', ({ target }) => target === box && box.close());
box.addEventListener('close', () => frames[at]?.focus());

export {};
