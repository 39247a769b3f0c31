import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { attributesOf } from '../../kernel/db/document.ts';
import { portalExists, portalSortKey } from '../portal/portal-store.ts';
import type { Counts, FrontPage, Idea } from './front-page.ts';
import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';

/** Stored next to a portal: how often the content of its items has changed. */
const versionKey = (portalId: string): Key => ({ pk: portalSortKey(portalId), sk: '#CONTENT' });
/** The ideas of its front page, compressed, as of one version of the content. */
const ideasKey = (portalId: string): Key => ({ pk: portalSortKey(portalId), sk: '#FRONT' });
/** Their votes and comments, stored separately so that a vote rewrites only them. */
const countsKey = (portalId: string): Key => ({ pk: portalSortKey(portalId), sk: '#FRONT#COUNTS' });

/** A front page that compresses to more is not stored: each change of an idea rewrites it. */
const IDEAS_MAX_BYTES = 32 * 1024;

/** Says in the same transaction that what the public sees of a portal's items has changed, other than counts. */
export const contentChanged = (portalId: string): Change => ({
  update: versionKey(portalId),
  with: { add: { version: 1 } },
});

/** Number of versions of the content; 0 if nothing has ever changed. */
const versionOf = (item: Item | undefined): number => (item?.['version'] as number | undefined) ?? 0;

/** Ideas that were stored in another form are composed again. */
const IDEAS_FORM = 2;

interface StoredIdeas {
  form: number;
  version: number;
  /** Of the counts that were stored with them. */
  revision: number;
  /** Missing if they are too large. */
  ideas?: Uint8Array;
}

interface StoredCounts {
  /** Increases with every write of the counts or the ideas. */
  revision: number;
  /** The revision that stored the ideas which these are of. */
  ideasAt: number;
  counts: string;
}

/** The stored form of a front page. */
export interface StoredFrontPage {
  /** The version of the content now. */
  version: number;
  /** Of the counts; undefined if nothing is stored. */
  revision: number | undefined;
  /** Of the counts that were stored with the ideas. */
  ideasAt: number | undefined;
  counts: Counts;
  /** The ideas as of this version, unless they were composed from an earlier one; 'too large' if they are. */
  ideas: 'outdated' | 'too large' | (() => readonly Idea[]);
}

/**
 * Reads what is stored, strongly consistent: it shows no item that has been hidden, changed or deleted since. The parts
 * are not read at the same moment; those of two compositions count as outdated.
 */
export async function getStoredFrontPage(read: Reader, portalId: string): Promise<StoredFrontPage> {
  const [content, ideasItem, countsItem] = await Promise.all(
    [versionKey, ideasKey, countsKey].map((keyOf) => read.get(keyOf(portalId))),
  );
  const version = versionOf(content);
  const stored = ideasItem && attributesOf<StoredIdeas>(ideasItem);
  const { revision, ideasAt, counts } = countsItem ? attributesOf<StoredCounts>(countsItem) : {};
  const parsed = counts === undefined ? {} : (JSON.parse(counts) as Counts);
  const known = { version, revision, ideasAt, counts: parsed };
  if (stored?.version !== version || stored.revision !== ideasAt || stored.form !== IDEAS_FORM) {
    return { ...known, ideas: 'outdated' };
  }
  const { ideas } = stored;
  if (!ideas) return { ...known, ideas: 'too large' };
  return { ...known, ideas: () => JSON.parse(inflateRawSync(ideas).toString()) as Idea[] };
}

/** The current front page; undefined if it is not stored. */
export async function getFrontPage(read: Reader, portalId: string): Promise<FrontPage | undefined> {
  const { ideas, counts } = await getStoredFrontPage(read, portalId);
  return typeof ideas === 'string' ? undefined : { ideas: ideas(), counts };
}

/**
 * Changes that replace a front page. Throws `changed` if it has changed since it was read, or the portal was deleted.
 */
export function putFrontPage(
  portalId: string,
  { ideas, counts }: FrontPage,
  before: Pick<StoredFrontPage, 'version' | 'revision'>,
  changed: () => Error,
): Change[] {
  const compressed = deflateRawSync(JSON.stringify(ideas));
  const fits = compressed.length <= IDEAS_MAX_BYTES;
  const { version } = before;
  const revision = revisionAfter(before);
  return [
    portalExists(portalId, changed),
    {
      put: {
        ...ideasKey(portalId),
        form: IDEAS_FORM,
        version,
        revision,
        ...(fits ? { ideas: compressed } : {}),
      },
    },
    putFrontPageCounts(portalId, fits ? counts : {}, { ...before, ideasAt: revision }, changed),
  ];
}

const revisionAfter = ({ revision = 0 }: Pick<StoredFrontPage, 'revision'>): number => revision + 1;

/** The change that stores counts in the place of those that were read. Throws `changed` if others were written meanwhile. */
export const putFrontPageCounts = (
  portalId: string,
  counts: Counts,
  { revision, ideasAt }: Pick<StoredFrontPage, 'revision' | 'ideasAt'>,
  changed: () => Error,
): Change => ({
  put: {
    ...countsKey(portalId),
    revision: revisionAfter({ revision }),
    ideasAt,
    counts: JSON.stringify(counts),
  },
  if: revision === undefined ? 'absent' : { equals: { revision } },
  onConditionFailed: changed,
});

/** Changes that delete what is stored of a portal's front page. */
export const deleteFrontPage = (portalId: string): Change[] =>
  [versionKey, ideasKey, countsKey].map((keyOf) => ({ delete: keyOf(portalId) }));

/** The portal and the ids of the ideas of a front page whose counts an item is; undefined for another item. */
export function frontPageOf(item: Item): { portalId: string; ids: string[] } | undefined {
  if (item.sk !== countsKey('').sk || !item.pk.startsWith(portalSortKey(''))) return undefined;
  const { counts } = attributesOf<StoredCounts>(item);
  return {
    portalId: item.pk.slice(portalSortKey('').length),
    ids: Object.keys(JSON.parse(counts) as Counts),
  };
}
