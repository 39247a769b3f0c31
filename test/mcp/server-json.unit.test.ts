import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { serverIdentity } from '../../shared/surface/mcp/server-identity.ts';

test('server.json, which registries receive, has the values that the server reports', () => {
  const text = readFileSync(new URL('../../server.json', import.meta.url), 'utf8');
  const { name, title, version, description, remotes } = JSON.parse(text);
  expect({ title, version, description }).toEqual({
    title: serverIdentity.title,
    version: serverIdentity.version,
    description: serverIdentity.description,
  });
  // A reversed name of a domain, and a description as long as the registry takes it.
  expect(name).toMatch(/^[a-z\d.-]+\/[a-z\d.-]+$/);
  expect(description.length).toBeLessThanOrEqual(100);
  expect(remotes).toEqual([{ type: 'streamable-http', url: expect.stringMatching(/^https:.*\/mcp$/) }]);
});
