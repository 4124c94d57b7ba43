// Keeps the colour picker and the text field of a colour in sync.
for (const chooser of document.querySelectorAll<HTMLInputElement>('input[data-colour]')) {
  const text = document.getElementById(chooser.dataset.colour!) as HTMLInputElement;
  chooser.hidden = false;
  chooser.addEventListener('input', () => (text.value = chooser.value));
  text.addEventListener('input', () => /^#[\da-f]{6}$/i.test(text.value) && (chooser.value = text.value));
}
