import ts from 'typescript';
import { sourcesOf, walk } from './sources.mjs';

const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

/** A text in which a program may look something up: one word, or words with signs between them, like `templates.kinds` or `id|name`. */
const isPath = (text) => !/\s/.test(text);

/** The path in an import: nothing is looked up by it. */
const isModule = (node) =>
  ts.isImportDeclaration(node.parent) ||
  ts.isExportDeclaration(node.parent) ||
  (ts.isLiteralTypeNode(node.parent) && ts.isImportTypeNode(node.parent.parent));

/** The words of all texts in the sources that may serve as names, and all words of `texts` (templates). */
export function spokenNames(program, texts) {
  const names = new Set();
  const hear = (text) => {
    for (const [word] of text.matchAll(WORD)) names.add(word);
  };
  for (const file of sourcesOf(program)) {
    walk(file, (node) => {
      const isText =
        (ts.isStringLiteralLike(node) && !isModule(node)) ||
        ts.isTemplateHead(node) ||
        ts.isTemplateMiddle(node) ||
        ts.isTemplateTail(node);
      if (isText) names.add(node.text);
      if (isText && isPath(node.text)) hear(node.text);
    });
  }
  texts.forEach(hear);
  return names;
}
