// Edits crop and focal point on the picture: clicking sets the focal point, dragging crops.
const parts = ['left', 'top', 'width', 'height'] as const;

for (const frame of document.querySelectorAll<HTMLElement>('[data-frame]')) {
  const field = (name: string) => document.getElementById(`field-${frame.dataset.frame}.${name}`) as HTMLInputElement;
  if (!field('focus.x')) continue;
  const point = frame.appendChild(Object.assign(document.createElement('span'), { className: 'picture-focus' }));
  const cut = frame.appendChild(Object.assign(document.createElement('span'), { className: 'picture-crop' }));
  const numbers = ['focus.x', 'focus.y', ...parts.map((name) => `crop.${name}`)].map(field);

  const draw = () => {
    const [x, y, left, top, width, height] = numbers.map(({ value }) => value);
    point.hidden = !x || !y;
    point.style.cssText = `left:${Number(x)}%;top:${Number(y)}%`;
    cut.hidden = !left || !top || !width || !height;
    cut.style.cssText = `left:${Number(left)}%;top:${Number(top)}%;width:${Number(width)}%;height:${Number(height)}%`;
  };
  const set = (names: string[], values: number[]) => {
    names.forEach((name, at) => (field(name).value = String(Math.round(values[at]! * 10) / 10)));
    field(names[0]!).dispatchEvent(new Event('input', { bubbles: true }));
  };
  const at = ({ clientX, clientY }: PointerEvent) => {
    const box = frame.getBoundingClientRect();
    const share = (value: number, size: number) => Math.min(100, Math.max(0, (value / size) * 100));
    return { x: share(clientX - box.left, box.width), y: share(clientY - box.top, box.height) };
  };

  let from: { x: number; y: number } | undefined;
  frame.addEventListener('pointerdown', (event) => {
    from = at(event);
    frame.setPointerCapture(event.pointerId);
  });
  frame.addEventListener('pointerup', (event) => {
    if (!from) return;
    const to = at(event);
    const left = Math.min(from.x, to.x);
    const top = Math.min(from.y, to.y);
    const width = Math.abs(from.x - to.x);
    const height = Math.abs(from.y - to.y);
    from = undefined;
    if (width < 5 || height < 5) set(['focus.x', 'focus.y'], [to.x, to.y]);
    else
      set(
        parts.map((name) => `crop.${name}`),
        [left, top, width, height],
      );
  });
  for (const input of numbers) input.addEventListener('input', draw);
  draw();
}
