import type { Change, Key, Reader } from '../core/database.ts';
import { nameKey } from '../core/name-key.ts';
import type { ItemKind } from './table.ts';

interface NamedResource {
  id: string;
  name: string;
}

/** The names of a noun, of which no two within a scope compare equal. An item for each has the id of its owner. */
export interface UniqueNames<Owner extends NamedResource> {
  /** The id of what has a name within its scope; undefined if nothing has it. */
  find(read: Reader, name: Omit<Owner, 'id'>): Promise<string | undefined>;
  /** Reserves the name of something new. Throws `taken` if something else has it. */
  claim(owner: Owner, taken: () => Error): Change[];
  /** Reserves another name and releases the one before; nothing if they compare equal. */
  move(owner: Owner, previous: Owner, taken: () => Error): Change[];
  release(owner: Owner): Change[];
}

/**
 * What is compared of a name, in characters of at most three bytes, so that it fits a key of 2,048 bytes: names have 120
 * characters, and one such as `ﷺ` becomes 18.
 */
const COMPARED_MAX_CHARACTERS = 600;

/**
 * Unique names, reserved by items of a kind. `scopeOf` returns the id within which a name is unique; undefined for what needs
 * no name of its own, such as what is archived.
 */
export function uniqueNames<Owner extends NamedResource>(
  kind: ItemKind,
  scopeOf: (name: Omit<Owner, 'id'>) => string | undefined,
): UniqueNames<Owner> {
  const keyOf = (owner: Omit<Owner, 'id'> & { name: string }): Key | undefined => {
    const scope = scopeOf(owner);
    return scope === undefined
      ? undefined
      : kind.key(`${scope}#${nameKey(owner.name).slice(0, COMPARED_MAX_CHARACTERS)}`);
  };
  const put = (key: Key | undefined, id: string, taken: () => Error): Change[] =>
    key ? [{ put: { ...key, id }, if: 'absent', onConditionFailed: taken }] : [];
  const remove = (key: Key | undefined): Change[] => (key ? [{ delete: key }] : []);
  return {
    async find(read, name) {
      const key = keyOf(name);
      return key && ((await read.get(key))?.['id'] as string | undefined);
    },
    claim: (owner, taken) => put(keyOf(owner), owner.id, taken),
    move(owner, previous, taken) {
      const [from, to] = [keyOf(previous), keyOf(owner)];
      return from?.pk === to?.pk ? [] : [...put(to, owner.id, taken), ...remove(from)];
    },
    release: (owner) => remove(keyOf(owner)),
  };
}
