import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What planning has besides stories: a feature is its folder, and what lists it elsewhere. */
const features = [
  'agent-sessions',
  'attachments',
  'custom-fields',
  'hooks',
  'links',
  'notifications',
  'objective-updates',
  'recurring-stories',
  'story-templates',
  'time-entries',
  'triage',
  'triage-mail',
];

/** The most files of other rooms, functions and the template that know a feature. */
const PLACES_MAX = 5;

const files = globSync(['shared/**/*.ts', 'functions/**/*.ts', 'infra/**/*.ts'])
  .filter((path) => !path.startsWith('shared/planning/'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

test.each(features)('%s is known to at most five files outside of planning', (feature) => {
  const imported = new RegExp(`(?:from|import\\()\\s*'[^']*/planning/${feature}/`);
  const places = files.filter(({ text }) => imported.test(text)).map(({ path }) => path);
  expect(places.length).toBeGreaterThan(0);
  expect(places.length, places.join('\n')).toBeLessThanOrEqual(PLACES_MAX);
});
