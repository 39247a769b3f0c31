import type { Caller } from '../kernel/core/caller.ts';
import type { Reader } from '../kernel/core/database.ts';
import type { Scope } from '../kernel/core/scopes.ts';
import { principalNames } from '../identity/principals/principal-names.ts';
import { nounsWith, type NounWith } from './nouns.ts';

/** What an id can name. */
export type NamedKind = NounWith<'names'>['name'] | (typeof principalNames)['name'];

interface Naming {
  name: NamedKind;
  /** What a caller needs to learn a name. */
  scopes: readonly Scope[];
  quoted: boolean;
  fields: Readonly<Record<string, string | null>>;
  /** Reads a name; undefined if the resource is gone or the caller cannot see it. */
  find: (read: Reader, caller: Caller, id: string) => Promise<string | undefined>;
}

const namings: readonly Naming[] = [
  ...nounsWith('names').map(({ name, reader, item, names }): Naming => ({
    name,
    scopes: reader.scopes,
    quoted: names.quoted,
    fields: names.fields,
    find: async (read, caller, id) => {
      const found = await read.get(item.key(id));
      return found && (await names.nameFor(caller, found, read));
    },
  })),
  principalNames,
];

/** Everything that has names. */
export const namedKinds: readonly NamedKind[] = namings.map(({ name }) => name);

export const isNamedKind = (kind: string): kind is NamedKind => namedKinds.some((one) => one === kind);

const byName = new Map<NamedKind, Naming>(namings.map((naming) => [naming.name, naming]));

/** A field that holds ids. */
interface NamedField {
  kind: NamedKind;
  /** The field in which AI clients get the name; null if they get none. */
  nameField: string | null;
  quoted: boolean;
}

/** The fields that hold ids of what has a name. */
export const namedFields: ReadonlyMap<string, NamedField> = new Map(
  namings.flatMap(({ name: kind, quoted, fields }) =>
    Object.entries(fields).map(([field, nameField]) => [field, { kind, nameField, quoted }] as const),
  ),
);

/**
 * Reads the names of resources by kind and id, each once and as far as the credential's scopes and the caller's rights
 * allow. All reads share a batch, but those of key results.
 */
export async function readNames(
  { read, caller }: { read: Reader; caller: Caller },
  wanted: readonly (readonly [NamedKind, string])[],
): Promise<ReadonlyMap<string, string>> {
  const unique = new Map(wanted.map(([kind, id]) => [id, kind]));
  const found = await Promise.all(
    [...unique].map(async ([id, kind]) => {
      const { scopes, find } = byName.get(kind)!;
      const isAllowed = scopes.every((scope) => caller.scopes.has(scope));
      return [id, isAllowed ? await find(read, caller, id) : undefined] as const;
    }),
  );
  return new Map(found.flatMap(([id, name]) => (name === undefined ? [] : [[id, name] as const])));
}
