import ts from 'typescript';
import { sourcesOf, walk } from './sources.mjs';
import { isClassType, isOurs, partsOf, typeArgumentsOf } from './types.mjs';
import { TypeNames } from './type-names.mjs';

/** Objects of the language whose methods look at the names of what they are given. */
const LOOKS_AT_NAMES = new Set(['ObjectConstructor', 'JSON', 'Reflect']);

/**
 * The names of what is handed on as something whose names may be read: a value given to `unknown`, to `any`, to a record by names, to
 * a function of a library; what a guard or a type argument of a library's function claims of a value; and what `keyof` names.
 * Deep: a name stays where a value that holds it leaves.
 */
export function leavingNames(program) {
  const pass = new Leaving(program);
  sourcesOf(program).forEach((file) => walk(file, (node) => pass.meet(node)));
  return pass.finish();
}

/** Whether a node is a value that may be an object, and not one whose member is asked for or that is called. */
function mayHoldNames(node) {
  if (!ts.isExpression(node) || ts.isLiteralExpression(node) || ts.isTemplateExpression(node)) return false;
  return !(
    (ts.isPropertyAccessExpression(node.parent) || ts.isCallExpression(node.parent)) &&
    node.parent.expression === node
  );
}

class Leaving {
  /** Pairs of types already compared, by their identities. */
  #compared = new Set();
  /** Type parameters of ours whose values leave. */
  #open = new Set();
  /** Calls of what has type parameters: those, and the types of what is given. */
  #generic = [];

  constructor(program) {
    this.program = program;
    this.checker = program.getTypeChecker();
    this.left = new TypeNames(program, (parameter) => this.#open.add(parameter.symbol));
  }

  /** A type parameter whose values leave makes leave what callers put in its place, and their own type parameters with it. */
  finish() {
    for (let before = -1; before !== this.#open.size;) {
      before = this.#open.size;
      for (const { parameters, types } of this.#generic) {
        if (parameters.some((parameter) => this.#open.has(parameter.symbol)))
          types.forEach((type) => this.left.add(type));
      }
    }
    return this.left.names;
  }

  meet(node) {
    if (ts.isTypePredicateNode(node) && node.type !== undefined)
      this.left.add(this.checker.getTypeFromTypeNode(node.type));
    if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.KeyOfKeyword)
      this.left.add(this.checker.getTypeFromTypeNode(node.type));
    if (ts.isForInStatement(node)) this.left.add(this.checker.getTypeAtLocation(node.expression));
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) this.#meetCall(node);
    if (!mayHoldNames(node)) return;
    const target = this.checker.getContextualType(node);
    if (target !== undefined) this.#flow(this.checker.getTypeAtLocation(node), target);
  }

  #meetCall(node) {
    const signature = this.checker.getResolvedSignature(node);
    const declaration = signature?.declaration;
    if (declaration === undefined) return;
    const types = (node.arguments ?? []).map((argument) => this.checker.getTypeAtLocation(argument));
    if (isOurs(declaration)) {
      const parameters = [declaration, declaration.parent].flatMap((holder) => holder.typeParameters ?? []);
      if (parameters.length > 0) this.#generic.push({ parameters, types });
      return;
    }
    if (!this.#mayLook(declaration)) return;
    // A library is given data and functions; an instance of a class is used by the members that the library declares.
    types.filter((type) => !isClassType(type)).forEach((type) => this.left.add(type));
    (node.typeArguments ?? []).forEach((argument) =>
      this.left.add(this.checker.getTypeFromTypeNode(argument)),
    );
  }

  #mayLook(declaration) {
    return (
      !this.program.isSourceFileDefaultLibrary(declaration.getSourceFile()) ||
      LOOKS_AT_NAMES.has(declaration.parent?.name?.text)
    );
  }

  /** A value of type `source` stands where one of type `target` is asked for. */
  #flow(source, target) {
    if (source === target) return;
    const pair = `${source.id}>${target.id}`;
    if (this.#compared.has(pair)) return;
    this.#compared.add(pair);
    if ((source.flags & ts.TypeFlags.Any) !== 0) return void this.left.add(target);
    for (const part of partsOf(target)) {
      if (this.#isOpen(part)) this.left.add(source);
      else for (const own of partsOf(source)) this.#flowParts(own, part);
    }
  }

  #isOpen(type) {
    if ((type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.NonPrimitive)) !== 0)
      return true;
    if ((type.flags & ts.TypeFlags.Object) === 0) return false;
    const isEmpty =
      type.getProperties().length === 0 &&
      type.getCallSignatures().length === 0 &&
      type.getConstructSignatures().length === 0;
    return (
      isEmpty ||
      this.checker
        .getIndexInfosOfType(type)
        .some(({ keyType }) => (keyType.flags & ts.TypeFlags.String) !== 0)
    );
  }

  #flowParts(source, target) {
    if ((source.flags & ts.TypeFlags.Object) === 0 || (target.flags & ts.TypeFlags.Object) === 0) return;
    const [given, asked] = [typeArgumentsOf(this.checker, source), typeArgumentsOf(this.checker, target)];
    if (given.length > 0 && given.length === asked.length)
      given.forEach((type, index) => this.#flow(type, asked[index]));
    for (const member of target.getProperties().filter((each) => each.declarations?.some(isOurs))) {
      const own = source.getProperty(member.name);
      if (own !== undefined)
        this.#flow(this.checker.getTypeOfSymbol(own), this.checker.getTypeOfSymbol(member));
    }
    const [called, calling] = [source.getCallSignatures()[0], target.getCallSignatures()[0]];
    if (called !== undefined && calling !== undefined) this.#flowCall(called, calling);
  }

  #flowCall(called, calling) {
    this.#flow(called.getReturnType(), calling.getReturnType());
    calling.parameters.forEach((parameter, index) => {
      const own = called.parameters[index];
      if (own !== undefined)
        this.#flow(this.checker.getTypeOfSymbol(parameter), this.checker.getTypeOfSymbol(own));
    });
  }
}
