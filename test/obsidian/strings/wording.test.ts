import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(__dirname, '../../..');
const FOLDERS = ['src/obsidian/strings', 'src/messages', 'pkg'];

/** The word that people read, in the place of others for the same thing. */
const BANNED: Readonly<Record<string, RegExp>> = {
  'in Readwise': /\bat Readwise\b|\bat the service\b/i,
  'block id': /\banchors?\b/i,
  'hidden comment': /\btrailers?\b|\bsync marks?\b/i,
  'highlight notes': /\bnotes? (?:for each|of) highlights?\b/i,
  'move in': /(?<!florilegium )\badopt/i,
  'make plain': /\bremove (?:the )?(?:sync )?marks\b|(?<!florilegium )\bunmark/i,
  'American English': /\b(?:colour|favourite|behaviour|organis|recognis|cancell|licence|centre|grey)/i,
};

const MOST_WORDS = 16;
const ERRORS: ReadonlySet<string> = new Set(['Error', 'TypeError', 'RangeError', 'NotePathError']);

/** Two words; not the name of a folder. */
const WORDS = /(?<![/\p{L}])\p{L}{2,}[,:;.]? \p{L}{2}/u;

/** In other folders than those of the texts, codes may have blanks. */
const SENTENCE = /^(?!N\p{Ll})\p{Lu}\p{Ll}+\S* \p{Ll}+ \S/u;
/** The item of the preview in the settings, and what the service is asked for and answers. */
const OF_THE_SERVICE = /^src\/(?:obsidian\/ui\/settings\/sample-item|readwise\/)/;
const ALL_TEXTS = /^(?:src\/obsidian\/strings|src\/messages|pkg\/text)\//;

/** Each text that people read, with a letter in the place of each value. */
const TEXTS = textsOf(FOLDERS);

function textsOf(folders: readonly string[]): readonly { readonly file: string; readonly text: string }[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => {
        const file = `${folder}/${name}`;
        return textsIn(readFileSync(join(ROOT, file), 'utf8'))
          .filter(isText)
          .map((text) => ({ file, text }));
      }),
  );
}

/** A single small word is a code, or the name of a file, field or option. */
function isText(text: string): boolean {
  return /^\p{Lu}|\s/u.test(text.trim());
}

function textsIn(code: string): readonly string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || isComparison(node) || isBug(node)) return;
    if (ts.isCaseClause(node)) return node.statements.forEach(visit);
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node))
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('N'));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('strings.ts', code, ts.ScriptTarget.Latest, true));
  return texts;
}

/** `new Error('…')`: a bug, or the reason of an abort, is told to developers only. */
function isBug(node: ts.Node): boolean {
  return ts.isNewExpression(node) && ERRORS.has(node.expression.getText(node.getSourceFile()));
}

/** Codes are compared, texts are not. So are those of a `switch`. */
function isComparison(node: ts.Node): boolean {
  return (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken &&
    ts.isStringLiteral(node.right)
  );
}

/** A colon or semicolon ends no sentence. */
const sentencesOf = (text: string): readonly string[] => text.split(/(?:[.!?]|\n)(?=\s|$)/);

describe('what people read', () => {
  it.each(Object.entries(BANNED))('should say “%s” wherever it is meant', (_, banned) => {
    expect(TEXTS.filter(({ text }) => banned.test(text))).toEqual([]);
  });

  it(`should have no sentence of more than ${String(MOST_WORDS)} words`, () => {
    const long = TEXTS.filter(({ text }) =>
      sentencesOf(text).some((sentence) => sentence.split(/\s+/).filter(Boolean).length > MOST_WORDS),
    );
    expect(long).toEqual([]);
  });

  it('should stand with the other texts of its surface, not where it is found out', () => {
    expect(textsOf(['src/model']).filter(({ text }) => WORDS.test(text))).toEqual([]);
    const elsewhere = textsOf(['src', 'pkg']).filter(({ file, text }) => {
      return SENTENCE.test(text) && !ALL_TEXTS.test(file) && !OF_THE_SERVICE.test(file);
    });
    expect(elsewhere).toEqual([]);
  });

  it('should be texts at all', () => {
    expect(TEXTS.length).toBeGreaterThan(300);
  });
});
