// Copies the text of the element that a button belongs to, and confirms it on the button.
const shownMs = 2000;

function copyText(element: HTMLElement): string {
  if (element.localName === 'code') return element.textContent!;
  const blocks = [...element.children].filter((child) => child.matches('p'));
  const texts = blocks.length > 0 ? blocks : [element];
  return texts.map((block) => block.textContent!.replace(/\s+/g, ' ').trim()).join('\n\n');
}

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  const { copy: id, done } = button.dataset;
  const source = document.getElementById(id!);
  // Browsers provide the clipboard only to secure pages.
  button.hidden = !navigator.clipboard;
  const label = button.textContent!;
  const name = button.ariaLabel!;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(copyText(source!));
    button.textContent = button.ariaLabel = done!;
    setTimeout(() => {
      button.textContent = label;
      button.ariaLabel = name;
    }, shownMs);
  });
}
