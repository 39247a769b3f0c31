import { expect, test } from 'vitest';
import { withExamples } from '../../shared/surface/docs/with-examples.ts';

test('fields of texts and numbers get an example; those of ids, times and enums need none', () => {
  const properties = {
    id: { type: 'string', format: 'uuid' },
    title: { type: 'string' },
    estimateValue: { type: 'number' },
    priority: { type: 'string', enum: ['none', 'high'] },
    createdAt: { type: 'string', format: 'date-time' },
  };
  const document = { components: { schemas: { Story: { type: 'object', properties } } } };
  const shown = withExamples(document).components.schemas.Story.properties as Record<string, object>;
  const illustrated = Object.keys(shown).filter((field) => 'examples' in shown[field]!);
  expect(illustrated).toEqual(['title', 'estimateValue']);
});
