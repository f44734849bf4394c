import { parseYaml } from 'obsidian';
import type { ReadYaml } from '../../core/properties/yaml-entries';

/** Reads YAML as the app does when it shows properties. */
export const readYaml: ReadYaml = (text) => {
  try {
    const value: unknown = parseYaml(text);
    return { ok: true, value };
  } catch (error) {
    // The app's reader throws for nothing else than text that is no YAML; its message goes on below with a picture of the place.
    return { ok: false, message: error instanceof Error ? (error.message.split(/ at line |:?\n/)[0] ?? '') : String(error) };
  }
};
