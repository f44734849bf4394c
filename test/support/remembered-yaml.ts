import { readYaml } from '../../src/platform/node/read-yaml';
import type { ReadYaml, ReadYamlResult } from '../../src/core/properties/yaml-entries';

const MOST_REMEMBERED = 2000;
const remembered = new Map<string, ReadYamlResult>();

/** The terminal's reader, which reads the same text once: thousands of syncs read the same few notes. What it gives cannot be changed. */
export const rememberedYaml: ReadYaml = (text) => {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const result = frozen(readYaml(text));
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(text, result);
  return result;
};

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.values(value).forEach(frozen);
  return Object.freeze(value);
}
