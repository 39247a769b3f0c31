import { describe, expect, test } from 'vitest';
import { namedByNouns, namedKinds } from '../../shared/surface/mcp/find-named.ts';
import { setupKinds } from '../../shared/surface/mcp/setup-kinds.ts';

const ofNouns = [...setupKinds].filter(([, { noun }]) => noun !== undefined);

describe('kinds of manage_setup that a noun gives', () => {
  test('are named as the noun is, and take its names in place of ids', () => {
    expect(ofNouns.map(([kind]) => kind)).toEqual(['custom_field', 'story_template']);
    for (const [kind, { noun }] of ofNouns) expect(noun).toBe(kind);
    expect(namedKinds).toContain('story_template');
    expect(namedByNouns).toContainEqual(['templateId', 'story_template']);
  });

  test.each(ofNouns)('have an id that the operations of %s take', (_kind, { id, actions }) => {
    const { get, create, ...changes } = actions;
    expect([get?.kind, create?.method]).toEqual(['list', 'POST']);
    expect(Object.keys(changes).length).toBeGreaterThan(0);
    for (const { path } of Object.values(changes)) expect(path).toContain(`{${id}}`);
  });
});

test('a story is no kind of name, since its reference finds it', () => {
  expect(namedKinds).not.toContain('story');
  expect(namedByNouns.map(([argument]) => argument)).not.toContain('parentId');
});
