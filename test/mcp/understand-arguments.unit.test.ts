import { describe, expect, test } from 'vitest';
import { understandArguments } from '../../shared/surface/mcp/understand-arguments.ts';

const schema = {
  type: 'object',
  properties: {
    limit: { type: 'integer' },
    estimateValue: { type: 'number' },
    openWork: { type: 'boolean' },
    customFields: { type: 'object' },
    labels: { type: 'array', items: { type: 'string' } },
    priority: { type: 'string', enum: ['none', 'high'] },
    priorities: { type: 'array', items: { enum: ['none', 'high'] } },
    cursor: { type: 'string' },
    mayBeNull: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    assigneeId: { type: 'string' },
    clearFields: { type: 'array', items: { enum: ['assigneeId'] } },
  },
};

describe('arguments that can only mean one thing', () => {
  test.each([
    [{ limit: '5' }, { limit: 5 }],
    [{ limit: '-5' }, { limit: -5 }],
    [{ estimateValue: '0.5' }, { estimateValue: 0.5 }],
    [{ openWork: 'true' }, { openWork: true }],
    [{ labels: '["Bug"]' }, { labels: ['Bug'] }],
    [{ labels: ' ["Bug", "A, b"] ' }, { labels: ['Bug', 'A, b'] }],
    [{ customFields: '{"severity": "high"}' }, { customFields: { severity: 'high' } }],
    [{ customFields: '{}' }, { customFields: {} }],
    [{ labels: '[]' }, { labels: [] }],
    [{ labels: 'Bug, UI' }, { labels: ['Bug', 'UI'] }],
    [{ priorities: '["High"]' }, { priorities: ['high'] }],
    [{ priority: 'High' }, { priority: 'high' }],
    [{ cursor: null, limit: null, labels: null }, {}],
    [{ mayBeNull: null }, { mayBeNull: null }],
  ])('%j is %j', (sent, meant) => {
    expect(understandArguments(schema, sent)).toEqual(meant);
  });
});

describe('what can mean something else stays, to be refused by its name', () => {
  test.each([
    [{ limit: 'five' }],
    [{ limit: '5e1' }],
    [{ limit: '' }],
    [{ customFields: 'severity: high' }],
    [{ customFields: '{severity}' }],
    [{ openWork: 'yes' }],
    [{ unknown: null }],
    // Left out, it would not be cleared.
    [{ assigneeId: null }],
  ])('%j', (sent) => {
    expect(understandArguments(schema, sent)).toEqual(sent);
  });
});
