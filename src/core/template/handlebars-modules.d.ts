/** The modules of Handlebars that read a template. Its compiler and runtime, which make code from text, are not used. */
declare module 'handlebars/dist/cjs/handlebars/compiler/base' {
  import type Handlebars from 'handlebars';
  export const parse: typeof Handlebars.parse;
}
declare module 'handlebars/dist/cjs/handlebars/compiler/visitor' {
  import type Handlebars from 'handlebars';
  const Visitor: typeof Handlebars.Visitor;
  export default Visitor;
}
declare module 'handlebars/dist/cjs/handlebars/exception' {
  import type Handlebars from 'handlebars';
  const Exception: typeof Handlebars.Exception;
  export default Exception;
}
