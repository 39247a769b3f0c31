import { kindNames, stored, type KindName, type Resource } from './kinds.ts';
import type { MirrorFiles, SyncState } from './mirror-files.ts';

/** What belongs to a team, or to the workspace itself, by kind. */
export type Part = ReadonlyMap<KindName, readonly Resource[]>;

/** Kinds that name their story instead of their team. */
const ofStories: readonly KindName[] = ['comment', 'relation'];

/** A mirror in memory, and its files. */
export function openMirror(files: MirrorFiles, { workspaceId }: Pick<SyncState, 'workspaceId'>) {
  const all = new Map(kindNames.map((kind) => [kind, byId(files.read(kind))]));
  const of = (kind: KindName): Map<string, Resource> => all.get(kind)!;
  for (const relation of files.readWaiting()) of('relation').set(relation.id, relation);
  const changed = new Set<KindName>();

  const remove = (kind: KindName, id: string): void => {
    if (of(kind).delete(id)) changed.add(kind);
  };
  const removeWhere = (kind: KindName, isGone: (resource: Resource) => boolean): void => {
    for (const resource of of(kind).values()) if (isGone(resource)) remove(kind, resource.id);
  };
  const ownerOf = (kind: KindName, resource: Resource): unknown =>
    kind === 'team' ? resource.id : (resource['teamId'] ?? workspaceId);
  const isWhole = (relation: Resource): boolean =>
    [relation['storyId'], relation['relatedStoryId']].every((id) => of('story').has(String(id)));

  const put = (kind: KindName, shown: Resource): void => {
    const resource = stored(kind, shown);
    const known = of(kind).get(resource.id);
    // What is read again, from a list or from the feed, may be older.
    if (known && String(known['updatedAt']) > String(resource['updatedAt'])) return;
    of(kind).set(resource.id, resource);
    changed.add(kind);
  };

  /** Forgets what belongs to a team or, by its id, to the workspace itself. */
  const forget = (owner: string): void => {
    const stories = new Set<unknown>(
      [...of('story').values()].filter((story) => ownerOf('story', story) === owner).map(({ id }) => id),
    );
    for (const kind of kindNames.filter((one) => !ofStories.includes(one)))
      removeWhere(kind, (resource) => ownerOf(kind, resource) === owner);
    removeWhere('comment', ({ storyId }) => stories.has(storyId));
    removeWhere('relation', (relation) => isOf(relation, stories));
  };

  return {
    put,
    remove,
    forget,
    forgetObjective(id: string): void {
      remove('objective', id);
      removeWhere('key_result', ({ objectiveId }) => objectiveId === id);
    },
    /** Puts a part as it was listed in the place of what there is of it. */
    replace(owner: string, part: Part): void {
      forget(owner);
      for (const [kind, resources] of part) for (const resource of resources) put(kind, resource);
    },
    /** Forgets the teams that are not among these. */
    retain(owners: readonly string[]): void {
      const known = new Set(
        kindNames.flatMap((kind) =>
          ofStories.includes(kind) ? [] : [...of(kind).values()].map((one) => String(ownerOf(kind, one))),
        ),
      );
      for (const owner of known) if (!owners.includes(owner)) forget(owner);
    },
    /** Number of resources. */
    size: (): number => kindNames.reduce((sum, kind) => sum + of(kind).size, 0),
    /** Writes what has changed, and then how far the mirror has come. */
    save(state: SyncState): void {
      const relations = [...of('relation').values()];
      // Which relations are shown depends on the stories.
      if (changed.has('story')) changed.add('relation');
      if (changed.has('relation')) files.writeWaiting(relations.filter((relation) => !isWhole(relation)));
      for (const kind of changed)
        files.write(kind, kind === 'relation' ? relations.filter(isWhole) : of(kind).values());
      changed.clear();
      files.writeState(state);
    },
    /** Whether there is something to write. */
    hasChanged: (): boolean => changed.size > 0,
    /** Writes also the files that nothing belongs to. */
    touchAll: (): void => kindNames.forEach((kind) => changed.add(kind)),
  };
}

export type Mirror = ReturnType<typeof openMirror>;

const byId = (resources: readonly Resource[]): Map<string, Resource> =>
  new Map(resources.map((resource) => [resource.id, resource]));

const isOf = ({ storyId, relatedStoryId }: Resource, stories: ReadonlySet<unknown>): boolean =>
  stories.has(storyId) || stories.has(relatedStoryId);
