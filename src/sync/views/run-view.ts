import { oneLine } from '../../core/markdown/plain-text';
import type { SearchHit } from '../../core/views/search';
import type { FoundHighlight, ViewResult, ViewWish } from '../../core/views/view-result';
import { randomHighlight } from './found-highlight';
import { gatherTag } from './gather-tag';
import type { HighlightSearch } from './highlight-search';
import { makeBase, type TextFiles } from './make-base';
import { Places } from './places';
import { ViewError, type ViewContext } from './view-context';
import { writeDay } from './write-day';
import { writeReview, type ServiceAccess } from './write-review';

export interface ViewDependencies {
  readonly context: ViewContext;
  readonly files: TextFiles;
  readonly service: Omit<ServiceAccess, 'token'>;
  /** Throws, or gives the token; asked only where a view needs the service. */
  readonly token: () => Promise<string>;
  readonly search: HighlightSearch;
}

/** Makes what a person asked for. Throws an operational error for what can go wrong outside. */
export async function runView(
  { context, files, service, token, search }: ViewDependencies,
  wish: ViewWish,
): Promise<ViewResult> {
  switch (wish.view) {
    case 'base':
      return makeBase({ files, settings: context.settings });
    case 'review':
      return writeReview(context, { ...service, token: await token() });
    case 'day':
      return writeDay(context, wish.day);
    case 'gather':
      return gatherTag(context, wish.tag);
    case 'search':
      return { view: 'search', highlights: await shown(await search.find(wish.query), context) };
    case 'random': {
      const found = await randomHighlight(context, service.random);
      if (found === null) throw new ViewError('There is no highlight in the vault yet. Sync first.');
      return {
        view: 'random',
        highlights: [{ ...found, text: oneLine(found.text), note: oneLine(found.note) }],
      };
    }
  }
}

async function shown(hits: readonly SearchHit[], context: ViewContext): Promise<readonly FoundHighlight[]> {
  const places = new Places(context);
  const found: FoundHighlight[] = [];
  for (const { highlight, title, author, text, note, tags } of hits) {
    const place = await places.placeOf(highlight);
    found.push({
      path: place?.path ?? null,
      anchor: place?.anchor ?? highlight.anchor,
      title: title.text,
      author: author.text,
      text: text.text,
      note: note.text,
      tags: tags.map((tag) => tag.text),
    });
  }
  return found;
}
