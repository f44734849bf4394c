import highlightsBaseText from '../../../templates/highlights-base.hbs';
import libraryBase from '../../../templates/library-base.hbs';
import { dumpScalar } from '../../notes/front-matter/front-matter';
import { requireVault } from '../../sync/plan/vault-health';
import type { DailyContext } from './daily-context';
import { writeDay, writeReview, type SectionResult, type ServiceAccess } from './write-section';

/** What the user can ask for between syncs. */
export type DailyRequest =
  | { readonly view: 'base' }
  | { readonly view: 'review' }
  /** `YYYY-MM-DD`; null for today. */
  | { readonly view: 'day'; readonly day: string | null };

/** The result. Scripts read its JSON form. */
export type DailyResult = BaseResult | SectionResult;

export interface BaseResult {
  readonly view: 'base';
  readonly path: string;
  /** `unchanged`: the file exists already and belongs to the user. */
  readonly result: 'created' | 'unchanged';
}

export interface DailyDependencies {
  readonly context: DailyContext;
  /** Creates a file that is no note, with its folders; never overwrites. */
  readonly createFile: (path: string, text: string) => Promise<'created' | 'exists'>;
  readonly service: Omit<ServiceAccess, 'token'>;
  /** Called only if the service is needed; throws without a token. */
  readonly token: () => Promise<string>;
}

/** Throws operational errors. */
export async function runDaily(
  { context, createFile, service, token }: DailyDependencies,
  request: DailyRequest,
): Promise<DailyResult> {
  switch (request.view) {
    case 'base': {
      const { folder, notePerHighlight } = context.settings;
      const path = `${folder}/Library.base`;
      const made = await createFile(path, baseFile({ folder }));
      if (notePerHighlight) await createFile(`${folder}/Highlights.base`, highlightsBase({ folder }));
      return { view: 'base', path, result: made === 'created' ? 'created' : 'unchanged' };
    }
    case 'review':
      await requireVault({ ...context, folder: context.settings.folder });
      return writeReview(context, { ...service, token: await token() });
    case 'day':
      await requireVault({ ...context, folder: context.settings.folder });
      return writeDay(context, request.day);
  }
}

interface BaseOptions {
  /** The folder of the notes. */
  readonly folder: string;
}

/** An Obsidian Base of books and documents: covers, reading queue, latest highlights, favorites. */
export const baseFile = (options: BaseOptions): string => filledIn(libraryBase, options);

/** An Obsidian Base of the notes of single highlights: the latest, favorites, by color. */
export const highlightsBase = (options: BaseOptions): string => filledIn(highlightsBaseText, options);

const filledIn = (base: string, { folder }: BaseOptions): string =>
  base.replace('{{folder}}', () => dumpScalar(`file.inFolder(${JSON.stringify(folder)})`));
