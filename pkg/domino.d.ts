/** The library's own types are declared under another name. */
declare module '@mixmark-io/domino' {
  export function createDocument(html: string, force: boolean): Document;
}
