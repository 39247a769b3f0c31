import { itemSortKey } from './item-store.ts';
import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';

export const reactionKinds = ['thumbs_up', 'heart', 'celebrate'] as const;
export type ReactionKind = (typeof reactionKinds)[number];

/** The ids of the users who reacted to a comment, by kind. */
export type Reactions = Readonly<Record<ReactionKind, ReadonlySet<string>>>;

/** The most reactions to all comments on an item, which are read with its page. */
const REACTIONS_MAX = 2_000;

/** The reactions to all comments on an item are stored next to it, so that its page reads them with the item. */
const reactionsKey = (itemId: string): Key => ({ pk: itemSortKey(itemId), sk: REACTIONS });
const REACTIONS = 'REACTIONS';

export const isReactions = ({ pk, sk }: Key): boolean => sk === REACTIONS && pk.startsWith(itemSortKey(''));

const attributeOf = (commentId: string, kind: ReactionKind): string =>
  `${kind}_${commentId.replaceAll('-', '')}`;

export const getReactions = (read: Reader, itemId: string): Promise<Item | undefined> =>
  read.get(reactionsKey(itemId));

/** The reactions to a comment among those to all comments on its item. */
export const reactionsTo = (stored: Item | undefined, commentId: string): Reactions => {
  const of = (kind: ReactionKind) =>
    (stored?.[attributeOf(commentId, kind)] as Set<string> | undefined) ?? new Set<string>();
  return { thumbs_up: of('thumbs_up'), heart: of('heart'), celebrate: of('celebrate') };
};

/** The ids of the comments with reactions. */
export const reactedCommentsIn = (stored: Item | undefined): string[] => [
  ...new Set(
    Object.keys(stored ?? {}).flatMap((attribute) => {
      const [, ...parts] = ATTRIBUTE.exec(attribute) ?? [];
      return parts.length === 0 ? [] : [parts.join('-')];
    }),
  ),
];

const ATTRIBUTE = /_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

export interface Reaction {
  itemId: string;
  commentId: string;
  userId: string;
  kind: ReactionKind;
}

/** Whether an item has so many reactions to comments that it takes no more. */
export const isFull = (stored: Item | undefined): boolean =>
  Object.values(stored ?? {}).reduce<number>((sum, one) => sum + (one instanceof Set ? one.size : 0), 0) >=
  REACTIONS_MAX;

/** Adds a person's reaction; has no effect if it is there. */
export const addReaction = ({ itemId, commentId, userId, kind }: Reaction): Change => ({
  update: reactionsKey(itemId),
  with: { add: { [attributeOf(commentId, kind)]: new Set([userId]) } },
});

/** Takes a person's reaction away; has no effect if it is not there. */
export const removeReaction = ({ itemId, commentId, userId, kind }: Reaction): Change => ({
  update: reactionsKey(itemId),
  with: { delete: { [attributeOf(commentId, kind)]: new Set([userId]) } },
});

/** Deletes all reactions to a comment. */
export const removeReactions = (itemId: string, commentId: string): Change => ({
  update: reactionsKey(itemId),
  with: { remove: reactionKinds.map((kind) => attributeOf(commentId, kind)) },
});
