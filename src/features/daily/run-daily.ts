import libraryBase from '../../../templates/library-base.hbs';
import { dumpScalar } from '../../notes/front-matter/front-matter';
import type { DailyContext } from './daily-context';
import { writeDay, writeReview, type SectionResult, type ServiceAccess } from './write-section';

/** What a person may ask for beside a sync. */
export type DailyRequest =
  | { readonly view: 'base' }
  | { readonly view: 'review' }
  /** `YYYY-MM-DD`; null: today. */
  | { readonly view: 'day'; readonly day: string | null };

/** What became of the request. Its JSON form is read by scripts. */
export type DailyResult = BaseResult | SectionResult;

export interface BaseResult {
  readonly view: 'base';
  readonly path: string;
  /** `unchanged`: there is one already, which is the person's. */
  readonly result: 'created' | 'unchanged';
}

export interface DailyDependencies {
  readonly context: DailyContext;
  /** Makes a text file that is no note, and its folders; never overwrites. */
  readonly createFile: (path: string, text: string) => Promise<'created' | 'exists'>;
  readonly service: Omit<ServiceAccess, 'token'>;
  /** The token, or throws; called only where the service is needed. */
  readonly token: () => Promise<string>;
}

/** Makes what a person asked for. Throws an operational error for what can go wrong outside. */
export async function runDaily(
  { context, createFile, service, token }: DailyDependencies,
  request: DailyRequest,
): Promise<DailyResult> {
  switch (request.view) {
    case 'base': {
      const { folder } = context.settings;
      const path = `${folder}/Library.base`;
      const made = await createFile(path, baseFile({ folder }));
      return { view: 'base', path, result: made === 'created' ? 'created' : 'unchanged' };
    }
    case 'review':
      return writeReview(context, { ...service, token: await token() });
    case 'day':
      return writeDay(context, request.day);
  }
}

/**
 * The text of an Obsidian Base for the notes in a folder, by the properties that the built-in templates have:
 * covers, a table by author, what was highlighted last, and a reading list.
 */
export const baseFile = ({ folder }: { readonly folder: string }): string =>
  libraryBase.replace('{{folder}}', () => dumpScalar(`file.inFolder(${JSON.stringify(folder)})`));
