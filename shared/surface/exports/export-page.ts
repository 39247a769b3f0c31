import pLimit from 'p-limit';
import { ApiError } from '../../kernel/core/errors.ts';
import { CHANGES_PART, exportParts, type ExportPart } from './export-parts.ts';
import type { ExportLines } from './export-lines.ts';
import type { ExportedResource, ExportReader } from './export-reader.ts';
import type { ExportPosition } from './export-store.ts';

/** Resources whose own lists are read at once. */
const AT_ONCE = 8;

/** How many resources with lists of their own are on a page, since all of these are read with it. */
const PARENTS_LIMIT = 20;

/** Copies the page at a position into the lines, and returns the position of the next one; undefined after the last. */
export async function exportPage(
  reader: ExportReader,
  lines: ExportLines,
  position: ExportPosition,
): Promise<ExportPosition | undefined> {
  const part = exportParts[position.part];
  if (!part) return undefined;
  const feed = position.feed ?? (await beginning(reader));
  const nextPart = { part: position.part + 1, owner: null, cursor: null, feed };
  if (!isReadable(reader, part)) return nextPart;
  const owners = await ownersOf(reader, part);
  const owner = owners.find((id) => id >= (position.owner ?? ''));
  if (owner === undefined) return nextPart;
  const nextOwner = owners.find((id) => id > owner);
  const after = nextOwner === undefined ? nextPart : { ...position, owner: nextOwner, cursor: null, feed };
  const begun = position.part === CHANGES_PART ? feed : null;
  // The cursor is of an owner that may be gone.
  const cursor = owner === position.owner ? (position.cursor ?? begun) : begun;
  const page = await unlessGone(reader.page(part.operation, inputOf(part, owner), cursor));
  if (!page) return after;
  const shown = page.items.filter((resource) => belongs(reader, part, resource));
  for (const resource of shown) lines.add(part.name, part.shows?.(resource, owner) ?? resource);
  await copyBelow(reader, lines, part, shown, owner);
  return page.next === null ? after : { ...position, owner, cursor: page.next, feed };
}

/** The names of the parts that the credential of the caller may not read. */
export function unreadableParts(reader: ExportReader): string[] {
  const names = exportParts.flatMap((part) =>
    [part, ...(part.below ?? [])]
      .filter((one) => !isReadable(reader, part) || !isReadable(reader, one))
      .map(({ name }) => name),
  );
  return [...new Set(names)];
}

const isReadable = ({ caller }: ExportReader, { operation }: Pick<ExportPart, 'operation'>): boolean =>
  operation.scopes.every((scope) => caller.scopes.has(scope));

/** Where the feed of changes stands before anything is listed. */
async function beginning(reader: ExportReader): Promise<string> {
  const { resume } = await reader.page(exportParts[CHANGES_PART]!.operation, {}, null);
  if (resume === undefined) throw new Error('The feed of changes gave no cursor.');
  return resume;
}

/** The ids of those whose list is read, in order, so that one that is added or gone meanwhile changes no other's turn. */
async function ownersOf(reader: ExportReader, { owner }: ExportPart): Promise<string[]> {
  if (owner === 'workspace') return [reader.caller.workspaceId];
  if (owner === 'team') return [...reader.caller.teamIds].sort();
  const portals = exportParts.find(({ name }) => name === 'portals')!;
  return (await reader.all(portals.operation, {})).map(({ id }) => id).sort();
}

/** The owner is named in the path, if that has a place for it. */
function inputOf({ owner, operation, query, below }: ExportPart, id: string) {
  const ofOwner = owner === 'workspace' ? {} : { [`${owner}Id`]: id };
  const inPath = operation.path.includes(`{${owner}Id}`);
  return {
    path: inPath ? ofOwner : {},
    query: { ...query, ...(inPath ? {} : ofOwner) },
    ...(below && { limit: PARENTS_LIMIT }),
  };
}

/** Lists of a team also have what belongs to the whole workspace, and the other way round. */
function belongs({ caller }: ExportReader, { owner, name }: ExportPart, resource: ExportedResource): boolean {
  const { teamId } = resource;
  if (name === 'teams') return caller.teamIds.has(resource.id);
  if (typeof teamId !== 'string') return owner !== 'team' || teamId === undefined;
  return caller.teamIds.has(teamId);
}

/** Copies what belongs to the resources of a page. */
async function copyBelow(
  reader: ExportReader,
  lines: ExportLines,
  { operation, below = [] }: ExportPart,
  resources: readonly ExportedResource[],
  owner: string,
): Promise<void> {
  const limit = pLimit(AT_ONCE);
  for (const part of below.filter((one) => isReadable(reader, one))) {
    const found = await Promise.all(
      resources.map(({ id }) =>
        limit(async () => {
          const path = pathOf(part.operation.path, operation.path, { id, owner });
          return await unlessGone(
            reader.all(part.operation, { path, ...(part.query && { query: part.query }) }),
          );
        }),
      ),
    );
    for (const one of found.flatMap((some) => some ?? []).filter(isOwnSide)) lines.add(part.name, one);
  }
}

/** The parameters of a path below another: the last names the resource, one before it its owner. */
function pathOf(below: string, above: string, ids: { id: string; owner: string }): Record<string, string> {
  const names = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const own = names(below).slice(1);
  const outer = names(above).slice(1);
  return Object.fromEntries(own.map((name) => [name, outer.includes(name) ? ids.owner : ids.id]));
}

/** A relation is listed for both of its stories: once is enough, unless only one of them is seen. */
function isOwnSide({ type, storyId, relatedStoryId, relatedStory }: ExportedResource): boolean {
  if (relatedStoryId === undefined || relatedStory === null) return true;
  if (type === 'relates_to') return (storyId as string) < (relatedStoryId as string);
  return type !== 'blocked_by' && type !== 'duplicated_by';
}

/** What is deleted while it is listed is not in the export. */
async function unlessGone<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined;
    throw error;
  }
}
