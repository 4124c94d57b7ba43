// The renderer of pdfmake, which is missing in its types.
declare module 'pdfmake/js/Renderer.js' {
  const module: { default: unknown };
  export default module;
}
