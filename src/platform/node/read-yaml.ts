import { parse, YAMLError } from 'yaml';
import type { ReadYaml } from '../../core/properties/yaml-entries';

/** Reads YAML by the library that the app's own reader is made of. */
export const readYaml: ReadYaml = (text) => {
  try {
    const value: unknown = parse(text, { prettyErrors: false, logLevel: 'error' });
    // What holds itself has no end.
    JSON.stringify(value);
    return { ok: true, value };
  } catch (error) {
    // Names that nothing bears are told as ReferenceError, what holds itself as TypeError.
    if (error instanceof YAMLError || error instanceof ReferenceError || error instanceof TypeError)
      return { ok: false, message: error.message.split('\n')[0] ?? '' };
    throw error;
  }
};
