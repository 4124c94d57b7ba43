// The part of pdfmake that draws; its types leave it out.
declare module 'pdfmake/js/Renderer.js' {
  const module: { default: unknown };
  export default module;
}
