import type { Arguments } from './tool.ts';

export const isObject = (value: unknown): value is Arguments =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A row of a list of things with ids. */
export type Row = Arguments & { readonly id: string };

const isRow = (value: unknown): value is Row => isObject(value) && typeof value['id'] === 'string';

/** The fields of what a tool answers whose operation is one of several. Throws if that is no object. */
export function fieldsIn(data: unknown): Arguments {
  if (isObject(data)) return data;
  throw new TypeError('The result is not an object.');
}

/** The rows of a list that one of several operations answers. Throws if it has another shape. */
export function rowsIn(data: unknown): readonly Row[] {
  if (Array.isArray(data) && data.every(isRow)) return data;
  throw new TypeError('The result is not a list of things with ids.');
}
