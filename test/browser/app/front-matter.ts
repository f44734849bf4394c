import * as yaml from 'yaml';

export interface FrontMatterInfo {
  readonly exists: boolean;
  readonly frontmatter: string;
  readonly from: number;
  readonly to: number;
  readonly contentStart: number;
}

/** As the app has it: no blanks behind the fences. */
const FENCED = /^---\r?\n([\s\S]*?\r?\n)??---(?:\r?\n|$)/;

export function getFrontMatterInfo(content: string): FrontMatterInfo {
  const match = FENCED.exec(content);
  if (match === null) return { exists: false, frontmatter: '', from: 0, to: 0, contentStart: 0 };
  const from = content.indexOf('\n') + 1;
  const frontmatter = match[1] ?? '';
  return { exists: true, frontmatter, from, to: from + frontmatter.length, contentStart: match[0].length };
}

/** Throws for text that is no YAML. */
export function parseYaml(text: string): unknown {
  return yaml.parse(text);
}

/** As the app changes properties: all are written anew, the rest of the note stays. */
export function withFrontMatter(text: string, change: (properties: Record<string, unknown>) => void): string {
  const { frontmatter, contentStart } = getFrontMatterInfo(text);
  const properties = (parseYaml(frontmatter) ?? {}) as Record<string, unknown>;
  change(properties);
  return `---\n${yaml.stringify(properties)}---\n${text.slice(contentStart)}`;
}
