import article from '../../../templates/article.hbs';
import book from '../../../templates/book.hbs';
import callouts from '../../../templates/callouts.hbs';
import conflict from '../../../templates/conflict.hbs';
import deletedHighlight from '../../../templates/deleted-highlight.hbs';
import fullText from '../../../templates/full-text.hbs';
import fullTextSection from '../../../templates/full-text-section.hbs';
import highlight from '../../../templates/highlight.hbs';
import minimal from '../../../templates/minimal.hbs';
import official from '../../../templates/official.hbs';
import outline from '../../../templates/outline.hbs';
import podcast from '../../../templates/podcast.hbs';
import study from '../../../templates/study.hbs';
import tweet from '../../../templates/tweet.hbs';
import video from '../../../templates/video.hbs';
import type { ItemKind } from '../../model/model';

/** The default template for each kind of item. */
export const builtInTemplates: Readonly<Record<ItemKind, string>> = { book, article, tweet, podcast, video };

/**
 * The styles to choose from. Only `classic` has a template for each kind; `highlight` is for notes of one
 * highlight each.
 */
export type StyleName = 'classic' | 'minimal' | 'callouts' | 'study' | 'outline' | 'official' | 'highlight';

/** The template of each style for a kind of item. */
export const builtInStyles: Readonly<Record<StyleName, (kind: ItemKind) => string>> = {
  classic: (kind) => builtInTemplates[kind],
  minimal: () => minimal,
  callouts: () => callouts,
  study: () => study,
  outline: () => outline,
  official: () => official,
  highlight: () => highlight,
};

/** The template for a full text in a file of its own. */
export const fullTextTemplate: string = fullText;

/** Markdown that the merge inserts. */
export const marks: {
  /** One line under a block that was deleted at the service but has the user's text. */
  readonly deletedHighlight: string;
  /** The conflict callout, with `{{text}}` for the service's text. */
  readonly conflict: string;
  /** The section with a document's full text, in the place of `{{text}}`. */
  readonly fullText: string;
} = {
  deletedHighlight: deletedHighlight.trim(),
  conflict: conflict.trim(),
  fullText: fullTextSection.trim(),
};
