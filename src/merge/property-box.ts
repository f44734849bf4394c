import {
  commentsIn,
  dumpProperty,
  parseFrontMatter,
  type Entry,
  type PropertyValue,
} from '../notes/front-matter/front-matter';
import { findCallout, firstLineOf, withoutCallout, writeCallout } from './conflict-callout';
import { bareLine } from '../notes/note/loose-text';

// Of a property that both sides changed, the person's value stays, and the service's stands in a callout at the top
// of the body, directly under the properties. As code, nothing of it is markdown.

/** A property as a callout shows it. */
export type ShownProperty = Pick<Entry, 'name' | 'mark'> & { readonly value: PropertyValue };

export interface TakenCallouts {
  readonly body: string;
  readonly shown: readonly ShownProperty[];
}

/**
 * Takes the callouts of properties out of a body. `isOurs`: whether a property is as it was written there; a callout
 * that the person edited is a text of theirs.
 */
export function takePropertyCallouts(
  body: string,
  mark: string,
  isOurs: (property: ShownProperty) => boolean,
): TakenCallouts {
  const shown: ShownProperty[] = [];
  // Most notes have none.
  if (!body.includes(bareLine(firstLineOf(mark)).slice(1))) return { body, shown };
  const read = (text: string): ShownProperty | null => {
    const property = propertyIn(text);
    return property !== null && isOurs(property) ? property : null;
  };
  for (let lines: readonly string[] = body.split('\n'); ;) {
    const found = findCallout(lines, mark, (text) => read(text) !== null);
    const property = found === null ? null : read(found.text);
    if (found === null || property === null)
      return shown.length === 0 ? { body, shown } : taken(lines, shown);
    shown.push(property);
    lines = withoutCallout(found);
  }
}

const taken = (lines: readonly string[], shown: readonly ShownProperty[]): TakenCallouts => ({
  body: lines.join('\n').replace(/^\n+/, ''),
  shown,
});

export function withPropertyCallouts(
  body: string,
  mark: string,
  shown: readonly Pick<ShownProperty, 'name' | 'value'>[],
): string {
  if (shown.length === 0) return body;
  const callouts = shown.map(({ name, value }) =>
    writeCallout(mark, `\`\`\`yaml\n${dumpProperty(name, value)}\`\`\``).join('\n'),
  );
  return [...callouts, body.replace(/^\n+/, '')].join('\n\n');
}

const CODE = /^```yaml\n([\s\S]*\n)```$/;

/** The only property in the code of a callout. */
function propertyIn(text: string): ShownProperty | null {
  const yaml = CODE.exec(text)?.[1];
  if (yaml === undefined || commentsIn(yaml).length > 0) return null;
  const parsed = parseFrontMatter(yaml);
  const [entry, ...others] = parsed.ok ? parsed.entries : [];
  if (entry === undefined || others.length > 0) return null;
  const value = propertyValue(entry.value);
  return value === null ? null : { name: entry.name, mark: entry.mark, value };
}

function propertyValue(value: unknown): PropertyValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : null;
}
