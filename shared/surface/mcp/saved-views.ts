import * as z from 'zod';
import { nameKey } from '../../kernel/core/name-key.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { assertAlone } from '../../kernel/api/mcp/tool-variant.ts';
import { runOperation, type ToolOverrides, type ToolCall } from '../../kernel/api/mcp/tool.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';
import { didYouMean } from '../../kernel/core/nearest.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readNewest } from '../../kernel/db/merge-partitions.ts';
import { listStories } from '../../planning/stories/list-stories.ts';
import { listedTeams } from '../../identity/team/team-access.ts';
import { listViewStories } from '../../planning/views/list-view-stories.ts';
import { listViews } from '../../planning/views/list-views.ts';
import { viewSchema } from '../../planning/views/view.ts';
import { personalViews } from '../../planning/views/view-access.ts';
import { toView, viewsOfTeam } from '../../planning/views/view-store.ts';

/** Asks for the views instead of running one. */
const ALL = '?';

/** The maximum number of views that a model gets, and that names are looked up in. */
const VIEWS_MAX = 200;

/** Arguments that go along with a view; all others would say what it says. */
const ALLOWED_WITH_VIEW = ['workspaceId', 'limit', 'cursor'];

/** The views that the caller can run, newest first, with the rights of listViews. */
const findViews = operation({
  id: 'findViews',
  method: 'GET',
  path: `${WORKSPACE_PATH}/views`,
  tag: listViews.tag,
  summary: listViews.summary,
  scopes: listViews.scopes,
  query: () => ({ teamId: uuid().optional() }),
  output: () => z.array(viewSchema()),
  handle: async ({ query: { teamId }, caller, read }) => {
    const own = teamId === undefined ? personalViews(caller) : [];
    const partitions = [...own, ...listedTeams(caller, teamId).map(viewsOfTeam)];
    return (await readNewest(read, { index: 'list', partitions, before: undefined, limit: VIEWS_MAX })).map(
      toView,
    );
  },
});

/** list_stories: also runs a view, by its id or name, and lists the views. */
export const storiesOfView: ToolOverrides = {
  extendInput: (shape) => ({
    ...shape,
    view: z
      .string()
      .optional()
      .meta({
        description: `A saved view, by id or name, in place of filters and sort; ${ALL} lists the views.`,
      }),
  }),
  run: async (call) => {
    const { view, ...args } = call.args;
    if (view === undefined) return await runOperation(listStories, { ...call, args });
    if (view === ALL) return await listed({ ...call, args });
    const other = Object.keys(args).find((name) => !ALLOWED_WITH_VIEW.includes(name));
    if (other !== undefined) throw viewProblem(`cannot be combined with ${other}`);
    const viewId = await findViewId(call, view);
    return await runOperation(listViewStories, { ...call, args: { ...args, viewId } });
  },
};

/** The data that a model needs to choose a view. */
async function listed(call: ToolCall) {
  assertAlone(call.args, { asked: 'view', takes: ['teamId', 'limit'] });
  const { workspaceId, teamId, limit } = call.args;
  const args = { workspaceId, ...(teamId === undefined ? {} : { teamId }) };
  const { data, ...result } = await runOperation(findViews, { ...call, args });
  const views = data
    .slice(0, typeof limit === 'number' ? limit : VIEWS_MAX)
    .map(({ id, name, filter, sort, teamId: of }) => {
      return { id, name, filter, sort, teamId: of };
    });
  return { ...result, data: views };
}

/** The id of a view, by id or name; `path` is the argument that has it. */
export async function findViewId(call: ToolCall, view: unknown, path = 'view'): Promise<string> {
  if (typeof view !== 'string') throw viewProblem('must be text', path);
  return uuid().safeParse(view).data ?? (await idOfName(call, view, path));
}

async function idOfName(call: ToolCall, name: string, path: string): Promise<string> {
  const { workspaceId } = call.args;
  const views = (await runOperation(findViews, { ...call, args: { workspaceId } })).data;
  const [found, another] = views.filter((one) => nameKey(one.name) === nameKey(name));
  if (found && !another) return found.id;
  if (found) throw viewProblem(`is the name of several views; ${WHERE} with their ids`, path);
  const names = views.map((one) => one.name);
  throw viewProblem(`is not a view that you can see: ${didYouMean(name, names)} ${WHERE}`, path);
}

/** How a model finds the views. */
const WHERE = `list_stories with view "${ALL}" lists them`;

const viewProblem = (message: string, path = 'view') => invalidRequest([{ path, message }]);
