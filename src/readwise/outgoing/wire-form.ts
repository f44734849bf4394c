type Query = readonly (readonly [name: string, value: string])[];
type QueryValue = string | number | boolean | undefined;

/** An object with the service's names: `highlightedAt` becomes `highlighted_at`. Only the object's own keys, not those of values in it. */
export function toWireBody(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
  );
}

/** A query from the service's names; what is undefined is left out. */
export function toQuery(fields: Readonly<Record<string, QueryValue>>): Query {
  return Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
}
