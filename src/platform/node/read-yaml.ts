import { parse, YAMLError } from 'yaml';
import type { ReadYaml } from '../../core/properties/yaml-entries';

/** Reads YAML by the library that the app's own reader is made of. */
export const readYaml: ReadYaml = (text) => {
  try {
    const value: unknown = parse(text, { prettyErrors: false });
    return { ok: true, value };
  } catch (error) {
    // Names that nothing bears are told as ReferenceError.
    if (error instanceof YAMLError || error instanceof ReferenceError) return { ok: false, message: error.message };
    throw error;
  }
};
