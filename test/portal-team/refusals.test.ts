import { beforeAll, expect, test } from 'vitest';
import { ApiError, type ErrorCode, type FieldError } from '../../shared/kernel/core/errors.ts';
import { languages } from '../../shared/kernel/core/languages.ts';
import { refusalText } from '../../shared/pages/session/refusal-text.ts';
import { textsIn } from '../../shared/pages/session/texts-for.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { newWorkspace, type Person } from '../support/workspace.ts';

let feedback: Feedback;
let admin: Person;

beforeAll(async () => {
  const workspace = await newWorkspace();
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
});

interface Refused {
  code: ErrorCode;
  message: string;
  hint: string;
  fields?: FieldError[];
}

/** What a page says of a refusal, in each language. */
const saidOf = async ({ code, message, hint, fields = [] }: Refused): Promise<string[]> => {
  const error = new ApiError(code, message, { hint, fields });
  return await Promise.all(languages.map(async (language) => refusalText(error, await textsIn(language))));
};

test('what an owner can do about a refusal is said in each language, with the words of pages', async () => {
  const portal = await feedback.portal();
  const item = await feedback.item(portal);
  const { json: removed } = await admin.client.patch(feedback.pathOf(portal), {
    expectedUpdatedAt: portal.updatedAt,
    boards: portal.boards.filter(({ id }) => id !== item.boardId),
  });
  const board = portal.boards.find(({ id }) => id === item.boardId)!.name;
  const said = await saidOf(removed.error as Refused);
  expect(said.filter((text) => !text.startsWith(board) && !text.includes(`${board} `))).toEqual([]);
  expect(said[languages.indexOf('en')]).toBe(
    `${board} has ideas. Move them to another board or delete them first.`,
  );
  const path = `${feedback.pathOf(portal)}/items/${item.id}/comments`;
  const { json: blank } = await admin.client.post(path, { content: ' ' });
  expect((await saidOf(blank.error as Refused))[languages.indexOf('de')]).toBe('Text: Bitte ausfüllen.');
});
