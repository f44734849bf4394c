import ts from 'typescript';
import { walk } from './sources.mjs';

const FIRST = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$';
const NEXT = `${FIRST}0123456789`;

/**
 * Gives the properties named `names` short names wherever a bundle has them. The names that come up most get the shortest; a name
 * that the bundle has already is given to none. Refuses a name that the bundle has as a text: something may be looked up by it.
 */
export function shorten(code, names) {
  const file = ts.createSourceFile('main.js', code, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const own = new Set(names);
  const places = [];
  const taken = new Set();
  walk(file, (node) => {
    if (ts.isStringLiteralLike(node) && own.has(node.text))
      throw new Error(`"${node.text}" cannot be shortened: the bundle has it as a text.`);
    if (!ts.isIdentifier(node) || !isPropertyName(node)) return;
    if (own.has(node.text)) places.push(node);
    else taken.add(node.text);
  });
  const short = shortNames(
    places.map(({ text }) => text),
    taken,
  );
  return {
    code: replaced(
      code,
      places.map((node) => ({
        start: node.getStart(file),
        end: node.end,
        text: textFor(node, short.get(node.text)),
      })),
    ),
    names: short,
  };
}

const isPropertyName = (node) =>
  node.parent.name === node
    ? ts.isPropertyAccessExpression(node.parent) ||
      ts.isObjectLiteralElement(node.parent) ||
      ts.isClassElement(node.parent) ||
      isShortBinding(node.parent)
    : ts.isBindingElement(node.parent) && node.parent.propertyName === node;

/** `{ name }`, where it takes something apart. */
const isShortBinding = (parent) =>
  ts.isBindingElement(parent) &&
  parent.propertyName === undefined &&
  parent.dotDotDotToken === undefined &&
  ts.isObjectBindingPattern(parent.parent);

/** Where one word is the name of a property and of a variable, the variable keeps it. */
const textFor = (node, short) =>
  ts.isShorthandPropertyAssignment(node.parent) || isShortBinding(node.parent)
    ? `${short}:${node.text}`
    : short;

function shortNames(found, taken) {
  const counts = new Map();
  for (const name of found) counts.set(name, (counts.get(name) ?? 0) + 1);
  const byCount = [...counts].sort(([one, left], [other, right]) => right - left || (one < other ? -1 : 1));
  const free = candidates(taken);
  return new Map(byCount.map(([name]) => [name, free.next().value]));
}

function* candidates(taken) {
  for (let shorter = ['']; ;) {
    const signs = shorter[0] === '' ? FIRST : NEXT;
    shorter = shorter.flatMap((start) => [...signs].map((sign) => start + sign));
    yield* shorter.filter((name) => !taken.has(name));
  }
}

function replaced(code, places) {
  let end = 0;
  const parts = places
    .sort((one, other) => one.start - other.start)
    .flatMap((place) => {
      const before = code.slice(end, place.start);
      end = place.end;
      return [before, place.text];
    });
  return [...parts, code.slice(end)].join('');
}
