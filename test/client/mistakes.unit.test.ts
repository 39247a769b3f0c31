import { expect, test } from 'vitest';
import { followChanges } from '../../client/src/changes.ts';
import { createPlotline } from '../../client/src/client.ts';
import { verifyWebhook } from '../../client/src/webhooks.ts';

/** A client whose requests are only noted. */
function noting(baseUrl = 'https://plan.example.com') {
  const sent: string[] = [];
  const fetchNothing = ((url: URL) => {
    sent.push(url.href);
    return Promise.resolve(Response.json({ data: { id: '1' } }));
  }) as unknown as typeof fetch;
  return { sent, plotline: createPlotline({ baseUrl, token: 'secret', fetch: fetchNothing }) };
}

test.each([
  'https://example.com/plan',
  'https://example.com/plan/',
  'https://example.com/plan/?a#b',
  'https://example.com/plan/api/v1',
  'https://example.com/plan/api/v1/',
])('a service below a path is called there: %s', async (baseUrl) => {
  const { plotline, sent } = noting(baseUrl);
  await plotline.listTeams({ workspaceId: 'w', limit: 1 });
  expect(sent).toEqual(['https://example.com/plan/api/v1/workspaces/w/teams?limit=1']);
});

test('an operation that takes nothing needs no argument', async () => {
  const { plotline, sent } = noting();
  await plotline.getCaller();
  expect(sent).toEqual(['https://plan.example.com/api/v1/me']);
});

test('what is not an operation, and a missing parameter, are named before anything is sent', async () => {
  const { plotline, sent } = noting();
  const misspelt = plotline.call('creatStory' as 'createStory', {} as never);
  await expect(misspelt).rejects.toThrow(new TypeError('There is no operation creatStory.'));
  const incomplete = plotline.listTeams({} as never);
  await expect(incomplete).rejects.toThrow(new TypeError('listTeams needs workspaceId.'));
  expect(sent).toEqual([]);
});

test.each([undefined, {}, { cursor: 'abc' }, { cursor: { load: () => undefined } }])(
  'following changes with %j says that it needs a store of the cursor, before anything is sent',
  (options) => {
    const { plotline, sent } = noting();
    const follow = () => followChanges(plotline, { workspaceId: 'w' }, options as never);
    expect(follow).toThrow(TypeError);
    expect(follow).toThrow('followChanges needs `cursor`, an object with load() and save(cursor)');
    expect(sent).toEqual([]);
  },
);

test('a secret that is not set is the mistake of the receiver, not of the sender', async () => {
  const headers = {
    'webhook-id': 'msg',
    'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
    'webhook-signature': 'v1,AAAA',
  };
  const unset = verifyWebhook('{}', headers, [undefined as unknown as string]);
  await expect(unset).rejects.toThrow(
    new TypeError('The secret is not one of a webhook: it is whsec_ and base64.'),
  );
  await expect(verifyWebhook('{}', headers, [])).rejects.toThrow(new TypeError('No secret was given.'));
});
