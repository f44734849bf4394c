/** A reader of YAML that has nothing to do with the one that writes ours. */
declare module '@zkochan/js-yaml' {
  export interface Schema {
    readonly name?: string;
  }
  export const CORE_SCHEMA: Schema;
  export function load(text: string, options?: { readonly schema?: Schema }): unknown;
}
