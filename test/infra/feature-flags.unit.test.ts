import { FLAGS } from 'aws-cdk-lib/cx-api';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: Record<string, unknown> };

test('the CDK works as it recommends', () => {
  const recommended = Object.entries(FLAGS)
    .filter(([, { recommendedValue, unconfiguredBehavesLike }]) =>
      [undefined, unconfiguredBehavesLike?.v2].every((value) => value !== recommendedValue),
    )
    .map(([name, { recommendedValue }]) => [name, recommendedValue as unknown]);
  expect(recommended.length).toBeGreaterThan(50);
  expect(context).toEqual(Object.fromEntries(recommended));
});
