import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const SRC = join(__dirname, '../../../../src');
/** Errors whose message a person is to read; the others are bugs, or words of the host. */
const FOR_PEOPLE =
  /^(NeedsPersonError|NoteError|ViewError|AdoptionConflict|NotTheApiError|ServiceUnreachableError|ResponseShapeError)$/;
/** What tells what is wrong with templates, settings, rules and what is imported: nearly all that it says is for people. */
const TELLS_PROBLEMS =
  /^(?:core.(?:template.(?:expressions|declared-properties|template-file|problems|handlebars.[\w-]+)|rules.(?:rule-schema|text-test|pattern|pattern-syntax)|settings|setting-shapes)|sync.last-good)\.ts$/;
const ENGINE = /^(?:core|sync|readwise|ports)/;

interface Text {
  readonly path: string;
  readonly text: string;
  readonly isOf: 'error' | 'bug' | 'other';
}

/** A text as the code has it, with `…` where it puts a value in; null for what is none. */
function textOf(node: ts.Node, file: ts.SourceFile): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return (
    node.head.text +
    node.templateSpans
      .map(
        ({ expression, literal }) =>
          `…${/\.join\('(.*)'\)$/.exec(expression.getText(file))?.[1]?.concat('…') ?? ''}${literal.text}`,
      )
      .join('')
  );
}

function textsIn(path: string): readonly Text[] {
  const file = ts.createSourceFile(path, readFileSync(join(SRC, path), 'utf8'), ts.ScriptTarget.ESNext);
  const found: Text[] = [];
  const visit = (node: ts.Node, isOf: Text['isOf']): void => {
    const text = textOf(node, file);
    if (text !== null) found.push({ path, text, isOf });
    const made = ts.isNewExpression(node) ? node.expression.getText(file) : '';
    const inside = FOR_PEOPLE.test(made)
      ? 'error'
      : /^(?:Type)?Error$/.test(made)
        ? 'bug'
        : ts.isTemplateExpression(node)
          ? 'other'
          : isOf;
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(file, 'other');
  return found;
}

const TEXTS = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && (ENGINE.test(path) || /settings-store/.test(path)))
  .flatMap(textsIn);

export const TEXTS_OF_ENGINE: ReadonlySet<string> = new Set(TEXTS.map(({ text }) => text));

const isForPeople = ({ path, text, isOf }: Text): boolean =>
  /\p{L} ?.* \S+ /u.test(text) &&
  isOf !== 'bug' &&
  ((isOf === 'error' && !/outgoing|endpoints/.test(path)) || TELLS_PROBLEMS.test(path));

/** Sentences and phrases that people are told when something goes wrong; a sentence that may come behind one is not at its end. */
export const TEXTS_OF_PROBLEMS = TEXTS.filter(isForPeople).map(({ text }) =>
  text.trim().replace(/([.?])…+$/, '$1'),
);
