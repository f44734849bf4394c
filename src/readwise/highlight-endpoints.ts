import * as v from 'valibot';
import type { Answer } from './answer';
import { createDailyReview, type DailyReviewEndpoint } from './daily-review';
import { createHighlightLists, type HighlightLists } from './highlight-lists';
import {
  highlightChangeRule,
  highlightTagRule,
  newHighlightsRule,
  type HighlightChange,
  type NewHighlight,
} from './outgoing/highlights';
import { checked, numericIdText } from './outgoing/rules';
import { toWireBody } from './outgoing/wire-form';
import { parseSingle } from './parse-record';
import { readRecord, removal, type Removal } from './read-answers';
import type { CreatedHighlights, ListedHighlight } from './records';
import { numericId } from './schema/leaves';
import { listedBookSchema, listedHighlightSchema } from './schema/listed';
import { createTagEndpoints, type TagEndpoints } from './tag-endpoints';
import { toListedBook } from './to-model/book';
import { toListedHighlight } from './to-model/highlight';
import type { Transport } from './transport';

/** All endpoints of the highlights of v2 (v2-highlights.md, "Endpoints"). */
export interface HighlightEndpoints extends HighlightLists, DailyReviewEndpoint {
  /** "Highlight CREATE". Sending the same highlights again creates nothing twice. */
  create(highlights: readonly NewHighlight[]): Promise<readonly CreatedHighlights[]>;
  /** "Highlight DETAIL". Null when there is no such highlight. */
  get(id: string): Promise<ListedHighlight | null>;
  /** "Highlight UPDATE". Null when there is no such highlight. */
  update(id: string, change: HighlightChange): Promise<ListedHighlight | null>;
  /** "Highlight DELETE". */
  remove(id: string): Promise<Removal>;
  readonly tags: TagEndpoints;
}

/** The part that reading and changing one highlight share. */
const oneHighlight = {
  rate: 'v2',
  repeat: 'safe',
  read: readRecord(listedHighlightSchema, toListedHighlight),
  whenMissing: () => null,
} as const;

export function createHighlightEndpoints(transport: Transport): HighlightEndpoints {
  const pathOf = (id: string, doing: string): string =>
    `/api/v2/highlights/${checked(id, { rule: numericIdText, doing })}/`;
  return {
    ...createHighlightLists(transport),
    ...createDailyReview(transport),
    async create(highlights) {
      const doing = 'saving highlights';
      const wireHighlights = checked({ highlights }, { rule: newHighlightsRule, doing }).highlights.map(
        toWireBody,
      );
      const body = { highlights: wireHighlights };
      return transport.call({
        doing,
        rate: 'v2',
        method: 'POST',
        path: '/api/v2/highlights/',
        body,
        repeat: 'safe',
        read: readCreated,
      });
    },
    async get(id) {
      const doing = `fetching highlight ${id}`;
      return transport.call<ListedHighlight | null>({
        ...oneHighlight,
        doing,
        method: 'GET',
        path: pathOf(id, doing),
      });
    },
    async update(id, change) {
      const doing = `changing highlight ${id}`;
      const body = checked(change, { rule: highlightChangeRule, doing });
      return transport.call<ListedHighlight | null>({
        ...oneHighlight,
        doing,
        method: 'PATCH',
        path: pathOf(id, doing),
        body,
      });
    },
    async remove(id) {
      const doing = `deleting highlight ${id}`;
      return transport.call<Removal>({ ...removal, doing, rate: 'v2', path: pathOf(id, doing) });
    },
    tags: createTagEndpoints(transport, { kind: 'highlights', rule: highlightTagRule }),
  };
}

const createdSchema = v.array(
  v.looseObject({ ...listedBookSchema.entries, modified_highlights: v.nullish(v.array(numericId)) }),
);

function readCreated({ json }: Answer): readonly CreatedHighlights[] {
  return parseSingle(json, createdSchema).map((wire) => ({
    book: toListedBook(wire),
    modifiedIds: (wire.modified_highlights ?? []).map(String),
  }));
}
