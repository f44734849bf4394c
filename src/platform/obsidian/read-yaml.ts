import { parseYaml } from 'obsidian';
import type { ReadYaml } from '../../core/properties/yaml-entries';

/** Reads YAML as the app does when it shows properties. */
export const readYaml: ReadYaml = (text) => {
  try {
    const value: unknown = parseYaml(text);
    // What holds itself has no end.
    JSON.stringify(value);
    return { ok: true, value };
  } catch (error) {
    // Nothing else is thrown than for text that is no YAML; the reader's message goes on below with a picture of the place.
    return {
      ok: false,
      message: error instanceof Error ? (error.message.split(/ at line |:?\n/)[0] ?? '') : String(error),
    };
  }
};
