import { WORKSPACE_PATH } from '../../shared/kernel/api/operation/operation.ts';
import type { ExportedLine } from '../export/export-folder.ts';
import type { ClientResponse } from '../import/api-client.ts';
import { inTurns } from './in-turns.ts';
import type { Recipe } from './recipes.ts';
import { bodyOf, imagesIn, pathParameters } from './request-body.ts';
import { keyOf, settle, type Recreation } from './recreation.ts';

/** Makes the resources of a kind that are not there yet, each after those before it. */
export async function recreateKind(work: Recreation, recipe: Recipe): Promise<void> {
  const { kind, within } = recipe;
  const turns = inTurns(work.stopping);
  for (const line of work.source.lines(kind)) {
    const turn = within === undefined ? '' : String(line[within]);
    await turns.add(turn, async () => {
      if (!work.ids.has(line.id)) await make(work, recipe, line);
      work.tick();
    });
  }
  await turns.end();
}

async function make(work: Recreation, recipe: Recipe, line: ExportedLine): Promise<void> {
  const { kind, operation, sends, remarks, pictures, found, mayBeTaken } = recipe;
  const path = pathOf(work, operation.path, line);
  if (path === undefined) {
    work.omit({ kind, id: line.id, reason: 'belongs to what was not recreated' });
    return;
  }
  const body: Record<string, unknown> = { ...bodyOf(work, kind, operation, line), ...sends?.(line, work) };
  const post = (suffix = '') =>
    work.client.send('POST', path, JSON.stringify(body), `${keyOf(work, line.id)}${suffix}`);
  let answer = await post();
  if (mayBeTaken !== undefined && answer.error?.code === 'conflict') {
    work.omit({ kind, id: line.id, field: mayBeTaken, reason: 'is taken, so it has another' });
    delete body[mayBeTaken];
    answer = await post('-again');
  }
  const there = found && answer.error?.code === 'conflict' ? await find(work, found, line) : undefined;
  const id = there
    ? settle(work, kind, line, { ...answer, status: 200, data: there }, 'found')
    : settle(work, kind, line, answer);
  if (id !== undefined)
    for (const remark of remarks?.(line) ?? []) if (remark) work.omit({ kind, id: line.id, ...remark });
  if (id !== undefined && kind === 'portals') mapBoards(work, line, answer);
  if (id !== undefined && pictures) await makePictures(work, pictures, line);
}

/** Makes the pictures of a text that it shows. */
async function makePictures(
  work: Recreation,
  { field, recipe }: NonNullable<Recipe['pictures']>,
  text: ExportedLine,
): Promise<void> {
  for (const id of imagesIn(String(text[field]))) {
    const line = work.source.find(recipe.kind, id);
    const isOwn = line && (line['feedbackCommentId'] ?? line['itemId']) === text.id;
    if (isOwn && !work.ids.has(id)) await make(work, recipe, line);
  }
}

/** The path of an operation with the ids of the new workspace; undefined if one of them is missing. */
function pathOf(work: Recreation, path: string, line: ExportedLine): string | undefined {
  const parameters = pathParameters({ path }).map(
    (name) => [name, work.ids.get(String(line[name]))] as const,
  );
  if (parameters.some(([, id]) => id === undefined)) return undefined;
  return parameters.reduce(
    (text, [name, id]) => text.replace(`{${name}}`, id!),
    path.replace(WORKSPACE_PATH, work.path),
  );
}

/** The resource of the workspace that has the name of one of the export, also an archived one. */
async function find(
  { client, path, ids }: Recreation,
  { list, isSame }: NonNullable<Recipe['found']>,
  line: ExportedLine,
): Promise<ExportedLine | undefined> {
  const { teamId: former } = line as { teamId?: string | null };
  const teamId = former ? ids.get(former) : null;
  const there = await client.list<ExportedLine>(`${path}/${list}`, { archived: 'include' });
  return there.find((one) => one['teamId'] === teamId && isSame(one, line));
}

/** Items name boards of their portal. */
function mapBoards({ ids }: Recreation, line: ExportedLine, { data }: ClientResponse): void {
  const boardsOf = (portal: unknown) => (portal as { boards: { id: string; name: string }[] }).boards;
  for (const { id, name } of boardsOf(line)) {
    const board = boardsOf(data).find((one) => one.name === name);
    if (board) ids.set(id, 'board', board.id);
  }
}
