import { expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { exportApi } from './export-api.ts';
import { newExportWorkspace } from './export-workspace.ts';

test('a link saves the file under its name, for five minutes', async () => {
  const { exports } = await newExportWorkspace();
  const { id } = await exports.ended((await exports.create()).id);
  const { url, expiresAt } = (await exports.fileOf(id, 'manifest.json')).json.data;
  const response = await fetch(url);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="manifest.json"');
  expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('300');
  expect(Date.parse(expiresAt)).toBeLessThanOrEqual(Date.now() + 300_000);
});

test('a file that an export does not have is not found, and no path leads out of it', async () => {
  const { exports } = await newExportWorkspace();
  const { id } = await exports.ended((await exports.create()).id);
  expectRefusal(await exports.fileOf(id, 'stories-9999.jsonl'), 404, 'not_found');
  expectRefusal(await exports.fileOf(id, '..%2Fmanifest.json'), 404, 'not_found');
  for (const name of ['MANIFEST.json', 'manifest'])
    expectBadFields(await exports.fileOf(id, name), ['path.fileName']);
});

test('a token that may read less than the one that asked for the export gets no link', async () => {
  const { workspace, admin, exports } = await newExportWorkspace();
  const { id } = await exports.ended((await exports.create()).id);
  const narrow = await workspace.clientFor(admin.id, { scopes: ['workspace:read', 'stories:read'] });
  const answer = await exportApi(workspace, narrow).fileOf(id, 'members-0001.jsonl');
  expectRefusal(answer, 403, 'insufficient_scope');
  expect(answer.json.error.missingScopes).toContain('members:read');
});

test('files are for who can still read each team in them', async () => {
  const { workspace, team, admin, exports } = await newExportWorkspace();
  const secret = await workspace.team({ private: true });
  const membership = { workspaceId: workspace.id, teamId: secret.id, principalId: admin.id };
  await workspace.operator.joinTeam(membership);
  const { id } = await exports.ended((await exports.create()).id);
  const { id: ofTeam } = await exports.ended((await exports.create({ teamIds: [team.id] })).id);
  expect((await exports.fileOf(id, 'manifest.json')).status).toBe(200);

  await workspace.operator.leaveTeam(membership);
  const refused = await exports.fileOf(id, 'manifest.json');
  expectRefusal(refused, 404, 'not_found');
  expect(refused.json.error.hint).toContain('again');
  expect((await exports.fileOf(ofTeam, 'manifest.json')).status).toBe(200);
  await workspace.operator.joinTeam(membership);
  expect((await exports.fileOf(id, 'manifest.json')).status).toBe(200);
});
