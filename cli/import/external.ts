import { CommandError } from '../core/command-error.ts';
import type { Mapping } from './mapping.ts';

/** What a row is called in the tool it comes from; source and id are unique in a workspace. */
export interface ExternalIdentity {
  source: string;
  id: string;
  url: string;
}

/** The source of all rows, and their addresses, in which `{id}` stands for the id of the row. */
export interface ExternalRules {
  source?: string | undefined;
  url?: string | undefined;
}

/** A row's own columns, as far as they have values. */
interface GivenIdentity {
  source: string | undefined;
  id: string | undefined;
  url: string | undefined;
  key: string | undefined;
}

const ID = '{id}';

/** Throws a CommandError if rows would have an identity without a source or an address. */
export function assertExternalRules({ source, url }: ExternalRules, mapping: Mapping, update: boolean): void {
  if (url !== undefined && !url.includes(ID)) {
    throw new CommandError(
      `--source-url takes an address with ${ID} in it, such as https://example.com/issues/${ID}.`,
    );
  }
  const hasSource = source !== undefined || mapping.externalSource !== undefined;
  const hasUrl = url !== undefined || mapping.externalUrl !== undefined;
  const hasId = mapping.externalId !== undefined || mapping.key !== undefined;
  if (hasSource && hasUrl && hasId) return;
  const isAsked = update || hasSource || hasUrl || mapping.externalId !== undefined;
  if (!isAsked) return;
  const missing = [
    ...(hasSource ? [] : ['--source NAME']),
    ...(hasUrl ? [] : [`--source-url 'https://example.com/issues/${ID}'`]),
    ...(hasId ? [] : ['--map externalId=COLUMN']),
  ];
  throw new CommandError(
    `Stories are found again by what they are called in the other tool: its name, their ids and their addresses there. Add ${missing.join(' and ')}.`,
  );
}

/** The identity of a row; undefined if the import gives its rows none. Adds a problem if a part is missing. */
export function externalOf(
  given: GivenIdentity,
  rules: ExternalRules,
  problems: string[],
): ExternalIdentity | undefined {
  const source = given.source ?? rules.source;
  if (source === undefined) return undefined;
  const id = given.id ?? given.key;
  const url = given.url ?? (id === undefined ? undefined : rules.url?.replaceAll(ID, encodeURIComponent(id)));
  if (id !== undefined && url !== undefined) return { source, id, url };
  problems.push(id === undefined ? 'it has no externalId' : 'it has no externalUrl');
  return undefined;
}

/** The name of an identity in maps. */
export const externalName = ({ source, id }: Pick<ExternalIdentity, 'source' | 'id'>): string =>
  JSON.stringify([source, id]);

/** Each entry whose identity an earlier one has, with that one. Rows with the same key are reported for their keys. */
export function repeatedExternals<
  T extends { external: ExternalIdentity | undefined; key: string | undefined },
>(entries: readonly T[]): [T, T][] {
  const first = new Map<string, T>();
  return entries.flatMap((entry): [T, T][] => {
    if (!entry.external) return [];
    const other = first.get(externalName(entry.external));
    if (!other) first.set(externalName(entry.external), entry);
    return other && (other.key === undefined || other.key !== entry.key) ? [[entry, other]] : [];
  });
}
