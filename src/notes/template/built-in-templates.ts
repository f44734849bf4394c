import article from '../../../templates/article.hbs';
import book from '../../../templates/book.hbs';
import callouts from '../../../templates/callouts.hbs';
import conflict from '../../../templates/conflict.hbs';
import deletedHighlight from '../../../templates/deleted-highlight.hbs';
import fullText from '../../../templates/full-text.hbs';
import fullTextSection from '../../../templates/full-text-section.hbs';
import highlight from '../../../templates/highlight.hbs';
import minimal from '../../../templates/minimal.hbs';
import outline from '../../../templates/outline.hbs';
import podcast from '../../../templates/podcast.hbs';
import study from '../../../templates/study.hbs';
import tweet from '../../../templates/tweet.hbs';
import video from '../../../templates/video.hbs';
import type { ItemKind } from '../../model/model';

/**
 * The source of the built-in template for each kind of item: what a new note looks like until a person
 * chooses otherwise.
 */
export const builtInTemplates: Readonly<Record<ItemKind, string>> = { book, article, tweet, podcast, video };

/**
 * The styles that a person can choose from. All but the first have one template for every kind; `highlight`
 * is for notes of one highlight each.
 */
export type StyleName = 'classic' | 'minimal' | 'callouts' | 'study' | 'outline' | 'highlight';

/** The source of each style's template for a kind of item. */
export const builtInStyles: Readonly<Record<StyleName, (kind: ItemKind) => string>> = {
  classic: (kind) => builtInTemplates[kind],
  minimal: () => minimal,
  callouts: () => callouts,
  study: () => study,
  outline: () => outline,
  highlight: () => highlight,
};

/** The source of the template for a full text in a file of its own. */
export const fullTextTemplate: string = fullText;

/** Markdown that the merge puts into a note by itself. */
export const marks: {
  /** One line, under a block whose highlight is gone at the service but which holds the person's words. */
  readonly deletedHighlight: string;
  /** Under a text that both sides changed: the service's, in the line with `{{text}}`. */
  readonly conflict: string;
  /** A document's text at the end of its note, in the place of `{{text}}`. */
  readonly fullText: string;
} = {
  deletedHighlight: deletedHighlight.trim(),
  conflict: conflict.trim(),
  fullText: fullTextSection.trim(),
};
