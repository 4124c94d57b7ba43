// Adds pictures that are dropped, pasted or taken with a camera to the form, and shows their sizes before upload.
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-upload]')) {
  const input = form.querySelector<HTMLInputElement>('input[type=file]')!;
  const sizeText = form.querySelector<HTMLElement>('[data-size-text]')!;
  const camera = form.querySelector<HTMLElement>('[data-camera]')!;
  const minPixels = Number(form.dataset.upload);

  const describeSize = async (file: File): Promise<string> => {
    const picture = await createImageBitmap(file).catch(() => undefined);
    if (!picture) return file.name;
    const { width, height } = picture;
    picture.close();
    const { pixels, small } = form.dataset as { pixels: string; small: string };
    const template = Math.max(width, height) < minPixels ? small : pixels;
    const values: Record<string, unknown> = { name: file.name, width, height };
    return template.replace(/\{(\w+)\}/g, (_, slot: string) => String(values[slot]));
  };
  /** Returns a message for files above the limit. Checking before the upload preserves the text fields. */
  const describeExcess = (files: File[]): string => {
    const { max, large, maxTogether, together } = form.dataset as Record<string, string>;
    const one = files.find(({ size }) => size > Number(max));
    if (one) return large!.replace('{name}', one.name);
    return files.reduce((sum, { size }) => sum + size, 0) > Number(maxTogether) ? together! : '';
  };
  const showSizes = async () => {
    input.setCustomValidity(describeExcess([...(input.files ?? [])]));
    if (!input.reportValidity()) return;
    const sizes = await Promise.all([...(input.files ?? [])].map(describeSize));
    if (sizes.length > 0) sizeText.textContent = sizes.join('; ');
  };
  const chooseFiles = (files: FileList | undefined) => {
    if (!files || files.length === 0) return false;
    input.files = files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    return true;
  };

  camera.hidden = false;
  camera.querySelector('button')!.addEventListener('click', () => {
    input.setAttribute('capture', 'environment');
    input.click();
    input.removeAttribute('capture');
  });
  input.addEventListener('change', () => void showSizes());
  form.addEventListener('dragover', (event) => event.preventDefault());
  form.addEventListener('drop', (event) => {
    if (chooseFiles(event.dataTransfer?.files)) event.preventDefault();
  });
  document.addEventListener('paste', (event) => {
    if (chooseFiles(event.clipboardData?.files)) {
      event.preventDefault();
      form.scrollIntoView();
    }
  });
}
