import { nameKey } from '../../shared/kernel/core/name-key.ts';
import { didYouMean } from '../../shared/kernel/core/nearest.ts';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import type { Board, Portal } from '../../shared/feedback/portal/portal.ts';
import type { FeedbackUpdate } from '../../shared/feedback/updates/update.ts';
import { listFeedbackItems } from '../../shared/feedback/items/list-feedback-items.ts';
import { listPortals } from '../../shared/feedback/portals/list-portals.ts';
import { listFeedbackUpdates } from '../../shared/feedback/updates/list-feedback-updates.ts';
import { CommandError } from './command-error.ts';
import type { WorkspaceOperations } from '../workspace-operations.ts';

/** Finds portals' resources by what an operator typed; each throws a CommandError with candidates. */

/** By name, current or former slug, or id; without a name, the only portal. */
export const findPortal = async (
  operations: WorkspaceOperations,
  text: string | undefined,
): Promise<Portal> => portalNamed(await operations.list(listPortals), text);

/** The same among all portals of a workspace. */
export function portalNamed(all: readonly Portal[], text: string | undefined): Portal {
  const slugs = all.map(({ slug }) => slug);
  if (text === undefined) {
    if (all.length === 1) return all[0]!;
    throw new CommandError(`Set the portal with --portal; ${didYouMean('', slugs)}`);
  }
  const wanted = text.toLowerCase();
  const found =
    all.find(({ id, slug, formerSlugs }) => [id, slug, ...formerSlugs].includes(wanted)) ??
    onlyOf(all.filter(({ name }) => nameKey(name) === nameKey(text)));
  if (found) return found;
  throw new CommandError(`There is no portal ${text}; ${didYouMean(text, slugs)}`);
}

const onlyOf = <T>(found: readonly T[]): T | undefined => (found.length === 1 ? found[0] : undefined);

/** By name or id; without a name, the first board. */
export function findBoard({ boards, slug }: Portal, text: string | undefined): Board {
  const wanted = text === undefined ? undefined : nameKey(text);
  const found = boards.find(({ id, name }) => wanted === undefined || [id, nameKey(name)].includes(wanted));
  if (found) return found;
  const names = boards.map(({ name }) => name);
  throw new CommandError(`There is no board ${text ?? ''} in ${slug}; ${didYouMean(text ?? '', names)}`);
}

/** By slug or id, including hidden items. */
export async function findItem(
  operations: WorkspaceOperations,
  portal: Portal,
  text: string,
): Promise<FeedbackItem> {
  const path = { portalId: portal.id };
  const items = await operations.list(listFeedbackItems, { path, query: { hidden: 'include' } });
  return named('item', portal, items, text);
}

/** By current or former slug, or id. */
export const findUpdate = async (
  operations: WorkspaceOperations,
  portal: Portal,
  text: string,
): Promise<FeedbackUpdate> =>
  named(
    'update',
    portal,
    await operations.list(listFeedbackUpdates, { path: { portalId: portal.id } }),
    text,
  );

function named<T extends { id: string; slug: string; formerSlugs?: string[] }>(
  what: string,
  portal: Portal,
  all: readonly T[],
  text: string,
): T {
  const wanted = text.toLowerCase();
  const found = all.find(({ id, slug, formerSlugs = [] }) => [id, slug, ...formerSlugs].includes(wanted));
  if (found) return found;
  const slugs = all.map(({ slug }) => slug);
  throw new CommandError(`There is no ${what} ${text} in ${portal.slug}; ${didYouMean(text, slugs)}`);
}
