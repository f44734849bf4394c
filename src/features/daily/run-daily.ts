import highlightsBase from '../../../templates/highlights-base.hbs';
import libraryBase from '../../../templates/library-base.hbs';
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
      const made = await createFile(path, libraryBase);
      if (notePerHighlight) await createFile(`${folder}/Highlights.base`, highlightsBase);
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
