import type { Settings } from '../../model/settings';
import { baseFile, mergeBase } from './base-file';
import type { BaseResult, ViewRequest, ViewResult } from './view-result';
import type { ViewContext } from './view-context';
import { writeDay } from './write-day';
import { writeReview, type ServiceAccess } from './write-review';

/** Text files of the vault that are not notes. Paths are relative to the vault and end in `.base`. */
export interface TextFiles {
  /** Null when there is no such file. */
  read(path: string): Promise<string | null>;
  /** Makes folders as needed; never overwrites. */
  create(path: string, text: string): Promise<'created' | 'exists'>;
  /** Reads, changes and writes as one step; a result equal to its input writes nothing. */
  update(path: string, change: (text: string) => string): Promise<'written' | 'unchanged' | 'missing'>;
}

export interface ViewDependencies {
  readonly context: ViewContext;
  readonly files: TextFiles;
  readonly service: Omit<ServiceAccess, 'token'>;
  /** Throws, or gives the token; asked only where a view needs the service. */
  readonly token: () => Promise<string>;
}

/** Makes what a person asked for. Throws an operational error for what can go wrong outside. */
export async function runView(
  { context, files, service, token }: ViewDependencies,
  request: ViewRequest,
): Promise<ViewResult> {
  switch (request.view) {
    case 'base':
      return makeBase(files, context.settings);
    case 'review':
      return writeReview(context, { ...service, token: await token() });
    case 'day':
      return writeDay(context, request.day);
  }
}

/** Makes a Base of the library in the folder of the notes. One that a person changed, or made, is left alone. */
async function makeBase(files: TextFiles, { folder }: Settings): Promise<BaseResult> {
  const path = `${folder}/Library.base`;
  const fresh = baseFile({ folder });
  if ((await files.read(path)) === null && (await files.create(path, fresh)) === 'created')
    return { view: 'base', path, result: 'created' };
  let isTheirs = false;
  const result = await files.update(path, (current) => {
    const decision = mergeBase({ current, fresh });
    isTheirs = decision.kind === 'theirs';
    return decision.kind === 'update' ? decision.text : current;
  });
  if (isTheirs) return { view: 'base', path, result: 'theirs' };
  return { view: 'base', path, result: result === 'written' ? 'updated' : 'unchanged' };
}
