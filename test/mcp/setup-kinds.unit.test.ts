import { describe, expect, test } from 'vitest';
import { ApiError, invalidRequest } from '../../shared/kernel/core/errors.ts';
import { inToolWords, toolsOfOperations } from '../../shared/kernel/api/mcp/tool-words.ts';
import { tools } from '../../shared/surface/mcp/tools.ts';
import { allOperations } from '../../shared/surface/registry.ts';
import { namedByNouns, namedKinds } from '../../shared/surface/mcp/find-named.ts';
import { setupKinds } from '../../shared/surface/mcp/setup-kinds.ts';
import { needsOfKinds, withNeeds } from '../../shared/surface/mcp/setup-needs.ts';

const ofNouns = [...setupKinds].filter(([, { noun }]) => noun !== undefined);

describe('kinds of manage_setup that a noun gives', () => {
  test('are named as the noun is, and take its names in place of ids', () => {
    expect(ofNouns.map(([kind]) => kind)).toEqual(expect.arrayContaining(['custom_field', 'story_template']));
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

test('every kind says what it needs, and its settings are arguments of its operations', () => {
  const needs = needsOfKinds();
  for (const kind of setupKinds.keys()) expect(needs).toMatch(new RegExp(`(^|; )${kind}: \\w`));
  expect(needs).toContain('working_hours: memberId, timeZone, weekly');
  const withSettings = [...setupKinds].flatMap(([kind, { settings, actions }]) =>
    settings === undefined ? [] : [{ kind, settings, action: 'create' in actions ? 'create' : 'update' }],
  );
  for (const { kind, settings, action } of withSettings) {
    const error = withNeeds(invalidRequest([{ path: 'x', message: 'is wrong' }]), [kind, action]);
    const hint = error instanceof ApiError ? error.hint : '';
    const named = settings.replaceAll(/ [[({].*?[\])}](?=,|$)/g, '').split(', ');
    for (const name of named) expect(hint, kind).toMatch(new RegExp(`\\b${name}\\b`));
  }
});

test('an error names tools in place of operations, but not in what people wrote', () => {
  const ids = new Set(allOperations.map(({ id }) => id));
  const names = tools.map(({ name }) => name);
  for (const [operation, tool] of toolsOfOperations) {
    expect(ids).toContain(operation);
    expect(names).toContain(tool.split(' ')[0]);
  }
  expect(inToolWords('Enable it with updateTeam; "updateTeam" is no team.')).toBe(
    'Enable it with manage_setup (kind: "team", action: "update"); "updateTeam" is no team.',
  );
});
