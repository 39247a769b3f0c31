import pLimit from 'p-limit';
import { readFacts, withFacts } from './export-facts.ts';
import { CHANGES_PART, exportParts, type ExportPart } from './export-parts.ts';
import { COLLECTED_MAX_BYTES, type ExportLines } from './export-lines.ts';
import { unlessGone, type ExportedResource, type ExportReader } from './export-reader.ts';
import type { BelowPosition, ExportPosition } from '../exports/export-store.ts';
import type { ExportTables } from './export-tables.ts';

/** Resources whose own lists are read at once. */
const AT_ONCE = 8;

/** How many resources with lists of their own are on a page, since all of these are read with it. */
const PARENTS_LIMIT = 20;

/** Pages of lists that one run reads, about: it ends well before its lease, on the smallest function. */
const READS_MAX = 1_000;

/**
 * Copies pages from a position on until enough is collected for files, however much follows. Returns the position of the
 * next page; undefined after the last.
 */
export async function copyPages(
  reader: ExportReader,
  lines: ExportLines,
  begun: ExportPosition,
  tables?: ExportTables,
): Promise<ExportPosition | undefined> {
  let position: ExportPosition | undefined = begun;
  while (position && reader.reads() < READS_MAX && lines.bytes() < COLLECTED_MAX_BYTES)
    position = await exportPage(reader, lines, position, tables);
  return position;
}

/** Copies the page at a position into the lines and, if asked for, tables, and returns the position of the next one; undefined after the last. */
export async function exportPage(
  reader: ExportReader,
  lines: ExportLines,
  position: ExportPosition,
  tables?: ExportTables,
): Promise<ExportPosition | undefined> {
  if (position.below) return { ...position, below: await copyBelow(reader, lines, position.below) };
  const part = exportParts[position.part];
  if (!part) return undefined;
  const feed = position.feed ?? (await beginning(reader));
  const nextPart = { part: position.part + 1, owner: null, cursor: null, feed };
  if (!reader.mayRead(part.operation)) return nextPart;
  const owners = await ownersOf(reader, part);
  const owner = owners.find((id) => id >= (position.owner ?? ''));
  if (owner === undefined) return nextPart;
  const nextOwner = owners.find((id) => id > owner);
  const after =
    nextOwner === undefined ? nextPart : { part: position.part, owner: nextOwner, cursor: null, feed };
  const begun = position.part === CHANGES_PART ? feed : null;
  // The cursor is of an owner that may be gone.
  const cursor = owner === position.owner ? (position.cursor ?? begun) : begun;
  const page = await unlessGone(reader.page(part.operation, inputOf(part, owner), cursor));
  if (!page) return after;
  const listed = page.items.filter((resource) => belongs(reader, part, resource));
  const shown = await withFacts(reader, part.name, listed);
  for (const resource of shown) lines.add(part.name, part.shows?.(resource, owner) ?? resource);
  await tables?.add(part.name, shown);
  const ids = shown.map(({ id }) => id);
  const below = nextBelow(reader, { part: position.part, owner, ids, list: -1, open: [] });
  const next = page.next === null ? after : { part: position.part, owner, cursor: page.next, feed };
  return { ...next, below };
}

/** The names of the parts that the credential of the caller may not read. */
export function unreadableParts(reader: ExportReader): string[] {
  const names = exportParts.flatMap((part) =>
    [part, ...(part.below ?? [])]
      .filter((one) => !reader.mayRead(part.operation) || !reader.mayRead(one.operation))
      .map(({ name }) => name),
  );
  const facts = readFacts.filter(({ operation }) => !reader.mayRead(operation)).map(({ name }) => name);
  return [...new Set([...names, ...facts])];
}

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
function inputOf({ owner, operation, query, below, limit }: ExportPart, id: string) {
  const ofOwner = owner === 'workspace' ? {} : { [`${owner}Id`]: id };
  const inPath = operation.path.includes(`{${owner}Id}`);
  return {
    path: inPath ? ofOwner : {},
    query: { ...query, ...(inPath ? {} : ofOwner) },
    ...(below ? { limit: PARENTS_LIMIT } : limit !== undefined && { limit }),
  };
}

/** Lists of a team also have what belongs to the whole workspace, and the other way round. */
function belongs({ caller }: ExportReader, { owner, name }: ExportPart, resource: ExportedResource): boolean {
  const { teamId } = resource;
  if (name === 'teams') return caller.teamIds.has(resource.id);
  if (typeof teamId !== 'string') return owner !== 'team' || teamId === undefined;
  return caller.teamIds.has(teamId);
}

/**
 * Copies a page of what belongs to each resource, so that memory and time are those of some pages, however long the lists
 * are. Returns what is left.
 */
async function copyBelow(
  reader: ExportReader,
  lines: ExportLines,
  position: BelowPosition,
): Promise<BelowPosition | undefined> {
  const { operation: above, below = [] } = exportParts[position.part]!;
  const { name, operation, query = {}, limit } = below[position.list]!;
  const atOnce = pLimit(AT_ONCE);
  const pages = await Promise.all(
    position.open.map(({ id, cursor }) =>
      atOnce(async () => {
        const path = pathOf(operation.path, above.path, { id, owner: position.owner });
        const input = { path, query, ...(limit !== undefined && { limit }) };
        const page = await unlessGone(reader.page(operation, input, cursor));
        const shown = await withFacts(reader, name, page?.items.filter(isOwnSide) ?? []);
        return { id, page, shown };
      }),
    ),
  );
  for (const { shown } of pages) for (const one of shown) lines.add(name, one);
  const open = pages.flatMap(({ id, page }) => (page?.next ? [{ id, cursor: page.next }] : []));
  return open.length > 0 ? { ...position, open } : nextBelow(reader, position);
}

/** The first page of the next list that belongs to the resources, and which may be read. */
function nextBelow(reader: ExportReader, position: BelowPosition): BelowPosition | undefined {
  const { below = [] } = exportParts[position.part]!;
  const list = below.findIndex((one, at) => at > position.list && reader.mayRead(one.operation));
  if (list < 0 || position.ids.length === 0) return undefined;
  return { ...position, list, open: position.ids.map((id) => ({ id, cursor: null })) };
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
