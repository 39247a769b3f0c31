import type { PlacedOperation } from './api-document.ts';

/** What is done with a resource: it is created, listed, read, changed and deleted; whatever else can be done with it follows. */
const USUAL_ORDER = ['POST', 'GET', 'GET one', 'PATCH one', 'PUT one', 'DELETE one'];

const ID_AT_END = /\/\{\w+\}$/;

/** The operations of a tag: each resource at the place of its first operation, and its operations in one order everywhere. */
export function inUsualOrder(operations: readonly PlacedOperation[]): PlacedOperation[] {
  const collections = [...new Set(operations.map(collectionOf))];
  const place = (operation: PlacedOperation): number =>
    collections.indexOf(collectionOf(operation)) * USUAL_ORDER.length + placeOf(operation);
  return operations.toSorted((one, other) => place(one) - place(other));
}

/** The path of a resource without its id. */
const collectionOf = ({ path }: PlacedOperation): string => path.replace(ID_AT_END, '');

const placeOf = ({ method, path }: PlacedOperation): number =>
  Math.max(USUAL_ORDER.indexOf(ID_AT_END.test(path) ? `${method} one` : method), 0);
