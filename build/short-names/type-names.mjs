import ts from 'typescript';
import { isOurs, partsOf, typeArgumentsOf } from './types.mjs';

/** Collects the names in types, and in the types of their members. */
export class TypeNames {
  names = new Set();
  #seen = new Set();

  /** `onParameter`: is told of each type parameter within, for which nothing can be said here. */
  constructor(program, onParameter) {
    this.checker = program.getTypeChecker();
    this.onParameter = onParameter;
  }

  add(type) {
    if (this.#seen.has(type)) return;
    this.#seen.add(type);
    if ((type.flags & ts.TypeFlags.TypeParameter) !== 0) this.onParameter(type);
    const whole = this.checker.getApparentType(type);
    if (type.isUnionOrIntersection()) partsOf(type).forEach((part) => this.add(part));
    else if ((whole.flags & ts.TypeFlags.Object) !== 0) this.#addObject(whole);
  }

  #addObject(type) {
    typeArgumentsOf(this.checker, type).forEach((each) => this.add(each));
    this.checker.getIndexInfosOfType(type).forEach((info) => this.add(info.type));
    for (const signature of type.getCallSignatures()) this.add(signature.getReturnType());
    for (const member of type.getProperties()) {
      if (member.declarations?.some(isOurs) !== true) continue;
      this.names.add(member.name);
      this.add(this.checker.getTypeOfSymbol(member));
    }
  }
}
