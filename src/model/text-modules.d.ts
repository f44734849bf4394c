/** Template files are bundled as text (esbuild's text loader). */
declare module '*.hbs' {
  const text: string;
  export default text;
}
