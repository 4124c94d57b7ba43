// Copies the text that a button belongs to; the button says so for a moment.
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
  // Browsers give the clipboard to secure pages alone.
  button.hidden = !navigator.clipboard;
  const [label, name] = [button.textContent!, button.ariaLabel!];
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(copyText(source!));
    button.textContent = button.ariaLabel = done!;
    setTimeout(() => {
      button.textContent = label;
      button.ariaLabel = name;
    }, shownMs);
  });
}
