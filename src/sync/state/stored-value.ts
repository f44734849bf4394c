import * as v from 'valibot';

/** Reads what a store holds: null where it is of another shape. */
export const storedAs =
  <T>(schema: v.GenericSchema<unknown, T>) =>
  (value: unknown): T | null => {
    const result = v.safeParse(schema, value);
    return result.success ? result.output : null;
  };

/** A number that JSON can say. */
export const storedNumber = v.custom<number>(Number.isFinite);
