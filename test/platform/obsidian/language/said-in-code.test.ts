import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const ROOT = join(__dirname, '../../../..');
const FOLDER = join(ROOT, 'src/platform/obsidian');
/** Calls and properties whose texts a person reads. */
const SHOWN_BY_CALL =
  /^(setText|setName|setDesc|setButtonText|setTooltip|setPlaceholder|setTitle|setHeading|setErrorMessage|appendText|Notice)$/;
const SHOWN_BY_NAME =
  /^(text|name|desc|heading|title|label|aria-label|placeholder|emptyState|question|purpose)$/;
/** Made-up items, and what is no text of ours. */
const NO_TEXT = /(^|\/)(sample-items|sample-library)\.ts$/;

const isSaid = (text: string): boolean =>
  /\p{L}{2}/u.test(text) &&
  (/\p{L}\s+\p{L}/u.test(text) || /^\p{Lu}\p{Ll}+/u.test(text)) &&
  !/^(Readwise|Florilegium)$/.test(text);

function textsSaid(path: string): readonly string[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ESNext, true);
  const isStrings = /(^|\/)([\w-]+-)?strings\.ts$/.test(path);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = ts.isStringLiteralLike(node)
      ? node.text
      : ts.isTemplateExpression(node)
        ? [node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => part.text).join('…')
        : null;
    if (text !== null && isSaid(text) && (isStrings || isShown(node)))
      found.push(`${relative(ROOT, path)}: ${text}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isShown(node: ts.Node): boolean {
  const { parent } = node;
  if (
    (ts.isCallExpression(parent) || ts.isNewExpression(parent)) &&
    parent.arguments?.includes(node as ts.Expression) === true
  ) {
    const { expression } = parent;
    return SHOWN_BY_CALL.test(
      ts.isPropertyAccessExpression(expression)
        ? expression.name.text
        : ts.isIdentifier(expression)
          ? expression.text
          : '',
    );
  }
  if (ts.isConditionalExpression(parent) || ts.isParenthesizedExpression(parent)) return isShown(parent);
  return (
    ts.isPropertyAssignment(parent) &&
    (ts.isIdentifier(parent.name) || ts.isStringLiteral(parent.name)) &&
    SHOWN_BY_NAME.test(parent.name.text)
  );
}

describe('the code of the plugin', () => {
  it('should hold no text that a person reads: those are in languages/', () => {
    const paths = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('.ts') && !NO_TEXT.test(path),
    );
    expect(paths.flatMap((path) => textsSaid(join(FOLDER, path)))).toEqual([]);
  });
});
