import { suggestion } from '../../shared/lib/nearest.ts';
import type { FeedbackItem } from '../../shared/feedback/item.ts';
import type { Board, Portal } from '../../shared/portals/portal.ts';
import type { FeedbackUpdate } from '../../shared/updates/update.ts';
import type { Workspace } from '../../shared/workspaces/workspace.ts';
import { CommandError } from './command-error.ts';
import { findTeam } from './find.ts';
import type { Operator } from './operator.ts';

/** Finds what an operator names of feedback portals; each throws a CommandError with candidates. */

/** By slug, also a former one, or id; without a name the only one there is. */
export async function findPortal(
  operator: Operator,
  workspace: Workspace,
  text: string | undefined,
): Promise<Portal> {
  const all = await operator.listPortals(workspace.id);
  const slugs = all.map(({ slug }) => slug);
  if (text === undefined) {
    if (all.length === 1) return all[0]!;
    throw new CommandError(`Name the portal with --portal; ${suggestion('', slugs)}`);
  }
  const wanted = text.toLowerCase();
  const found = all.find(({ id, slug, formerSlugs }) => [id, slug, ...formerSlugs].includes(wanted));
  if (found) return found;
  throw new CommandError(`There is no portal ${text} in ${workspace.slug}; ${suggestion(text, slugs)}`);
}

/** By name or id; without a name the first one. */
export function findBoard({ boards, slug }: Portal, text: string | undefined): Board {
  const wanted = text?.toLowerCase();
  const found = boards.find(
    ({ id, name }) => wanted === undefined || [id, name.toLowerCase()].includes(wanted),
  );
  if (found) return found;
  const names = boards.map(({ name }) => name);
  throw new CommandError(`There is no board ${text ?? ''} in ${slug}; ${suggestion(text ?? '', names)}`);
}

/** By slug or id, also a hidden one. */
export async function findItem(operator: Operator, portal: Portal, text: string): Promise<FeedbackItem> {
  const all = [
    ...(await operator.listFeedbackItems(portal, {})),
    ...(await operator.listFeedbackItems(portal, { hidden: true })),
  ];
  return named('item', portal, all, text);
}

/** By slug, also a former one, or id. */
export const findUpdate = async (operator: Operator, portal: Portal, text: string): Promise<FeedbackUpdate> =>
  named('update', portal, await operator.listFeedbackUpdates(portal), text);

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
  throw new CommandError(`There is no ${what} ${text} in ${portal.slug}; ${suggestion(text, slugs)}`);
}

/** The id of a story by its reference, such as ENG-12. */
export async function findStoryId(operator: Operator, workspace: Workspace, text: string): Promise<string> {
  const [, code, number] = /^([A-Za-z0-9]+)-(\d+)$/.exec(text) ?? [];
  if (!code) throw new CommandError(`${text} is no reference of a story, such as ENG-12.`);
  const team = await findTeam(operator, workspace, code);
  const id = await operator.findStoryId(team.id, Number(number));
  if (id) return id;
  throw new CommandError(`There is no story ${text}.`);
}
