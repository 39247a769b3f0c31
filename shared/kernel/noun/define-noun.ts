import type * as z from 'zod';
import type { Actor } from '../core/actor.ts';
import type { Caller, Role } from '../core/caller.ts';
import type { Change, Item, Key, Reader } from '../core/database.ts';
import type { Origin } from '../core/origin.ts';
import type { Scope } from '../core/scopes.ts';
import type { ItemKind } from '../db/table.ts';
import type { IndexedDocument, ModelDefinition } from '../read-model/definition.ts';

/** What every stored resource has. */
interface StoredResource {
  id: string;
  updatedAt: string;
}

/** What a noun may read with, and the time. */
export interface NounContext {
  read: Reader;
  now: Date;
}

/** Where a resource belongs; the team is null for what belongs to the workspace itself. */
export interface NounPlace {
  workspaceId: string;
  teamId: string | null;
}

/** What a team has of a noun, which is in the way when the team is deleted, or is deleted with it. */
interface NounOfTeam {
  /** The partitions of the index `list` that have all of a team's. */
  partitions: (teamId: string) => readonly string[];
  /** What deletes one with its team; `refused` if a team is not deleted while it has any. */
  deletion: ((item: Item) => readonly Change[]) | 'refused';
}

/** What a story has of a noun, for as long as the story can be restored. */
interface NounOfStory {
  /** Keys of up to `limit` of those of a story, or only of a comment on it. Eventually consistent. */
  find: (read: Reader, of: { storyId: string; commentId?: string }, limit: number) => Promise<readonly Key[]>;
  /** What is deleted after the last one; nothing if this is left out. */
  rest?: (read: Reader, storyId: string) => Promise<readonly Change[]>;
}

/** How the changes of a noun's resources appear as events. */
interface NounEvents {
  /** The fields that are not stored, with their current values; none if this is left out. */
  derive?: (item: Item, context: NounContext) => Promise<object>;
  /** The data of its events, where it differs from the resource as the API returns it. */
  data?: () => z.ZodObject;
  /** What such an event is about in texts for AI clients, as in "A sprint was updated."; `none` if they get none. */
  clients: string;
}

/** What the history of a noun's resources needs besides their changes. */
interface NounHistory {
  /** What a sentence calls its endDate. */
  endDate: string;
  /** The first version, where the item itself records it and no entry is stored for it. */
  firstVersion?: (item: Item) => { at: string; actor: Actor; changeSetId?: string | undefined } | undefined;
  /** Whether its entries record who could see it, since that changes. */
  hasReaders: boolean;
}

/** How a noun's resources are named next to their ids. */
interface NounNames {
  /** The name of one; undefined if the caller cannot see it. */
  nameFor: (caller: Caller, item: Item, read: Reader) => string | undefined | Promise<string | undefined>;
  /** Whether sentences quote the name, since it could be any words of the sentence. */
  quoted: boolean;
  /**
   * The fields of other resources that hold its ids, with the field in which AI clients get the name; null if they get
   * none.
   */
  fields: Readonly<Record<string, string | null>>;
}

/** What a search shows of a resource, before the words that were found are marked. */
export interface FoundResource {
  /** Of a story, or of what belongs to one. */
  reference: string | null;
  title: string;
  text: string;
  teamId: string | null;
  storyId: string | null;
  objectiveId: string | null;
  portalId: string | null;
  updatedAt: string;
  origin: Origin;
}

/** The read models that a noun's resources are searched in. */
export interface SearchModels {
  definitions: readonly ModelDefinition[];
  /** Documents that are added for one query, since only some callers may see them. */
  ownDocuments?: (read: Reader, caller: Caller, ownerId: string) => Promise<IndexedDocument[]>;
}

/** How a noun's resources are searched. */
interface NounSearch {
  /** Whether each team has its own read models, or each portal. */
  ownedBy: 'team' | 'portal';
  /** Loaded when something is searched; or the noun whose models have these too, by their column `type`. */
  models: (() => Promise<SearchModels>) | { of: string };
  /** What a resource belongs to, which is read with it: the column that has its id, and its items. */
  parent?: { column: string; item: ItemKind };
  /** What is shown of a hit; undefined if the caller may not see it or did not ask for it. */
  show: (
    item: Item,
    search: { caller: Caller; archived: readonly boolean[]; parent: Item | undefined },
  ) => FoundResource | undefined;
}

/** What happens to a resource. */
type NounAction = 'created' | 'updated' | 'deleted' | 'claimed' | 'released';

type Query = Readonly<Record<string, string>>;

/** How `plotline sync` mirrors a noun's resources, in a file that is named after several of them. */
interface NounMirror {
  /** Fields that change without an event, or that not every answer has. */
  derived: readonly string[];
  /** The resource that it is forgotten with, if not with its team or workspace. */
  under?: 'story' | 'objective';
  /** The queries that list the workspace's own and a team's; `separately` if list-part.ts reads them in another way. */
  lists: { workspace?: Query; team?: Query } | 'separately';
}

/**
 * The facts about a noun, which everything that knows nouns is derived from. What a noun has none of says `none`, so
 * that nothing is forgotten.
 */
export interface Noun {
  /** Its name in event types and searches, such as `key_result`. */
  readonly name: string;
  /** Its name in sentences, such as `A key result`. */
  readonly words: string;
  /** Several of them, such as `key results`. */
  readonly plural: string;
  readonly item: ItemKind;
  /** Whether an item of the kind is one; all are if this is left out. */
  readonly isInstance?: (item: Item) => boolean;
  /** The stored resource, without fields that are derived. */
  readonly toResource: (item: Item) => StoredResource;
  /** The resource as the API returns it. */
  readonly schema: () => z.ZodType;
  /** What the reference shows in its fields, where the value of any field of that name does not fit. */
  readonly examples: Readonly<Record<string, unknown>>;
  /** What a caller needs to read one: all of these scopes, and at least this role. */
  readonly reader: { readonly scopes: readonly Scope[]; readonly role: Role };
  /** Where a resource belongs; undefined if that can no longer be determined. */
  readonly placeOf: (item: Item, context: NounContext) => Promise<NounPlace | undefined>;
  /** What a team has of it; `none` also if it is always deleted with something else that a team has. */
  readonly ofTeam: NounOfTeam | 'none';
  /** What a story has of it, which is deleted once the story can no longer be restored; none if this is left out. */
  readonly ofStory?: NounOfStory;
  /** The name in the bucket of the file of one, which is deleted with it; none if this is left out. */
  readonly fileOf?: (item: Item) => string;
  readonly events: NounEvents | 'none';
  /** How the history of one is kept, as long as it exists. */
  readonly history: NounHistory | 'none';
  /** What reverting a change set takes back, by the operations that are named after it, such as `updateSprint`. */
  readonly reverts: readonly NounAction[] | 'none';
  readonly names: NounNames | 'none';
  readonly search: NounSearch | 'none';
  readonly mirror: NounMirror | 'none';
}

/** The part of a path that lists resources of a noun, such as `key-results`. */
export const pathOf = ({ plural }: Pick<Noun, 'plural'>): string => plural.replaceAll(' ', '-');

/** How operations are named after a noun: `KeyResult`, as in `createKeyResult`. */
export const suffixOf = ({ name }: Pick<Noun, 'name'>): string =>
  name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Declares a noun; the compiler names the facts that are missing, and those that no noun has. */
export const defineNoun = <const N extends Noun>(noun: N & Record<Exclude<keyof N, keyof Noun>, never>): N =>
  noun;
