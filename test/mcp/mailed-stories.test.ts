import { expect, test } from 'vitest';
import { storyApi } from '../stories/story-api.ts';
import { mailWithFiles, newMailWorkspace, sendMail } from '../triage-mail/mail-api.ts';
import { until } from '../support/until.ts';
import { connectedClient } from './mcp-client.ts';

/** What only the sender of a mail writes, wherever they can. */
const CANARY = 'Heron5417';

const { workspace, team, address, waiting } = await newMailWorkspace();
const member = await workspace.person('member', [team]);
const client = await connectedClient(member);

const ask = async (method: string, params: object, query: string): Promise<string> => {
  const { json } = await client.post({ jsonrpc: '2.0', id: 1, method, params }, {}, query);
  return JSON.stringify(json.result ?? json.error);
};

test('what a stranger has mailed is marked for AI clients, and withheld from those that take the words of members', async () => {
  const raw = mailWithFiles(address, { [`${CANARY}.txt`]: `${CANARY} in a file` }, `<p>${CANARY} text</p>`)
    .replace('Printing fails', `${CANARY} title`)
    .replace('Mia <mia', `${CANARY} Name <${CANARY}`);
  await sendMail(raw);
  await until(async () => (await waiting()).length === 1);
  const [story] = await waiting();
  const stories = storyApi(workspace, (await workspace.person('member', [team])).client);
  await stories.change(story!, { assigneeId: member.id });
  const uri = `plotline://${workspace.id}/stories/${story!.id}`;
  const inWorkspace = { workspaceId: workspace.id };
  const tool = (name: string, args: object) => [
    'tools/call',
    { name, arguments: { ...inWorkspace, ...args } },
  ];
  const ways = [
    tool('get_story', { story: story!.reference, history: true }),
    tool('get_story', { story: story!.reference, file: `${CANARY}.txt` }),
    ['resources/read', { uri }],
    tool('list_notifications', {}),
  ] as [string, object][];
  await until(async () => (await ask(...ways[3]!, '')).includes(CANARY));
  for (const [method, params] of ways) {
    const whole = await ask(method, params, '');
    expect(whole, JSON.stringify(params)).toContain(CANARY);
    expect(whole, JSON.stringify(params)).toMatch(/\\?"origin\\?": ?\\?"visitor\\?"/);
    const kept = await ask(method, params, '?content=members');
    const sent = JSON.stringify(params).includes(CANARY) ? kept.replaceAll(`${CANARY}.txt`, '') : kept;
    expect(sent, JSON.stringify(params)).not.toContain(CANARY);
    expect(kept).toContain('[withheld]');
  }
});
