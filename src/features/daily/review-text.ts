import reviewTemplate from '../../../templates/review-highlight.hbs';
import type { Settings } from '../../model/settings';
import { remoteImagesIn } from '../../notes/attachments/remote-images';
import { cleanText, oneLine } from '../../notes/markdown/plain-text';
import { webAddress } from '../../notes/markdown/url';
import { compileText, createEnvironment } from '../../notes/template/environment';
import { settledText } from '../../notes/template/settle';
import { addressValue, Markdown, passageValue, textValue } from '../../notes/template/values';
import type { DailyReview } from '../../readwise/highlight-records';
import { embedOf, linkTo, type PlacedHighlight } from './highlight-places';
import { linksOf } from './note-links';

export type ReviewedHighlight = DailyReview['highlights'][number];

/** Writes a highlight of the review with its source; `place` is null if it has no block in the vault. */
export type ReviewWriter = (highlight: ReviewedHighlight, place: PlacedHighlight | null) => string;

/** Renders highlights of the review as markdown: embeds, or their text without active content. */
export function reviewWriter({ remoteImages }: Pick<Settings, 'remoteImages'>): ReviewWriter {
  const write = compileText(createEnvironment(), reviewTemplate);
  return (highlight, place) => {
    const text = settledText(write({ ...fieldsOf(highlight), ...fieldsOfPlace(place) }));
    return place === null ? remoteImagesIn(text, remoteImages) : text;
  };
}

function fieldsOf({ id, text, title, author, highlightUrl, url, sourceUrl }: ReviewedHighlight) {
  const own = linksOf({ bookId: null, documentId: null, partId: `rw${id}` }).readwise ?? '';
  const addresses = [highlightUrl, url, sourceUrl, own].map(webAddress);
  return {
    text: passageValue(cleanText(text)),
    title: textValue(oneLine(title)),
    author: textValue(oneLine(author)),
    url: addressValue(addresses.find((one) => one !== '') ?? ''),
  };
}

const fieldsOfPlace = (place: PlacedHighlight | null) => ({
  embed: place === null ? null : new Markdown(embedOf(place)),
  note: place === null ? null : new Markdown(linkTo(place.path)),
});
