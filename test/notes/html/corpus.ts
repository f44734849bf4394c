import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const CORPUS = join(__dirname, 'corpus');

/** The pages of the corpus by name. */
export const pagesOfCorpus = (): readonly string[] =>
  readdirSync(CORPUS)
    .filter((name) => name.endsWith('.html'))
    .map((name) => name.slice(0, -'.html'.length))
    .sort();

export const pathOf = (name: string, ending: 'html' | 'md'): string => join(CORPUS, `${name}.${ending}`);

export const readPage = (name: string): string => readFileSync(pathOf(name, 'html'), 'utf8');

export const readExpected = (name: string): string => readFileSync(pathOf(name, 'md'), 'utf8');
