import { plainExcerpt } from '../markdown/plain-excerpt';
import { bagOf, bagSize } from '../merge/words';
import { withoutAnchor } from '../note/block-anchor';
import type { BlockState } from '../note/block-extent';
import { OWNED_PROPERTIES, splitNote } from '../note/note';
import { NO_HEADER, parseBody, writtenParts } from '../note/note-body';
import type { Trailer } from '../note/trailer';
import { parseFrontMatter } from '../properties/front-matter';
import type { NoteHistory } from './note-history';

/** A part of a note that a sync wrote. */
export interface ExplainedPart {
  /** How people know it: the first words of a block, the name of a property. */
  readonly name: string;
  /** The run that last changed it; null where that is not known. */
  readonly run: number | null;
  /** `theirs`: the person changed it since; `deleted`: they took it out. */
  readonly state: 'ours' | 'theirs' | 'deleted';
}

/** What made a note what it is, as far as note and device know. */
export interface NoteExplanation {
  readonly made: number | null;
  readonly header: ExplainedPart | null;
  readonly blocks: readonly ExplainedPart[];
  readonly properties: readonly ExplainedPart[];
  /** Names of properties that only the person put there. */
  readonly ownProperties: readonly string[];
  /** How many words stand between the blocks, above and below them that no sync wrote. */
  readonly ownWords: number;
  /** Without its trailer nobody can tell what a sync wrote. */
  readonly isKnown: boolean;
}

export interface NoteToExplain {
  readonly text: string;
  readonly history: NoteHistory;
  /** What highlights say, by their anchors: so people know them, also those that are not in the note. */
  readonly passages: ReadonlyMap<string, string>;
  readonly boxLine: string;
}

const EXCERPT = 60;

export function explainNote({ text, history, passages, boxLine }: NoteToExplain): NoteExplanation {
  const { yaml, body, trailer } = splitNote(text);
  const properties = propertiesOf(yaml ?? '', { trailer, history });
  if (trailer === null)
    return { made: history.made, header: null, blocks: [], ...properties, ownWords: 0, isKnown: false };
  const runOf = (run: number | null | undefined): number | null => run ?? history.made;
  const parsed = parseBody(body.trimEnd(), writtenParts(trailer, { boxLine }));
  const standing = new Set(parsed.blocks.map(({ anchor }) => anchor));
  const gone = [...new Set([...trailer.blocks.keys(), ...trailer.removed])].filter(
    (anchor) => !standing.has(anchor),
  );
  return {
    made: history.made,
    header:
      (trailer.header ?? NO_HEADER).lines === 0
        ? null
        : { name: '', run: runOf(history.header), state: stateOf(parsed.head.state) },
    blocks: [
      ...parsed.blocks.map(({ anchor, lines, state }) => ({
        name: excerpt(passages.get(anchor) ?? withoutAnchor(lines.join('\n'))),
        run: runOf(history.blocks[anchor]),
        state: stateOf(state),
      })),
      ...gone.map((anchor) => ({
        name: excerpt(passages.get(anchor) ?? anchor),
        run: runOf(history.blocks[anchor]),
        state: 'deleted' as const,
      })),
    ],
    ...properties,
    ownWords: [parsed.head.lead, parsed.head.intro, ...parsed.blocks.map(({ tail }) => tail)].reduce(
      (sum, lines) => sum + bagSize(bagOf(lines.join('\n'))),
      0,
    ),
    isKnown: true,
  };
}

const excerpt = (markdown: string): string => plainExcerpt(markdown, EXCERPT);

const stateOf = (state: BlockState): 'ours' | 'theirs' => (state === 'changed' ? 'theirs' : 'ours');

function propertiesOf(
  yaml: string,
  { trailer, history }: { readonly trailer: Trailer | null; readonly history: NoteHistory },
): Pick<NoteExplanation, 'properties' | 'ownProperties'> {
  const parsed = parseFrontMatter(yaml);
  const marks = new Map((parsed.ok ? parsed.entries : []).map(({ name, mark }) => [name, mark]));
  const written = trailer?.properties ?? new Map<string, string>();
  return {
    properties: parsed.ok
      ? [...written].map(([name, mark]) => {
          const now = marks.get(name);
          return {
            name,
            run: history.properties[name] ?? history.made,
            state:
              now === undefined
                ? ('deleted' as const)
                : now === mark
                  ? ('ours' as const)
                  : ('theirs' as const),
          };
        })
      : [],
    ownProperties: [...marks.keys()].filter((name) => !written.has(name) && !OWNED_PROPERTIES.has(name)),
  };
}
